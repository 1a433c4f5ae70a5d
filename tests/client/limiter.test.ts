import { describe, expect, it, vi } from 'vitest';
import type { LimitedCall, Limiter, SlowDown } from '../../src/limits/limiter.js';
import { NetworkError, RateLimitError } from '../../src/core/errors.js';
import { type Reply, serve } from '../support/scripted-service.js';
import { failureOf, limitOrder, throwing } from '../support/test-client.js';

const never = (): Promise<never> => new Promise(() => {});

const asked = (call: LimitedCall): unknown[] => [call.operationId, call.effect, call.weight, call.withinMs];

describe('the limiter is asked', () => {
  it('for each attempt, before it is signed: operation, effect, weight, and how long the call can wait', async () => {
    const order: unknown[] = [];
    const limiter: Limiter = {
      tryAcquire: (call) => (order.push(['try', ...asked(call)]), false),
      acquire: async (call) => void order.push(['acquire', ...asked(call)]),
    };
    const sign = (): string => (order.push('sign'), 'signature');
    const { client } = serve([() => (order.push('send'), {})], { limiter, sign, timeoutMs: 700 });
    await client.changeLeverage({ contractName: 'E-BTC-USDT', nowLevel: 10 }).catch(() => {});
    expect(order).toEqual([
      ['try', 'changeLeverage', 'reversible', 1, 700],
      ['acquire', 'changeLeverage', 'reversible', 1, 700],
      'sign',
      'send',
    ]);
  });

  it('again for every further attempt of a read', async () => {
    const acquire = vi.fn<Limiter['acquire']>(() => Promise.resolve());
    const { client, requests } = serve([{ status: 503 }, { status: 503 }, { text: '[]' }], { limiter: { acquire } });
    await client.getOpenOrders();
    expect([requests.length, acquire.mock.calls.length]).toEqual([3, 3]);
  });

  it('for public calls, and for those of the clock', async () => {
    const operations: string[] = [];
    const limiter = { acquire: async ({ operationId }: LimitedCall) => void operations.push(operationId) };
    const { client } = serve([{ text: '{"serverTime":1700000000000}' }], { limiter });
    await client.ping();
    await client.clock.sync();
    expect(operations).toEqual(['ping', 'getServerTime']);
  });

  it('not to wait where tryAcquire has taken the place already', async () => {
    const acquire = vi.fn(never);
    const { client } = serve([{ text: '[]' }], { limiter: { tryAcquire: () => true, acquire } });
    expect(await client.getOpenOrders()).toEqual([]);
    expect(acquire).not.toHaveBeenCalled();
  });

  it('for nothing that is refused before', async () => {
    const acquire = vi.fn<Limiter['acquire']>(() => Promise.resolve());
    const { client } = serve([{}], { limiter: { acquire }, credentials: undefined });
    await failureOf(client.createOrder({ ...limitOrder, price: 'x' }));
    await failureOf(client.createOrder(limitOrder));
    await failureOf(client.getOpenOrders({}, { signal: AbortSignal.abort() }));
    expect(acquire).not.toHaveBeenCalled();
  });
});

describe('waiting for a place', () => {
  /** A client on a clock of its own, and a limiter that is served by hand. */
  function waiting(timeoutMs: number) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const places: { enter(): void; readonly signal: AbortSignal }[] = [];
    const limiter: Limiter = { acquire: (_call, signal) => new Promise((enter) => places.push({ enter, signal })) };
    const { client, requests } = serve([{ text: '{"orderId":"1"}' }], { timeoutMs, limiter });
    return { client, requests, places };
  }

  const waitFor = (list: readonly unknown[]): Promise<void> =>
    vi.waitUntil(() => list.length > 0, { interval: 1 }).then(() => {});

  it('spends the time of the attempt: the transport is told how much of it is gone', async () => {
    const { client, requests, places } = waiting(1000);
    const call = client.createOrder(limitOrder);
    await waitFor(places);
    await vi.advanceTimersByTimeAsync(400);
    places[0]!.enter();
    await call;
    expect(requests[0]!.timeoutMs).toBe(1000);
    expect(requests[0]!.waitedMs).toBeGreaterThanOrEqual(400);
    expect(requests[0]!.waitedMs).toBeLessThan(500);
  });

  it('ends with the time of the attempt: the place is given up, and nothing was sent, then or later', async () => {
    const { client, requests, places } = waiting(1000);
    const failure = failureOf(client.createOrder(limitOrder));
    await waitFor(places);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failure).toMatchObject({ code: 'TIMEOUT', outcome: 'not-sent' });
    expect(places[0]!.signal.aborted).toBe(true);
    places[0]!.enter();
    await vi.advanceTimersByTimeAsync(10);
    expect(requests).toEqual([]);
  });

  it('ends with an abort in the same way', async () => {
    const { client, requests, places } = waiting(1000);
    const controller = new AbortController();
    const failure = failureOf(client.createOrder(limitOrder, { signal: controller.signal }));
    await waitFor(places);
    expect(places[0]!.signal.aborted).toBe(false);
    controller.abort(new Error('enough'));
    expect(await failure).toMatchObject({ code: 'ABORTED', outcome: 'not-sent', cause: { message: 'enough' } });
    expect(places[0]!.signal.aborted).toBe(true);
    expect(requests).toEqual([]);
  });
});

