import { describe, expect, it } from 'vitest';
import { type CallOptions, createFuturesClient, observed, type TransportRequest } from '../../src/index.js';
import { startServer } from '../support/raw-server.js';
import { createTestClient, credentials, failureOf, limitOrder, NOW_MS } from '../support/test-client.js';

const answer = (text: string) => () => Promise.resolve({ status: 200, header: () => undefined, text });

describe('what goes into a query', () => {
  it('is signed as a URL parser would send it, apostrophe included', async () => {
    const server = await startServer({ body: '{"list":[]}' });
    const signed: string[] = [];
    const client = createTestClient(server.origin, {
      fetch: globalThis.fetch,
      sign: ({ target }) => (signed.push(target), 'x'),
    });
    await client.getOpenOrders({ contractName: "O'X !()*~é" });
    expect(signed).toEqual([server.requests[0]!.target]);
    expect(signed[0]).toContain('%27');
  });

  it('through raw: a number that a double has rounded is refused before sending', async () => {
    const server = await startServer({ body: '[]' });
    const { raw } = createTestClient(server.origin);
    for (const fromId of [2 ** 53, [1], null, {}, true, 1.5]) {
      const error = await failureOf(raw.GET('/fapi/v1/myTrades', { params: { query: { fromId: fromId as never } } }));
      expect(error).toMatchObject({ code: 'ARGUMENT', field: 'fromId', outcome: 'not-sent' });
    }
    await raw.GET('/fapi/v1/myTrades', { params: { query: { fromId: 9007199254740993n } } });
    expect(server.requests.map(({ target }) => target)).toEqual(['/fapi/v1/myTrades?fromId=9007199254740993']);
  });
});

describe('an input that is no plain object', () => {
  it.each([
    ['a Map', new Map([['contractName', 'X']])],
    ['a promise', Promise.resolve({ contractName: 'X' })],
    [
      'an object of a class',
      new (class {
        get contractName() {
          return 'X';
        }
      })(),
    ],
    ['an object that inherits its fields', Object.create({ contractName: 'X' })],
  ])('is refused before sending: %s', async (_, input) => {
    const server = await startServer({ body: '{"list":[]}' });
    for (const call of ['getOpenOrders', 'cancelAllOrders'] as const) {
      const error = await failureOf(createTestClient(server.origin)[call](input as never));
      expect(error).toMatchObject({ code: 'ARGUMENT', field: 'input' });
    }
    expect(server.requests).toEqual([]);
  });

  it('does not lend its fields through Object.prototype', async () => {
    const server = await startServer({ body: '{}' });
    // oxlint-disable-next-line no-extend-native -- that somebody did this is what is tested
    Object.defineProperty(Object.prototype, 'clientOrderId', { value: 'polluted', configurable: true });
    try {
      await createTestClient(server.origin).createOrder(limitOrder);
    } finally {
      delete (Object.prototype as { clientOrderId?: unknown }).clientOrderId;
    }
    expect(server.requests[0]!.body.toString()).not.toContain('polluted');
  });
});

it.each(['\u0000', '\u001f\u0001', '\u200b', ' \u00a0', 'undefined', 'null', '12\n'])(
  'an orderId of %j never reaches a cancel',
  async (orderId) => {
    const server = await startServer({ body: '{}' });
    const error = await failureOf(createTestClient(server.origin).cancelOrder({ contractName: 'X', orderId }));
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'orderId', outcome: 'not-sent' });
    expect(server.requests).toEqual([]);
  },
);

describe('options of a call', () => {
  it.each([
    [{ timeout: 5 }, 'timeout'],
    [{ timeoutMs: Symbol('x') }, 'timeoutMs'],
    [{ headers: 'ab' }, 'headers'],
    [{ headers: ['x'] }, 'headers'],
    [{ headers: { trailer: 'x' } }, 'headers'],
    [{ headers: { Upgrade: 'x' } }, 'headers'],
    [{ headers: { 'x-name': 'é' } }, 'headers'],
    [{ signal: { addEventListener() {} } }, 'signal'],
  ])('%o is refused before sending', async (options, field) => {
    const server = await startServer({ body: '{}' });
    const error = await failureOf(createTestClient(server.origin).ping({}, options as never));
    expect(error).toMatchObject({ code: 'ARGUMENT', field });
    expect(server.requests).toEqual([]);
  });

  it.each<[CallOptions | null]>([
    [null],
    [{ signal: null, headers: null }],
    [{ headers: new Headers({ 'x-a': '1' }) }],
    [{ headers: new Map([['x-a', '1']]) }],
  ])('%o is taken', async (options) => {
    const server = await startServer({ body: '{}' });
    await createTestClient(server.origin).ping({}, options as CallOptions);
    expect(server.requests[0]!.rawHeaders.includes('x-a')).toBe(
      options?.headers !== undefined && options.headers !== null,
    );
  });
});

describe('a clock', () => {
  it.each([() => 1_700_000_000, () => 597.5, () => 1_700_000_000_000n, () => new Date(), async () => NOW_MS])(
    '%s is refused before sending',
    async (now) => {
      const error = await failureOf(createTestClient('http://127.0.0.1:9', { now: now as never }).cancelAllOrders());
      expect(error).toMatchObject({ code: 'ARGUMENT', field: 'now', outcome: 'not-sent' });
    },
  );
});

