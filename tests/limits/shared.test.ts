import { inspect } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createReactiveLimiter } from '../../src/limits/reactive-limiter.js';
import {
  createSharedRateLimiter,
  type RedisClient,
  type SharedRateLimiterOptions,
} from '../../src/limits/shared/index.js';
import { failureOf } from '../support/test-client.js';
import { callOf, never, slowDown429 } from './calls.js';

/*
 * A Redis that is played, for what a real one cannot be made to do at a given moment: to say nothing, to fail, to refuse
 * for exactly so long.
 */
beforeEach(() => vi.useFakeTimers());

const silent: RedisClient = { eval: () => new Promise(() => {}) };

/** Refuses whoever asks for as many milliseconds as come next in the list, and then nobody. */
function refusing(...waits: number[]): RedisClient & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async eval(_script, _keyCount, key = '', units = '') {
      if (key.endsWith(':pause')) return [0, 0];
      asked.push(key);
      const wait = waits.shift() ?? 0;
      return wait > 0 ? [1e9, wait] : [Number(units), 0];
    },
  };
}

const shared = (redis: RedisClient, options: Partial<SharedRateLimiterOptions> = {}) =>
  createSharedRateLimiter({ redis, ...options });

describe('a Redis that says nothing', () => {
  test('makes no call outlive its deadline', async () => {
    const result = failureOf(shared(silent).acquire(callOf('createOrder', 120), never));
    await vi.advanceTimersByTimeAsync(120);
    expect(await result).toMatchObject({ code: 'RATE_LIMIT', outcome: 'not-sent' });
    expect(await result).toMatchObject({ message: expect.stringContaining('(no response from Redis within 120 ms)') });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('counts as unavailable after answerWithinMs', async () => {
    const gone = vi.fn();
    void shared(silent, { whenUnavailable: 'allow' }).acquire(callOf('createOrder'), never).then(gone);
    await vi.advanceTimersByTimeAsync(499);
    expect(gone).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('holds up nobody who gives up', async () => {
    const controller = new AbortController();
    const waiting = shared(silent).acquire(callOf('createOrder'), controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
    await expect(shared(silent).acquire(callOf('createOrder'), controller.signal)).rejects.toBe('enough');
  });

  test('does not keep this process from pausing when the service asks for it', async () => {
    const limiter = shared(silent, { whenUnavailable: 'allow' });
    limiter.slowDown?.({ ...slowDown429, retryAfterMs: 8000 });
    await expect(limiter.acquire(callOf('cancelOrder', 7999), never)).rejects.toMatchObject({ waitMs: 8000 });
  });

  test('leaves the rest of the time, and every complaint, to the limiter in its place', async () => {
    const ended = vi.fn();
    const inPlace = { ...createReactiveLimiter(), ended };
    const acquire = vi.spyOn(inPlace, 'acquire');
    const slowDown = vi.spyOn(inPlace, 'slowDown');
    const limiter = shared(silent, { whenUnavailable: inPlace, answerWithinMs: 100 });
    const call = callOf('createOrder', 1000);
    const gone = limiter.acquire(call, never);
    await vi.advanceTimersByTimeAsync(100);
    await gone;
    expect(acquire).toHaveBeenCalledWith(callOf('createOrder', 900), never);
    limiter.ended?.(call);
    expect(ended).toHaveBeenCalledExactlyOnceWith(acquire.mock.calls[0]![0]);
    limiter.slowDown?.(slowDown429);
    expect(slowDown).toHaveBeenCalledWith(slowDown429);
  });
});

test('no error shows what the error of the Redis client holds', async () => {
  const failing: RedisClient = {
    eval: () =>
      Promise.reject(Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['redis-password'] } })),
  };
  const error = await failureOf(shared(failing).acquire(callOf('createOrder'), never));
  expect(String(error)).toContain('unavailable (WRONGPASS)');
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('redis-password');
});

describe('a budget that is used up', () => {
  test('is asked by one call of a kind at a time, in the order in which they came', async () => {
    const redis = refusing(1000, 1000, 500);
    const limiter = shared(redis);
    const gone: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      void limiter.acquire(callOf('createOrder'), never).then(() => gone.push(name));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect([redis.asked.length, gone]).toEqual([2, []]);
    await vi.advanceTimersByTimeAsync(999);
    expect(redis.asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(gone).toEqual(['first', 'second', 'third']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keeps back no other kind of call', async () => {
    const redis = refusing(60_000, 60_000);
    const limiter = shared(redis);
    void limiter.acquire(callOf('getOpenOrders', 120_000), never);
    await vi.advanceTimersByTimeAsync(0);
    await limiter.acquire(callOf('cancelOrder'), never);
    await limiter.acquire(callOf('getOrder'), never);
    expect(redis.asked.map((key) => key.split(':')[1])).toEqual([
      'getOpenOrders',
      'getOpenOrders',
      'cancelOrder',
      'total',
      'total',
    ]);
  });

  test('refuses at once what cannot wait so long, and at its deadline what others kept back', async () => {
    const limiter = shared(refusing(1000, 1000, 1000));
    await expect(limiter.acquire(callOf('createOrder', 999), never)).rejects.toMatchObject({ waitMs: 1000 });
    const patient = limiter.acquire(callOf('createOrder', 5000), never);
    await vi.advanceTimersByTimeAsync(0);
    const hasty = failureOf(limiter.acquire(callOf('createOrder', 300), never));
    await vi.advanceTimersByTimeAsync(300);
    expect(await hasty).toMatchObject({
      code: 'RATE_LIMIT',
      message: expect.stringContaining('other calls went first'),
    });
    await vi.advanceTimersByTimeAsync(700);
    await patient;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('lets those behind a call go when it gives up its place', async () => {
    const limiter = shared(refusing(1000, 60_000, 1000));
    const controller = new AbortController();
    const first = limiter.acquire(callOf('createOrder', 120_000), controller.signal);
    await vi.advanceTimersByTimeAsync(0);
    const second = limiter.acquire(callOf('createOrder'), never);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort('enough');
    await expect(first).rejects.toBe('enough');
    await vi.advanceTimersByTimeAsync(1000);
    await second;
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each([
  [{ redis: undefined }, 'redis must be'],
  [{ prefix: '' }, 'prefix must be'],
  [{ reserve: 1 }, 'reserve must be'],
  [{ answerWithinMs: 0 }, 'answerWithinMs must be'],
  [{ whenUnavailable: 'fail' }, 'whenUnavailable must be'],
  [{ maxRetryAfterMs: 0 }, 'maxRetryAfterMs must be'],
  [{ maxRetryAfterMs: NaN }, 'maxRetryAfterMs must be'],
  [{ maxRetryAfterMs: '1' }, 'maxRetryAfterMs must be'],
  [{ limits: { total: { weight: 5, perSeconds: 0.5 } } }, 'limits must have perSeconds of at least 1'],
])('refuses options such as %j', (options, message) => {
  expect(() => shared(silent, options as Partial<SharedRateLimiterOptions>)).toThrow(message);
});
