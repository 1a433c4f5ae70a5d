import { RateLimitError } from '../core/errors.js';
import type { LimitedCall } from './limiter.js';

/** What a call waits for during a pause. */
export const PAUSED = 'the service asked for fewer calls';

/** Builds the refusal of a call that would wait too long, for `what`; `leftMs` is how long it can still wait. */
export function rateRefusal(call: LimitedCall, what: string, waitMs: number, leftMs: number): RateLimitError {
  const wait = Math.ceil(waitMs);
  return new RateLimitError(
    `${call.operationId}: ${what}. It would have to wait ${wait} ms, and has ${Math.max(Math.floor(leftMs), 0)} ms. ` +
      'Nothing was sent. Call later or less often, or change timeoutMs or the limiter (option limiter).',
    { waitMs: wait, operationId: call.operationId },
  );
}
