import type { Limiter, SlowDown } from './limiter.js';
import { PAUSED, rateRefusal } from './rate-refusal.js';
import { refuse } from '../core/argument.js';
import { sleep } from '../transport/real-time.js';

/** Options of limiters that pause when the service asks for fewer calls. */
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
 * can wait that long wait, cancels go first after it, the others are refused with RateLimitError before anything is sent.
 *
 * @see unknowns `limits.rates`, `limits.breach`
 */
export function createReactiveLimiter(now = () => performance.now(), wait = sleep): Limiter {
  const pause = createPause(now, readMaxRetryAfter());
  return {
    tryAcquire: () => pause.leftMs() === 0,
    async acquire(call, signal) {
      if (signal.aborted) throw signal.reason;
      const startedMs = now();
      let waitedMs = 0;
      for (let left = pause.leftMs(); left > 0; left = pause.leftMs()) {
        // A clock that stands still, in a test, does not make it wait forever.
        const withinMs = call.withinMs - Math.max(now() - startedMs, waitedMs);
        if (left > withinMs) throw rateRefusal(call, PAUSED, left, withinMs);
        // Timers fire in the order of their ends: one millisecond is enough for cancels to go first.
        const ms = Math.ceil(left) + (call.effect === 'wipe' ? 0 : 1);
        await wait(ms, signal);
        waitedMs += ms;
      }
    },
    slowDown(reason) {
      pause.slowDown(reason);
      return pause.leftMs();
    },
  };
}

/** @throws {ArgumentError} When it is not a number of milliseconds. */
export function readMaxRetryAfter(ms = 300_000): number {
  if (typeof ms === 'number' && ms >= 1) return ms;
  return refuse('maxRetryAfterMs', `must be a number of milliseconds from 1, got ${JSON.stringify(ms)}`);
}

const FIRST_MS = 1_000;
/** The shortest ban that is documented for a deployment. */
const BAN_MS = 120_000;
/** After this time without a complaint the next pause is a first one again. */
const QUIET_MS = 60_000;

/** The time for which nothing may be sent, because the service said so. */
export interface Pause {
  /** Milliseconds until calls may go again; 0 when they may. */
  leftMs(): number;
  /** Pauses for as long as the service wants; returns whether this is news, and not about calls sent before the pause. */
  slowDown(reason: SlowDown): boolean;
  /** Pauses at least this long. */
  atLeast(ms: number): void;
}

/*
 * Calls that were under way already are answered during the pause: they may prolong it by what they say, but only a
 * complaint after the pause doubles the next one. Otherwise fifty calls in flight would pause for days.
 */
export function createPause(now: () => number, maxRetryAfterMs: number): Pause {
  let until = -Infinity;
  let nextMs = FIRST_MS;
  const leftMs = (): number => Math.max(until - now(), 0);
  const atLeast = (ms: number): void => {
    until = Math.max(until, now() + ms);
  };
  return {
    leftMs,
    atLeast,
    slowDown({ status, retryAfterMs = 0 }) {
      const isNews = leftMs() === 0;
      if (isNews) nextMs = now() - until > QUIET_MS ? FIRST_MS : nextMs * 2;
      nextMs = Math.min(nextMs, maxRetryAfterMs);
      const wanted = retryAfterMs > 0 ? Math.min(retryAfterMs, maxRetryAfterMs) : nextMs;
      atLeast(Math.max(wanted, status === 418 ? BAN_MS : 0));
      return isNews;
    },
  };
}
