import type { Limiter, SlowDown } from '../limits/limiter.js';
import type { Call } from './call.js';
import { callSafely, tell } from './logging/log.js';
import type { Settings } from './settings.js';

/** Code of too many requests (observed). */
export const TOO_MANY = '-1003';

/** Tells whether a status alone says that there are too many calls. */
export const asksToSlowDown = (status: number): boolean => status === 429 || status === 418 || status === 410;

/** Tells the limiter and the logger that the service wants fewer calls, and the call how long the limiter pauses. */
export function slowDown(
  { limiter, settings }: { readonly limiter: Limiter; readonly settings: Settings },
  call: Call,
  reason: SlowDown,
): void {
  callSafely(() => {
    const pauseMs: unknown = limiter.slowDown?.(reason);
    if (typeof pauseMs === 'number') call.pauseMs = pauseMs;
    return pauseMs;
  });
  const { operationId } = call;
  const { status, apiCode, retryAfterMs } = reason;
  const asked = retryAfterMs === undefined ? '' : `: retry in ${retryAfterMs / 1000} s`;
  const message = `${operationId}: rate-limited by the service (${apiCode ?? `status ${status}`})${asked}`;
  tell(settings.log, { level: 'warn', event: 'slow-down', message, operationId, details: { ...reason } });
}
