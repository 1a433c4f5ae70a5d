import { RateLimitError } from '../core/errors.js';
import type { LimitedCall } from './limiter.js';

/** The end of a pause that a call waits for. */
export const PAUSED = 'rate-limited by the service';

/** Builds the refusal of a call that would wait too long, for `what`; `leftMs` is how long it can still wait. */
export function rateRefusal(call: LimitedCall, what: string, waitMs: number, leftMs: number): RateLimitError {
  const raise = `raise timeoutMs (this call could wait ${seconds(Math.max(leftMs, 0))} s)`;
  const retry = `Retry in ${seconds(waitMs)} s`;
  const advice =
    waitMs === Infinity
      ? 'Raise the limit (option limiter).'
      : // No option ends a pause that the service asked for.
        what === PAUSED
        ? `${retry}, or ${raise}.`
        : `${retry}, ${raise}, or change the option limiter.`;
  return new RateLimitError(`${call.operationId}: ${what}. Nothing was sent. ${advice}`, {
    waitMs: Math.ceil(waitMs),
    operationId: call.operationId,
  });
}

/** For people: tenths of a second, rounded up. */
const seconds = (ms: number): number => Math.ceil(ms / 100) / 10;
