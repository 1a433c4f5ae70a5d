import { describe, expect, it } from 'vitest';
import { createFuturesClient, type FuturesClient } from '../../src/futures-client.js';
import type { CallOptions, ClientOptions } from '../../src/client/options.js';
import * as errors from '../../src/core/errors.js';
import { createUndiciTransport } from '../../src/transport/undici.js';
import { everythingShown } from '../support/everything-shown.js';
import { closedPort } from '../support/ports.js';
import { headerOf, type Recorded, type Scripted, startByteServer, startServer } from '../support/raw-server.js';
import { recomputeSignature } from '../support/recompute-signature.js';
import { createTestClient, credentials, failureOf, limitOrder, NOW_MS } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const { apiKey, apiSecret } = credentials;

function expectNoSecret(shown: string, ...more: string[]): void {
  for (const secret of [apiKey, apiSecret, ...more]) expect(shown).not.toContain(secret);
}

it('the walk finds what it looks for: in fields that are not enumerable, in causes, in maps and in bytes', () => {
  class Holder {
    readonly bytes = Buffer.from('in-bytes');
    readonly map = new Map([['key', { deep: 'in-map' }]]);
    get getter(): string {
      return 'in-getter';
    }
  }
  const error = new Error('m', { cause: Object.assign(new Error('in-cause'), { holder: new Holder() }) });
  Object.defineProperty(error, 'hidden', { value: 'in-hidden', enumerable: false });
  const shown = everythingShown(error);
  for (const place of ['in-bytes', 'in-map', 'in-getter', 'in-cause', 'in-hidden']) expect(shown).toContain(place);
});

describe('the client', () => {
  it('shows no secret, before and after a call', async () => {
    const server = await startServer({ body: '{"orderId":"1"}' });
    for (const options of [
      ...transports.map((transport) => transport.options()),
      { sign: () => 'signature-of-my-own' },
    ]) {
      const client = createTestClient(server.origin, options);
      expectNoSecret(everythingShown(client));
      await client.createOrder(limitOrder);
      const signature = headerOf(server.requests.at(-1)!, 'X-CH-SIGN')!;
      expectNoSecret(everythingShown(client), signature);
      expectNoSecret(everythingShown(await client.cancelAllOrders()), signature);
    }
  });

  it('gives the secret to neither the transport nor a custom sign', async () => {
    const seen: unknown[] = [];
    const client = createTestClient('http://127.0.0.1:1', {
      sign: (input) => (seen.push(input), 'signature'),
      transport: async (request) => (
        seen.push(request),
        { status: 200, header: () => undefined, text: '{"orderId":"1"}' }
      ),
    });
    await client.createOrder(limitOrder);
    expect(seen).toHaveLength(2);
    expect(everythingShown(seen)).not.toContain(apiSecret);
  });
});

/** Says the key and the signature of the request back, wherever an answer has room for it. */
function echo(request: Recorded): { text: string; headers: Record<string, string> } {
  const text = `${headerOf(request, 'X-CH-APIKEY')} ${headerOf(request, 'X-CH-SIGN')} ${apiSecret}`;
  return {
    text,
    headers: {
      location: `https://elsewhere.example/?${text.split(' ').slice(0, 2).join('&')}`,
      'x-echo': text.slice(0, 20),
    },
  };
}

type CodeOfACall = Exclude<errors.AnyFuturesError['code'], 'JOURNAL' | 'PAGING'>;

const quote = (text: string) => JSON.stringify(text);

