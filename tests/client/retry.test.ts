import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientOptions } from '../../src/client/options.js';
import { ApiError, ClockError, type FuturesError, NetworkError } from '../../src/core/errors.js';
import { settle } from '../orders/desk.js';
import { AS_USUAL, type Reply, serve as script } from '../support/scripted-service.js';
import { recomputeSignature, recordedOf } from '../support/recompute-signature.js';
import { credentials, failureOf, limitOrder } from '../support/test-client.js';

const START_MS = 1_760_000_000_000;

/** A service that gives these replies, the last one again and again, to a client that waits, and when each request came. */
function serve(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  /** In milliseconds since the first. */
  const times: number[] = [];
  const noted = replies.map((reply): Reply => (request) => {
    times.push(Date.now() - START_MS);
    return typeof reply === 'function' ? reply(request) : reply;
  });
  return { ...script(noted, { ...AS_USUAL, ...options }), times };
}

const RESET: Reply = ({ operationId }) => {
  throw new NetworkError('reset', { outcome: 'unknown', operationId });
};
const DOWN: Reply = { status: 503, text: 'down' };
const EMPTY: Reply = { text: '[]' };

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

describe('what is sent again', () => {
  // Every read and every write: the fault matrix.
  it.each([
    ['a reset', RESET, 3],
    ['status 408', { status: 408 }, 3],
    ['status 410', { status: 410 }, 3],
    ['status 429', { status: 429 }, 3],
    ['status 500', { status: 500 }, 3],
    ['status 504', { status: 504 }, 3],
    ['status 501', { status: 501 }, 1],
    ['code -1001', { text: '{"code":-1001}' }, 3],
    ['status 502 with an unlisted code', { status: 502, text: '{"code":-4242}' }, 3],
    ['status 418, a ban', { status: 418 }, 1],
    ['status 418 with the code of too many requests', { status: 418, text: '{"code":-1003}' }, 1],
    ['status 404', { status: 404 }, 1],
    ['a redirect', { status: 307, headers: { location: 'https://elsewhere.example' } }, 1],
    ['code -1121', { text: '{"code":-1121}' }, 1],
    ['an unlisted code', { text: '{"code":-4242}' }, 1],
    ['a body that is not JSON', { text: '<html>' }, 1],
  ] as const)('a read, after %s', async (_name, reply, sends) => {
    const { client, requests } = serve([reply]);
    const { attempts = 1 } = (await settle(failureOf(client.getOpenOrders()))) as FuturesError;
    expect(attempts).toBe(sends);
    expect(requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3].slice(0, sends));
  });

  it('nothing with retry: false, and as often as `retries` says', async () => {
    for (const [retry, sends] of [
      [false, 1],
      [{ retries: 0 }, 1],
      [{ retries: 1 }, 2],
    ] as const) {
      const { client, requests } = serve([DOWN], { retry });
      await settle(failureOf(client.getOpenOrders()));
      expect(requests).toHaveLength(sends);
    }
  });
});

it('each attempt is signed anew, over its own time', async () => {
  const { client, requests } = serve([DOWN, DOWN, EMPTY]);
  await settle(client.getOpenOrders({ contractName: 'E-BTC-USDT' }));
  expect(new Set(requests.map(({ headers }) => headers['X-CH-TS'])).size).toBe(3);
  for (const request of requests)
    expect(request.headers['X-CH-SIGN']).toBe(recomputeSignature(recordedOf(request), credentials.apiSecret));
});