describe('a limiter that refuses or fails: nothing is signed and nothing is sent', () => {
  const full = new RateLimitError('getOpenOrders: full', { waitMs: 9000 });
  const broken = new Error('redis is gone');
  const failed = { code: 'ARGUMENT', field: 'limiter' };

  it.each<[string, Limiter, object]>([
    ['refuses', { acquire: () => Promise.reject(full) }, { code: 'RATE_LIMIT', waitMs: 9000 }],
    ['rejects', { acquire: () => Promise.reject(broken) }, { ...failed, cause: broken }],
    ['throws at once', { acquire: throwing(broken) }, { ...failed, cause: broken }],
    ['throws in tryAcquire', { tryAcquire: throwing(broken), acquire: never }, { ...failed, cause: broken }],
    [
      'fails with an error of ours that belongs to another call',
      { acquire: () => Promise.reject(new NetworkError('lost', { outcome: 'unknown' })) },
      { ...failed, cause: { message: 'lost' } },
    ],
  ])('%s', async (_, limiter, expected) => {
    const sign = vi.fn(() => 'signature');
    const { client, requests } = serve([{ text: '[]' }], { limiter, sign });
    expect(await failureOf(client.getOpenOrders())).toMatchObject({ ...expected, outcome: 'not-sent' });
    expect([requests.length, sign.mock.calls.length]).toEqual([0, 0]);
  });

  it('is refused as an option when it cannot be asked', () => {
    for (const limiter of [{}, null, { acquire: 5 }, { tryAcquire: () => true }]) {
      expect(() => serve([{}], { limiter: limiter as never })).toThrow('limiter must have an acquire method');
    }
  });
});

describe('slowDown is told', () => {
  async function toldBy(reply: Reply, retries: 0 | 1 = 0): Promise<SlowDown[]> {
    const told: SlowDown[] = [];
    const limiter: Limiter = { acquire: () => Promise.resolve(), slowDown: (reason) => void told.push(reason) };
    const { client } = serve([reply], { limiter, retry: { retries, baseDelayMs: 0 } });
    await failureOf(client.getOpenOrders());
    return told;
  }

  it.each([410, 418, 429])('after status %d, with what Retry-After says', async (status) => {
    expect(await toldBy({ status, headers: { 'retry-after': '30' } })).toEqual([
      { status, apiCode: undefined, retryAfterMs: 30_000 },
    ]);
    expect(await toldBy({ status })).toEqual([{ status, apiCode: undefined, retryAfterMs: undefined }]);
  });

  it('after code -1003, and once where status and code say the same', async () => {
    const text = '{"code":-1003,"msg":"slow"}';
    const headers = { 'retry-after': '2' };
    expect(await toldBy({ text, headers })).toEqual([{ status: 200, apiCode: '-1003', retryAfterMs: 2000 }]);
    expect(await toldBy({ status: 429, text })).toHaveLength(1);
  });

  it('after a write as after a read, and after each attempt', async () => {
    expect(await toldBy({ status: 429 }, 1)).toHaveLength(2);
    const slowDown = vi.fn();
    const { client } = serve([{ text: '{"code":-1003}' }], { limiter: { acquire: () => Promise.resolve(), slowDown } });
    await failureOf(client.createOrder(limitOrder));
    expect(slowDown).toHaveBeenCalledTimes(1);
  });

  it.each([200, 400, 403, 500, 503])('not after status %d', async (status) => {
    expect(await toldBy({ status, text: '{"code":-1121}' })).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['throws', throwing(new Error('no'))],
    ['rejects', (() => Promise.reject(new Error('no'))) as () => void],
  ])('and when it %s, the answer is what it was', async (_, slowDown) => {
    const { client } = serve([{ status: 429, text: 'busy' }], {
      limiter: { acquire: () => Promise.resolve(), slowDown },
      retry: false,
    });
    expect(await failureOf(client.getOpenOrders())).toMatchObject({ code: 'HTTP_STATUS', status: 429 });
  });
});

describe('the error of a call that was one too many', () => {
  const order = async (reply: Reply, limiter: Limiter | undefined = undefined): Promise<string> => {
    const { client } = serve([reply], { limiter });
    return ((await failureOf(client.createOrder(limitOrder))) as Error).message;
  };
  const text = '{"code":-1003,"msg":"slow"}';

  it.each<[Reply, words: string, seconds: number]>([
    [{ status: 418, text }, 'refused with HTTP status 418 (observed: a ban) and code -1003', 120],
    [{ status: 418, text: 'busy' }, 'HTTP status 418 (observed: a ban): "busy"', 120],
    [
      { status: 429, text, headers: { 'retry-after': '30' } },
      'refused with HTTP status 429 and code -1003 (observed: too many requests)',
      30,
    ],
    [{ text }, 'refused with code -1003 ', 1],
  ])('%j names what asks for fewer calls, and the pause', async (reply, words, seconds) => {
    const message = await order(reply);
    expect(message).toContain(words);
    const end = String.raw`Nothing was done \(assumed\)\. The client now pauses for ${seconds} s\.$`;
    expect(message).toMatch(new RegExp(end));
  });

  it('says of a limiter of the caller what that says, and nothing else', async () => {
    const acquire = (): Promise<void> => Promise.resolve();
    expect(await order({ status: 429, text }, { acquire, slowDown: () => 2500 })).toMatch(/ pauses for 3 s\.$/);
    expect(await order({ status: 429, text }, { acquire, slowDown: () => {} })).not.toContain('pauses');
    expect(await order({ status: 429, text }, { acquire })).not.toContain('pauses');
  });
});