describe('a baseUrl or a dialect', () => {
  it('that ends in the path of the operations is refused', () => {
    expect(() => createFuturesClient({ baseUrl: 'https://host.example/fapi/v1' })).toThrow('must end before /fapi');
  });

  it.each(['observed', Object.create(observed), 7])('%o that is no plain dialect is refused', (dialect) => {
    expect(() => createFuturesClient({ baseUrl: 'https://host.example', dialect: dialect as never })).toThrow(
      'dialect must be a plain object',
    );
  });
});

describe('a sign of the caller', () => {
  const forever = () => new Promise<string>(() => {});

  it('that never ends is ended by the deadline, and nothing was sent', async () => {
    const server = await startServer({ body: '{}' });
    const error = await failureOf(createTestClient(server.origin, { sign: forever, timeoutMs: 30 }).cancelAllOrders());
    expect(error).toMatchObject({ code: 'TIMEOUT', outcome: 'not-sent' });
    expect(server.requests).toEqual([]);
  });

  it('that never ends is ended by an abort, also by one before the call', async () => {
    const client = createTestClient('http://127.0.0.1:9', { sign: forever });
    const controller = new AbortController();
    const call = failureOf(client.cancelAllOrders({}, { signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ code: 'ABORTED', outcome: 'not-sent' });
    const early = failureOf(client.cancelAllOrders({}, { signal: AbortSignal.abort() }));
    expect(await early).toMatchObject({ code: 'ABORTED', outcome: 'not-sent' });
  });
});

describe('a transport of the caller', () => {
  const create = (transport: (request: TransportRequest) => Promise<never>) =>
    createFuturesClient({ baseUrl: 'https://host.example', credentials, transport, now: () => NOW_MS });

  it('that fails with the request in its error: the outcome is unknown and no header is shown', async () => {
    const client = create((request) => Promise.reject(Object.assign(new Error('broken'), { config: request })));
    const error = await failureOf(client.createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(credentials.apiKey);
  });

  it.each([undefined, null, {}, { status: 200 }, { text: '{}' }])(
    'that answers %o: the outcome is unknown',
    async (response) => {
      const error = await failureOf(create(() => Promise.resolve(response as never)).createOrder(limitOrder));
      expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    },
  );
});

describe('a fetch of the caller', () => {
  it('that sends a GET with a body and then fails to read the answer: the outcome is unknown', async () => {
    const fetch = () => Promise.resolve({ status: 200, headers: { get: () => null } } as never);
    const error = await failureOf(createTestClient('http://127.0.0.1:9', { fetch }).getOrder({ contractName: 'X' }));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
  });
});

describe('raw', () => {
  const raw = () => createTestClient('http://127.0.0.1:9', { transport: answer('{"orderId":256609229205684228}') }).raw;

  it('answers every way of reading that openapi-fetch has', async () => {
    const body = limitOrder as never;
    for (const parseAs of ['json', 'text', 'arrayBuffer', 'blob', 'stream'] as const) {
      const { data } = await raw().POST('/fapi/v1/order', { body, parseAs });
      expect(data).toBeDefined();
    }
  });

  it('lets middleware read the answer twice, without loss', async () => {
    const client = raw();
    const seen: unknown[] = [];
    client.use({ onResponse: async ({ response }) => void seen.push(await response.clone().json()) });
    const { data } = await client.POST('/fapi/v1/order', { body: limitOrder as never });
    expect(seen).toEqual([{ orderId: '256609229205684228' }]);
    expect(data).toEqual({ orderId: '256609229205684228' });
  });

  it('shows the headers of the answer', async () => {
    const server = await startServer({ body: '{}', headers: { 'x-request-id': '7' } });
    const { response } = await createTestClient(server.origin).raw.GET('/fapi/v1/ping');
    expect(new Map(response.headers).get('x-request-id')).toBe('7');
  });
});

it('a byte order mark before the JSON is no fault', async () => {
  const server = await startServer({ body: '\ufeff{"orderId":"1"}' });
  expect(await createTestClient(server.origin).createOrder(limitOrder)).toEqual({ orderId: '1' });
});

it('an answer that switches protocols ends the call at once', async () => {
  const server = await startServer({ status: 101, headers: { connection: 'upgrade', upgrade: 'x' } });
  const error = await failureOf(createTestClient(server.origin).createOrder(limitOrder));
  expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
});

it('a broken read says that it can be called again, a broken write that one has to look first', async () => {
  const client = createTestClient('https://host.example', { transport: () => Promise.reject(new Error('broken')) });
  expect(await failureOf(client.getOpenOrders())).toMatchObject({ message: expect.stringContaining('It only reads') });
  expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({
    message: expect.stringContaining('look before'),
  });
});

it('whatever a transport throws, it is an error of ours', async () => {
  for (const thrown of [undefined, null, 'text', 7n, Symbol('s'), Object.create(null), { toString: () => 5 }]) {
    const transport = () => Promise.reject(thrown);
    const error = await failureOf(createTestClient('https://futures.example', { transport }).createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
  }
});