describe.each(transports)('over $name, an error shows no secret:', ({ options }) => {
  const call = (client: FuturesClient, callOptions?: CallOptions) =>
    failureOf(client.createOrder(limitOrder, callOptions));

  /** Every way in which one call fails, by the code of the error. */
  const ways: { [Code in CodeOfACall]: [way: string, fail: () => Promise<unknown>][] } = {
    ARGUMENT: [
      [
        'a wrong input',
        async () =>
          failureOf(createTestClient('http://127.0.0.1:1', options()).createOrder({ ...limitOrder, price: 'x' })),
      ],
      [
        'a header of the client',
        async () => call(createTestClient('http://127.0.0.1:1', options()), { headers: { 'X-CH-SIGN': 'x' } }),
      ],
      [
        'a custom signature that no header holds',
        async () => call(createTestClient('http://127.0.0.1:1', { ...options(), sign: () => `${apiSecret}\n` })),
      ],
      ['credentials over plain http:', async () => thrownBy({ baseUrl: 'http://host.example', credentials })],
      [
        'credentials with a line end',
        async () => thrownBy({ baseUrl: 'https://host.example', credentials: { apiKey: `${apiKey}\n`, apiSecret } }),
      ],
    ],
    UNSUPPORTED: [
      [
        'a GET with a body',
        async () =>
          failureOf(
            createTestClient('http://127.0.0.1:1', { fetch: globalThis.fetch }).getSomeOrder({ contractName: 'E' }),
          ),
      ],
    ],
    RATE_LIMIT: [
      [
        'a limiter',
        async () => {
          const error = new errors.RateLimitError('full', { waitMs: 1 });
          const limiter = { acquire: () => Promise.reject(error) };
          return call(createTestClient('http://127.0.0.1:1', { ...options(), limiter }));
        },
      ],
    ],
    NETWORK: [
      ['a refused connection', async () => call(createTestClient(`http://127.0.0.1:${await closedPort()}`, options()))],
      ['a cut connection', () => answered((response) => response.socket?.resetAndDestroy())],
      [
        'an answer that is not HTTP and echoes the request',
        async () => {
          const server = await startByteServer((received) => `HTTP/1.1 200 OK\r\n${received.replaceAll(':', ' ')}`);
          return call(createTestClient(`http://${server.authority}`, options()));
        },
      ],
    ],
    RESPONSE_TOO_LARGE: [
      [
        'an answer that is too large',
        async () => {
          const server = await startServer((response, request) => response.end(echo(request).text.repeat(9)));
          return call(createTestClient(server.origin, { ...options(), maxBodyBytes: 100 }));
        },
      ],
    ],
    TIMEOUT: [['a deadline', () => answered(() => {}, { timeoutMs: 20 })]],
    ABORTED: [
      [
        'a signal',
        () => answered((response) => void response.write('{', () => controller.abort()), { signal: controller.signal }),
      ],
    ],
    HTTP_STATUS: [
      ['a status', () => echoed((text) => ({ status: 403, body: text }))],
      ['a status with JSON', () => echoed((text) => ({ status: 503, body: `{"error":${quote(text)}}` }))],
      ['a redirect', () => echoed((text) => ({ status: 307, body: text }))],
    ],
    API: [
      ['a message', () => echoed((text) => ({ body: `{"code":-1022,"msg":${quote(text)}}` }))],
      [
        'data',
        () => echoed((text) => ({ body: `{"code":-1022,"data":{"list":[${quote(text)},{${quote(text)}:1}]}}` })),
      ],
      [
        'data that is a text',
        () => echoed((text) => ({ status: 400, body: `{"code":"-1022","data":${quote(text)}}` })),
      ],
    ],
    RESPONSE_SHAPE: [
      ['a text', () => echoed((text) => ({ body: text }))],
      ['a short text', () => echoed((text) => ({ body: text.slice(0, 79) }))],
      ['a list', () => echoed((text) => ({ body: `[${quote(text)},1]` }))],
      ['half an object', () => echoed((text) => ({ body: `{"a":${quote(text)}` }))],
    ],
  };

  let controller: AbortController;

  async function answered(handler: Parameters<typeof startServer>[0], callOptions: CallOptions = {}): Promise<unknown> {
    const server = await startServer(handler);
    return call(createTestClient(server.origin, options()), callOptions);
  }

  const echoed = (script: (text: string) => Scripted) =>
    answered((response, request) => {
      const { text, headers } = echo(request);
      const { status = 200, body } = script(text);
      response.writeHead(status, headers).end(body);
    });

  const cases = Object.entries(ways).flatMap(([code, list]) => list.map(([way, fail]) => [code, way, fail] as const));

  it.each(cases)('%s after %s', async (code, _way, fail) => {
    controller = new AbortController();
    const error = await fail();
    expect(error).toBeInstanceOf(errors.FuturesError);
    expect(error).toMatchObject({ code });
    const shown = everythingShown(error);
    expectNoSecret(shown, expectedSignature());
    expect(shown).not.toMatch(/\b[0-9a-f]{64}\b/);
  });
});

/** The signature of `limitOrder` at the time of the test clock: the same in every case above. */
function expectedSignature(): string {
  const body = Buffer.from(
    '{"volume":1,"price":65000.10,"contractName":"E-BTC-USDT","type":"LIMIT","side":"BUY","open":"OPEN","positionType":1}',
  );
  const request = { method: 'POST', target: '/fapi/v1/order', rawHeaders: ['X-CH-TS', String(NOW_MS)], body };
  return recomputeSignature(request, apiSecret);
}

it('the signature looked for above is the one that is sent', async () => {
  const server = await startServer({ body: '{"orderId":"1"}' });
  await createTestClient(server.origin, { transport: createUndiciTransport() }).createOrder(limitOrder);
  expect(headerOf(server.requests[0]!, 'X-CH-SIGN')).toBe(expectedSignature());
});

it('what is redacted is marked, and the rest of the body stays', async () => {
  const server = await startServer((response, request) =>
    response.writeHead(403).end(`key ${headerOf(request, 'X-CH-APIKEY')} refused`),
  );
  const error = await failureOf(createTestClient(server.origin).createOrder(limitOrder));
  expect(error).toMatchObject({ body: 'key [redacted] refused' });
});

it('a failing fetch that carries its request along shows no secret', async () => {
  const fetch: NonNullable<ClientOptions['fetch']> = async (url, init) => {
    const header = init.headers['X-CH-SIGN'];
    throw Object.assign(new Error(`could not send ${header}`), {
      config: init,
      request: { url, headers: init.headers },
      code: header,
    });
  };
  const error = await failureOf(createTestClient('http://127.0.0.1:1', { fetch }).createOrder(limitOrder));
  expect(error).toMatchObject({ code: 'NETWORK', cause: { message: 'could not send [redacted]' } });
  expectNoSecret(everythingShown(error), expectedSignature());
});

function thrownBy(options: ClientOptions): unknown {
  try {
    return createFuturesClient(options);
  } catch (error) {
    return error;
  }
}
