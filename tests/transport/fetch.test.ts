import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { UnsupportedError } from '../../src/core/errors.js';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import type { FetchInit, FetchLike } from '../../src/transport/fetch.js';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';

const baseUrl = 'http://127.0.0.1:1';
const answer = (text: string) => ({ status: 200, headers: new Headers(), text: async () => text });

function recordingFetch(): { fetch: FetchLike; calls: [url: string, init: FetchInit][] } {
  const calls: [string, FetchInit][] = [];
  const fetch: FetchLike = async (...call) => {
    calls.push(call);
    return answer('{"orderId":"1"}');
  };
  return { fetch, calls };
}

describe('a fetch that fails in a web page', () => {
  const fails = async (error: Error): Promise<Error> =>
    (await failureOf(
      createTestClient(baseUrl, { fetch: () => Promise.reject(error), dangerouslyAllowBrowser: true }).createOrder(
        limitOrder,
      ),
    )) as Error;

  it('names CORS, which no browser tells apart from a broken connection', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    const error = await fails(new TypeError('Failed to fetch'));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown', message: expect.stringContaining('CORS') });
    expect((await fails(new Error('my own'))).message).not.toContain('CORS');
  });

  it('does not name it elsewhere', async () => {
    expect((await fails(new TypeError('Failed to fetch'))).message).not.toContain('CORS');
  });
});

describe('the fetch option', () => {
  it('is called with an address and a plain init, and told not to follow redirects', async () => {
    const { fetch, calls } = recordingFetch();
    await createTestClient(`${baseUrl}/gateway`, { fetch }).createOrder(limitOrder);
    const [url, init] = calls[0]!;
    expect(url).toBe(`${baseUrl}/gateway/fapi/v1/order`);
    expect(Object.getPrototypeOf(init)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(init.headers)).toBe(Object.prototype);
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual', body: expect.stringMatching(/^\{"volume":1,/) });
    expect(init).toMatchObject({ cache: 'no-store', credentials: 'omit' });
    expect(Object.keys(init).sort()).toEqual('body cache credentials headers method redirect signal'.split(' '));
  });

  it('gets the body of getOrder, should it be able to send one', async () => {
    const { fetch, calls } = recordingFetch();
    await createTestClient(baseUrl, { fetch }).getSomeOrder({ contractName: 'E-BTC-USDT' });
    expect(calls[0]![1]).toMatchObject({ method: 'GET', body: '{"contractName":"E-BTC-USDT"}' });
  });

  it('is not a reason to hang: a fetch that ignores its signal is left behind at the deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => void (begin = resolve));
    const fetch: FetchLike = () => {
      begin();
      return new Promise(() => {});
    };
    const call = failureOf(createTestClient(baseUrl, { fetch, timeoutMs: 10_000, retry: false }).ping());
    await begun;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject({ code: 'TIMEOUT', outcome: 'unknown' });
  });

  it.each([
    ['that fails without a cause', new TypeError('Failed to fetch'), 'Failed to fetch'],
    ['that throws what is no error', 'nothing', 'nothing'],
  ])('%s leaves the outcome unknown', async (_how, thrown, message) => {
    const failing: FetchLike = () => Promise.reject(thrown);
    const error = await failureOf(createTestClient(baseUrl, { fetch: failing }).createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown', cause: { message } });
  });

  it('that fails with its own cause is copied to the end, however deep, and however round', async () => {
    const round: Error & { cause?: unknown } = new Error('round');
    round.cause = round;
    const error = await failureOf(createTestClient(baseUrl, { fetch: () => Promise.reject(round) }).ping());
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown', cause: { cause: { message: 'round' } } });
  });

  it.each([
    ['answers an opaque redirect, as browsers do', { status: 0 }, { code: 'HTTP_STATUS', status: 0 }],
    ['followed one all the same', { redirected: true }, { code: 'HTTP_STATUS', status: 0 }],
  ])('that %s is unknown', async (_, shown, expected) => {
    const fetch: FetchLike = async () => ({ ...answer('{"orderId":"1"}'), ...shown });
    const error = await failureOf(createTestClient(baseUrl, { fetch }).createOrder(limitOrder));
    expect(error).toMatchObject({ ...expected, outcome: 'unknown' });
  });
});

describe('a standard fetch', () => {
  it('cannot send getOrder: the error names the option, and no connection is made', async () => {
    const server = await startServer({ body: '{}' });
    const client = createTestClient(server.origin, { fetch: globalThis.fetch });
    const error = await failureOf(client.getSomeOrder({ contractName: 'E-BTC-USDT' }));
    expect(error).toBeInstanceOf(UnsupportedError);
    expect(error).toMatchObject({ outcome: 'not-sent', option: 'dialect.getBody', operationId: 'getOrder' });
    expect((error as Error).message).toContain("dialect.getBody to 'query'");
    expect(server.connections).toBe(0);
  });

  it('that sends once more after 421 leaves an order unknown, although its last try found no server', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      server.close();
      response.writeHead(421, { connection: 'close' }).end();
    });
    const client = createTestClient(`http://127.0.0.1:${await listenOnFreePort(server)}`, { fetch: globalThis.fetch });
    expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(requests).toBe(1);
  });

  it('is the default transport of other runtimes, looked up at the call', async () => {
    const server = await startServer({ body: '{}' });
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    const client = createTestClient(server.origin, { transport: createDefaultTransport() });
    const fetch = vi.spyOn(globalThis, 'fetch');
    expect(await client.ping()).toEqual({});
    expect(fetch).toHaveBeenCalledOnce();
  });
});
