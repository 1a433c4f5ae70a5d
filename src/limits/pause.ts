import type { SlowDown } from './limiter.js';

const FIRST_MS = 1_000;
/** The shortest ban that was observed; going on during it prolongs it. */
const BAN_MS = 120_000;
/** After so long without a complaint the next pause is a first one again. */
const QUIET_MS = 60_000;

/** How long nothing may be sent, because the service said so. */
export interface Pause {
  /** Milliseconds until calls may go again; 0 when they may. */
  leftMs(): number;
  /** Pauses for as long as the service wants; returns whether this is news, and not about calls sent before the pause. */
  slowDown(reason: SlowDown): boolean;
  /** Pauses at least so long. */
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
