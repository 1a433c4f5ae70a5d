import type { Limiter, SlowDown } from '../limits/limiter.js';
import { callSafely, tell } from './logging/log.js';
import type { Settings } from './settings.js';

/** Whether a status alone says that there are too many calls. */
export const asksToSlowDown = (status: number): boolean => status === 429 || status === 418 || status === 410;

/** Tells the limiter and the logger that the service wants fewer calls. */
export function slowDown(
  { limiter, settings }: { readonly limiter: Limiter; readonly settings: Settings },
  operationId: string,
  reason: SlowDown,
): void {
  callSafely(() => limiter.slowDown?.(reason));
  const { status, apiCode, retryAfterMs } = reason;
  const asked = retryAfterMs === undefined ? '' : `: retry in ${retryAfterMs / 1000} s`;
  const message = `${operationId}: rate-limited by the service (${apiCode ?? `status ${status}`})${asked}`;
  tell(settings.log, { level: 'warn', event: 'slow-down', message, operationId, details: { ...reason } });
}
