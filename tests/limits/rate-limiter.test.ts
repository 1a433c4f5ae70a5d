import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../generated/operations.js';
import type { Limiter } from '../../src/limits/limiter.js';
import { RateLimitError } from '../../src/core/errors.js';
import { createRateLimiter, observedLimits, type RateLimits } from '../../src/limits/index.js';
import { callOf, never, slowDown429 } from './calls.js';

beforeEach(() => vi.useFakeTimers());

const perSecond = (weight: number): RateLimits => ({ total: { weight, perSeconds: 1 } });

/** Takes as the client does. */
async function go(limiter: Limiter, id: OperationId, withinMs?: number, weight?: number): Promise<void> {
  const call = callOf(id, withinMs, weight);
  if (limiter.tryAcquire?.(call) !== true) await limiter.acquire(call, never);
}

/** Starts the calls and notes which of them go, in order. */
function start(limiter: Limiter, ...ids: OperationId[]): OperationId[] {
  const gone: OperationId[] = [];
  for (const id of ids) void go(limiter, id).then(() => gone.push(id));
  return gone;
}

describe('a budget', () => {
  it('is by default what was observed: 12,000 a minute, and 20 in 2 s for three operations', () => {
    expect(observedLimits).toEqual({
      total: { weight: 12_000, perSeconds: 60 },
      operations: {
        cancelOrder: { requests: 20, perSeconds: 2 },
        getOpenOrders: { requests: 20, perSeconds: 2 },
        getTradeHistory: { requests: 20, perSeconds: 2 },
      },
    });
    const limiter = createRateLimiter();
    const taken = (id: OperationId) => {
      let count = 0;
      while (limiter.tryAcquire?.(callOf(id)) === true) count++;
      return count;
    };
    expect(taken('cancelOrder')).toBe(20);
    expect(taken('getOpenOrders')).toBe(20);
    expect(taken('createOrder')).toBe(12_000 - 40);
    vi.advanceTimersByTime(1999);
    expect(taken('cancelOrder')).toBe(0);
    vi.advanceTimersByTime(58_001);
    expect(taken('cancelOrder')).toBe(20);
    expect(taken('createOrder')).toBe(11_980);
  });

  it('frees each unit a window after it was taken, not at the end of a window of the clock', async () => {
    const limiter = createRateLimiter({ limits: perSecond(3) });
    const times: number[] = [];
    const startMs = performance.now();
    for (const afterMs of [0, 900, 50]) {
      vi.advanceTimersByTime(afterMs);
      await go(limiter, 'ping');
    }
    for (let i = 0; i < 3; i++) void go(limiter, 'ping').then(() => times.push(performance.now() - startMs));
    await vi.advanceTimersByTimeAsync(5000);
    expect(times).toEqual([1000, 1900, 1950]);
  });

  it('counts weight in the total and requests in the limit of an operation', async () => {
    const limiter = createRateLimiter({
      limits: { total: { weight: 10, perSeconds: 1 }, operations: { cancelOrder: { requests: 2, perSeconds: 1 } } },
    });
    expect(limiter.tryAcquire?.(callOf('cancelOrder', 0, 4))).toBe(true);
    expect(limiter.tryAcquire?.(callOf('cancelOrder', 0, 4))).toBe(true);
    expect(limiter.tryAcquire?.(callOf('cancelOrder', 0, 1))).toBe(false);
    expect(limiter.tryAcquire?.(callOf('createOrder', 0, 3))).toBe(false);
    expect(limiter.tryAcquire?.(callOf('createOrder', 0, 2))).toBe(true);
  });

  it.each([
    [{ total: { weight: 0, perSeconds: 1 } }, 'limits.total.weight must be a whole number from 1'],
    [{ total: { weigth: 1, perSeconds: 1 } } as never, 'limits.total.weigth is not a member'],
    [{ total: 6000 } as never, 'limits.total.weight must be a whole number from 1'],
    [{ total: { weight: 1, perSeconds: 0 } }, 'limits.total must have perSeconds above 0'],
    [{ operations: { pong: { requests: 1, perSeconds: 1 } } }, 'limits.operations.pong is not an operation'],
    [
      { operations: { ping: { requests: 1.5, perSeconds: 1 } } },
      'limits.operations.ping.requests must be a whole number from 1',
    ],
    [{ sum: 1 }, 'limits.sum is not a member (members: total, operations)'],
    [null, 'limits must be an object'],
  ])('refuses limits such as %j', (limits, message) => {
    expect(() => createRateLimiter({ limits: limits as RateLimits })).toThrow(message);
  });
});