describe('waiting', () => {
  it('doubles, and is a random part of that', async () => {
    const most = serve([DOWN]);
    await settle(failureOf(most.client.getOpenOrders()));
    expect(most.times).toEqual([0, 200, 600]);
    vi.setSystemTime(START_MS);
    vi.mocked(Math.random).mockReturnValue(0.25);
    const quarter = serve([DOWN], { retry: { baseDelayMs: 1000, maxDelayMs: 1200 } });
    await settle(failureOf(quarter.client.getOpenOrders()));
    expect(quarter.times).toEqual([0, 250, 550]);
  });

  it('is as long as Retry-After asks, in seconds or until a date', async () => {
    const until = new Date(START_MS + 7000).toUTCString();
    const date = new Date(START_MS).toUTCString();
    for (const headers of [{ 'retry-after': '7' }, { 'retry-after': until, date }]) {
      vi.setSystemTime(START_MS);
      const { client, times } = serve([{ status: 503, headers }, EMPTY]);
      await settle(client.getOpenOrders());
      expect(times).toEqual([0, 7000]);
    }
  });

  it('is not longer than maxRetryAfterMs: the call fails at once, and the error says for how long', async () => {
    const { client, times } = serve([{ status: 503, headers: { 'retry-after': '11' } }]);
    const error = await settle(failureOf(client.getOpenOrders()));
    expect(times).toEqual([0]);
    expect(error).toMatchObject({ code: 'HTTP_STATUS', retryAfterMs: 11_000 });
  });

  it('ends at once when the caller aborts', async () => {
    const { client, requests } = serve([DOWN]);
    const controller = new AbortController();
    const call = failureOf(client.getOpenOrders({}, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitFor(() => expect(requests).toHaveLength(1), 600_000);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    expect(await call).toMatchObject({ code: 'ABORTED', outcome: 'unknown', cause: new Error('enough') });
    expect(vi.getTimerCount()).toBe(0);
    expect(requests).toHaveLength(1);
  });
});

describe('in an outage', () => {
  it('retries are a bounded addition to the traffic, not a multiple of it', async () => {
    const { client, requests } = serve([DOWN]);
    for (let call = 0; call < 100; call++) await settle(failureOf(client.getOpenOrders()));
    expect(requests).toHaveLength(110);
  });

  it('each success earns a tenth of a retry back', async () => {
    const replies = [...Array.from({ length: 100 }, () => DOWN), ...Array.from({ length: 20 }, () => EMPTY), DOWN];
    const { client, requests } = serve(replies);
    while (requests.length < 100) await settle(failureOf(client.getOpenOrders()));
    while (requests.length < 120) await client.getOpenOrders();
    const before = requests.length;
    for (let call = 0; call < 10; call++) await settle(failureOf(client.getOpenOrders()));
    expect(requests.length - before).toBe(12);
  });
});

describe('code -1021', () => {
  const REFUSED = '{"code":"-1021","msg":"Timestamp outside the window.","data":null,"succ":false}';

  /** A service whose clock is off, which refuses what its clock does not like. */
  function skewed(aheadMs: number, options: Partial<ClientOptions> = {}) {
    return serve(
      [
        ({ operationId, headers }) => {
          const serviceMs = Date.now() + aheadMs;
          if (operationId === 'getServerTime') return { text: `{"serverTime":${serviceMs},"timezone":"UTC"}` };
          const lateMs = serviceMs - Number(headers['X-CH-TS']);
          if (lateMs > 5000 || lateMs < -1000) return { text: REFUSED };
          return { text: operationId === 'getOpenOrders' ? '[]' : '{"orderId":5}' };
        },
      ],
      options,
    );
  }
  const names = ({ requests }: ReturnType<typeof serve>): string[] => requests.map(({ operationId }) => operationId);

  it('a read is sent once more, after one measurement, with the time of the service', async () => {
    const service = skewed(60_000);
    expect(await settle(service.client.getOpenOrders())).toEqual([]);
    expect(names(service)).toEqual(['getOpenOrders', 'getServerTime', 'getOpenOrders']);
    expect(service.client.clock).toMatchObject({
      offsetMs: expect.closeTo(60_000, -1),
      uncertaintyMs: 1,
      source: 'time',
    });
  });

  it('an order is not sent again: a ClockError says by how much the clocks differ, and the next order is right', async () => {
    const service = skewed(-60_000);
    const error = (await settle(failureOf(service.client.createOrder(limitOrder)))) as ClockError;
    expect(error).toBeInstanceOf(ClockError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'API',
      apiCode: '-1021',
      outcome: 'rejected',
      offsetMs: expect.closeTo(-60_000, -1),
      uncertaintyMs: 1,
    });
    expect(error.message).toMatch(/Clock offset -\d+ ms \(±1 ms\), now applied/);
    expect(names(service)).toEqual(['createOrder', 'getServerTime']);
    expect(await service.client.createOrder(limitOrder)).toEqual({ orderId: '5' });
  });

  it('an order that is refused so late that a proxy may have sent it twice is unknown', async () => {
    const late = (ms: number) =>
      serve([
        async ({ operationId }) => {
          if (operationId === 'createOrder') await new Promise((resolve) => setTimeout(resolve, ms));
          return { text: operationId === 'createOrder' ? REFUSED : `{"serverTime":${Date.now()}}` };
        },
      ]);
    const error = (await settle(failureOf(late(3000).client.createOrder(limitOrder)))) as ClockError;
    expect(error).toMatchObject({ name: 'ClockError', outcome: 'unknown' });
    expect(error.message).toContain('It was delayed, or a proxy sent it twice (status 200).');
    const soon = await settle(failureOf(late(2900).client.createOrder(limitOrder)));
    expect(soon).toMatchObject({ outcome: 'rejected' });
  });

  it('twenty refused reads measure once', async () => {
    const service = skewed(60_000);
    await settle(Promise.all(Array.from({ length: 20 }, () => service.client.getOpenOrders())));
    expect(names(service).filter((name) => name === 'getServerTime')).toHaveLength(1);
    expect(names(service)).toHaveLength(41);
  });

  it('a service that refuses every time is asked twice, not for ever', async () => {
    const { client, requests } = serve([
      ({ operationId }) => ({ text: operationId === 'getServerTime' ? `{"serverTime":${Date.now()}}` : REFUSED }),
    ]);
    expect(await settle(failureOf(client.getOpenOrders()))).toMatchObject({ name: 'ClockError', attempts: 2 });
    expect(requests.map(({ operationId }) => operationId).filter((name) => name === 'getOpenOrders')).toHaveLength(2);
  });

  it('when the time cannot be had either, the refusal stands', async () => {
    const { client } = serve([({ operationId }) => ({ text: operationId === 'getServerTime' ? '{}' : REFUSED })]);
    const error = await settle(failureOf(client.getOpenOrders()));
    expect(error).toMatchObject({ name: 'ClockError', apiCode: '-1021', uncertaintyMs: Infinity });
    await expect(client.clock.sync()).rejects.toMatchObject({
      name: 'ResponseShapeError',
      operationId: 'getServerTime',
    });
  });

  it('a measurement that hangs is not waited for longer than the call itself may take', async () => {
    const hanging = new Promise<never>(() => {});
    const { client } = serve([({ operationId }) => (operationId === 'getServerTime' ? hanging : { text: REFUSED })]);
    const error = await settle(failureOf(client.createOrder(limitOrder, { timeoutMs: 300 })));
    expect(error).toMatchObject({ name: 'ClockError', outcome: 'rejected', uncertaintyMs: Infinity });
    expect(Date.now() - START_MS).toBe(300);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a call that was aborted meanwhile measures nothing', async () => {
    const controller = new AbortController();
    const service = serve([() => (controller.abort(), { text: REFUSED })]);
    const error = await failureOf(service.client.createOrder(limitOrder, { signal: controller.signal }));
    expect(error).toMatchObject({ name: 'ClockError', outcome: 'rejected' });
    expect(names(service)).toEqual(['createOrder']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('with clock: local nothing is measured, and nothing is sent again', async () => {
    const service = skewed(60_000, { clock: 'local' });
    expect(await settle(failureOf(service.client.getOpenOrders()))).toMatchObject({ name: 'ClockError' });
    expect(names(service)).toEqual(['getOpenOrders']);
  });
});
