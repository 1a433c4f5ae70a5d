import type { Limiter } from './limiter.js';
import { createPause } from './pause.js';
import { PAUSED, rateRefusal } from './rate-refusal.js';
import { refuse } from '../core/argument.js';
import { sleep } from '../transport/deadline.js';

/** Options of {@link createReactiveLimiter}. */
export interface ReactiveLimiterOptions {
  /** The longest pause that Retry-After can ask for, in milliseconds; longer ones are cut to it. Default 300000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Monotonic clock in milliseconds. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Creates the limiter that a client has when it is given none. It counts nothing, because the service document shows no
 * numbers; it pauses all calls when the service asks for fewer (status 410, 418 or 429, or code -1003): for Retry-After,
 * or for 1 s, twice as long each time it is asked again within a minute, and at least 2 minutes after 418. Calls that
 * can wait so long wait, cancels go first after it, the others are refused with RateLimitError before anything is sent.
 *
 * @throws {ArgumentError} Naming the option that is wrong.
 * @see unknowns `limits.rates`, `limits.breach`
 */
export function createReactiveLimiter({
  maxRetryAfterMs = 300_000,
  now = () => performance.now(),
}: ReactiveLimiterOptions = {}): Limiter {
  const pause = createPause(now, readMaxRetryAfter(maxRetryAfterMs));
  return {
    tryAcquire: () => pause.leftMs() === 0,
    async acquire(call, signal) {
      if (signal.aborted) throw signal.reason;
      const deadline = now() + call.withinMs;
      for (let left = pause.leftMs(); left > 0; left = pause.leftMs()) {
        if (now() + left > deadline) throw rateRefusal(call, PAUSED, left, deadline - now());
        // Timers fire in the order of their ends: one millisecond is enough for cancels to go first.
        await sleep(Math.ceil(left) + (call.effect === 'wipe' ? 0 : 1), signal);
      }
    },
    slowDown(reason) {
      pause.slowDown(reason);
    },
  };
}

/** @throws {ArgumentError} When it is no number of milliseconds. */
export function readMaxRetryAfter(ms: number): number {
  if (typeof ms === 'number' && ms >= 1) return ms;
  return refuse('maxRetryAfterMs', `must be a number of milliseconds from 1, got ${JSON.stringify(ms)}`);
}