describe('a call that has to wait', () => {
  it('goes before all that matter less: cancels, money, settings, reads', async () => {
    const limiter = createRateLimiter({ limits: perSecond(1) });
    await go(limiter, 'ping');
    const gone = start(limiter, 'getOrder', 'changeLeverage', 'createOrder', 'cancelOrder');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(gone).toEqual(['cancelOrder', 'createOrder', 'changeLeverage', 'getOrder']);
  });

  it('does not hold up other operations while its own limit is used up', async () => {
    const limiter = createRateLimiter({ limits: { operations: { getOpenOrders: { requests: 1, perSeconds: 1 } } } });
    const gone = start(limiter, 'getOpenOrders', 'getOpenOrders', 'cancelOrder', 'getOrder');
    await vi.advanceTimersByTimeAsync(0);
    expect(gone).toEqual(['getOpenOrders', 'cancelOrder', 'getOrder']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(gone).toHaveLength(4);
  });

  it('is not overtaken by lighter ones for ever', async () => {
    const limiter = createRateLimiter({ limits: perSecond(4) });
    await go(limiter, 'ping', 0, 2);
    await vi.advanceTimersByTimeAsync(500);
    const gone: string[] = [];
    void go(limiter, 'getOrder', 60_000, 4).then(() => gone.push('heavy'));
    void go(limiter, 'getOrder', 60_000, 1).then(() => gone.push('light'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(gone).toEqual(['heavy', 'light']);
  });

  it('gets a turn in the end, however many orders are sent', async () => {
    const limiter = createRateLimiter({ limits: perSecond(1) });
    await go(limiter, 'ping');
    let read = false;
    void go(limiter, 'getOrder').then(() => (read = true));
    let orders = 0;
    const again = (): void => void go(limiter, 'createOrder').then(() => (orders++, again()));
    again();
    again();
    await vi.advanceTimersByTimeAsync(4000);
    expect([read, orders]).toEqual([true, 3]);
  });

  it('is refused at once when the budget cannot have room in time, and is told why', async () => {
    const limiter = createRateLimiter({ limits: { operations: { getTradeHistory: { requests: 2, perSeconds: 2 } } } });
    await go(limiter, 'getTradeHistory');
    await go(limiter, 'getTradeHistory');
    const refusal = limiter.acquire(callOf('getTradeHistory', 1999), never);
    await expect(refusal).rejects.toThrow(RateLimitError);
    await expect(refusal).rejects.toMatchObject({ waitMs: 2000, operationId: 'getTradeHistory', outcome: 'not-sent' });
    await expect(refusal).rejects.toThrow(
      'getTradeHistory: 2 requests of getTradeHistory per 2 s are spent. Nothing was sent. Retry in 2 s, raise timeoutMs (this call could wait 2 s)',
    );
    await expect(refusal).rejects.toThrow('option limiter');
    const second = [callOf('getTradeHistory', 3999), callOf('getTradeHistory', 3999), callOf('getTradeHistory', 3999)];
    const results = second.map((call) => limiter.acquire(call, never));
    await expect(results[2]).rejects.toMatchObject({ waitMs: 4000 });
    await vi.advanceTimersByTimeAsync(2000);
    await Promise.all(results.slice(0, 2));
  });

  it('is refused when it weighs more than the limit', async () => {
    const limiter = createRateLimiter({ limits: perSecond(4) });
    await expect(go(limiter, 'getOrder', 60_000, 5)).rejects.toMatchObject({ waitMs: Infinity });
  });

  it('gives up its place when the signal is aborted, and lets those behind it go', async () => {
    const limiter = createRateLimiter({ limits: perSecond(4) });
    await go(limiter, 'ping', 0, 2);
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const heavy = limiter.acquire(callOf('getOrder', 60_000, 4), controller.signal);
    const light = limiter.acquire(callOf('getOrder'), never);
    controller.abort('enough');
    await expect(heavy).rejects.toBe('enough');
    await light;
    expect(removed).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    await expect(limiter.acquire(callOf('ping'), controller.signal)).rejects.toBe('enough');
  });
});

describe('a complaint of the service', () => {
  it('refuses what cannot wait so long, be it waiting already', async () => {
    const limiter = createRateLimiter({ limits: perSecond(1) });
    await go(limiter, 'ping');
    const waiting = go(limiter, 'getOrder', 2000).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    limiter.slowDown?.({ ...slowDown429, retryAfterMs: 5000 });
    expect(await waiting).toMatchObject({
      waitMs: 5000,
      message: expect.stringContaining('rate-limited by the service'),
    });
    await expect(go(limiter, 'cancelOrder', 4999)).rejects.toMatchObject({ waitMs: 5000 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('halves the limits, once for each burst, and gives a tenth back each minute', async () => {
    const limiter = createRateLimiter({ limits: perSecond(100), maxRetryAfterMs: 1000 });
    const room = () => {
      vi.advanceTimersByTime(1000);
      let count = 0;
      while (limiter.tryAcquire?.(callOf('ping')) === true) count++;
      return count;
    };
    expect(room()).toBe(100);
    for (let i = 0; i < 9; i++) limiter.slowDown?.(slowDown429);
    expect(room()).toBe(50);
    vi.advanceTimersByTime(60_000);
    expect(room()).toBe(60);
    vi.advanceTimersByTime(300_000);
    expect(room()).toBe(100);
    for (let i = 0; i < 9; i++) {
      limiter.slowDown?.(slowDown429);
      vi.advanceTimersByTime(1000);
    }
    expect(room()).toBe(12);
  });
});
