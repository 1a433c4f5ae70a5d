import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Limiter } from '../../src/limits/limiter.js';
import { createReactiveLimiter } from '../../src/limits/reactive-limiter.js';
import { RateLimitError } from '../../src/core/errors.js';
import { callOf, never, slowDown429 } from './calls.js';

beforeEach(() => vi.useFakeTimers());

/** The time for which the limiter keeps calls back from now on. */
async function pauseOf(limiter: Limiter): Promise<number> {
  if (limiter.tryAcquire?.(callOf('ping')) === true) return 0;
  const refusal: unknown = await limiter.acquire(callOf('ping', 0), never).catch((error: unknown) => error);
  return (refusal as RateLimitError).waitMs;
}

describe('the limiter of a client that was given none', () => {
  it('lets every call go, at once and without a timer, as long as nobody complains', async () => {
    const limiter = createReactiveLimiter();
    const answers = Array.from({ length: 20_000 }, () => limiter.tryAcquire?.(callOf('createOrder')));
    expect(new Set(answers)).toEqual(new Set([true]));
    await limiter.acquire(callOf('createOrder', 0), never);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['status 410', { status: 410, apiCode: undefined, retryAfterMs: undefined }, 1000],
    ['status 429', { status: 429, apiCode: undefined, retryAfterMs: undefined }, 1000],
    ['code -1003 at status 200', { status: 200, apiCode: '-1003', retryAfterMs: undefined }, 1000],
    ['status 418, a ban', { status: 418, apiCode: undefined, retryAfterMs: undefined }, 120_000],
    ['status 418 with a short Retry-After', { status: 418, apiCode: undefined, retryAfterMs: 5000 }, 120_000],
    ['Retry-After', { status: 429, apiCode: undefined, retryAfterMs: 7000 }, 7000],
    ['Retry-After: 0', { status: 429, apiCode: undefined, retryAfterMs: 0 }, 1000],
    ['a Retry-After of three days', { status: 418, apiCode: undefined, retryAfterMs: 3 * 86_400_000 }, 300_000],
  ])('pauses after %s', async (_, reason, pauseMs) => {
    const limiter = createReactiveLimiter();
    limiter.slowDown?.(reason);
    expect(await pauseOf(limiter)).toBe(pauseMs);
    vi.advanceTimersByTime(pauseMs);
    expect(await pauseOf(limiter)).toBe(0);
  });

  it('doubles the pause with each complaint after one, up to the bound, and begins anew after a quiet minute', async () => {
    const limiter = createReactiveLimiter();
    const pauses: number[] = [];
    for (let i = 0; i < 11; i++) {
      limiter.slowDown?.(slowDown429);
      pauses.push(await pauseOf(limiter));
      vi.advanceTimersByTime(pauses.at(-1)!);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * 1000));
    vi.advanceTimersByTime(60_001);
    limiter.slowDown?.(slowDown429);
    expect(await pauseOf(limiter)).toBe(1000);
  });

  it('takes the complaints about one burst for one complaint', async () => {
    const limiter = createReactiveLimiter();
    for (let i = 0; i < 50; i++) limiter.slowDown?.(slowDown429);
    expect(await pauseOf(limiter)).toBe(1000);
    limiter.slowDown?.({ ...slowDown429, retryAfterMs: 3000 });
    expect(await pauseOf(limiter)).toBe(3000);
    limiter.slowDown?.({ ...slowDown429, retryAfterMs: 2000 });
    expect(await pauseOf(limiter)).toBe(3000);
  });

  it('refuses at once what cannot wait so long, and says what to do', async () => {
    const limiter = createReactiveLimiter();
    limiter.slowDown?.(slowDown429);
    const refusal = limiter.acquire(callOf('getOrder', 999), never);
    await expect(refusal).rejects.toThrow(RateLimitError);
    await expect(refusal).rejects.toMatchObject({ outcome: 'not-sent', operationId: 'getOrder', waitMs: 1000 });
    await expect(refusal).rejects.toThrow(
      /^getOrder: rate-limited by the service\. Nothing was sent\. Retry in 1 s.* 1 s\)/,
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets the waiting go after the pause, cancels first', async () => {
    const limiter = createReactiveLimiter();
    limiter.slowDown?.(slowDown429);
    const gone: string[] = [];
    for (const id of ['getOrder', 'createOrder', 'cancelOrder'] as const) {
      void limiter.acquire(callOf(id), never).then(() => gone.push(id));
    }
    await vi.advanceTimersByTimeAsync(999);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(gone).toEqual(['cancelOrder', 'getOrder', 'createOrder']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps a waiting call when the pause grows, and refuses it when that is past its deadline', async () => {
    const limiter = createReactiveLimiter();
    limiter.slowDown?.(slowDown429);
    const patient = limiter.acquire(callOf('ping', 5000), never);
    const hasty = limiter.acquire(callOf('ping', 2000), never).catch((error: unknown) => error);
    limiter.slowDown?.({ ...slowDown429, retryAfterMs: 4000 });
    await vi.advanceTimersByTimeAsync(1001);
    expect(await hasty).toBeInstanceOf(RateLimitError);
    await vi.advanceTimersByTimeAsync(3001);
    await patient;
    expect(vi.getTimerCount()).toBe(0);
  });
});
