import type { Effect } from '../../generated/operations.js';
import { TimeoutError } from '../core/errors.js';

/*
 * A request that leaves just before its deadline arrives, and its response does not: an order whose outcome is unknown. So
 * what costs money keeps the last part of its time for the way there and back, and is not sent in it.
 */

/** Operations that can cost money when their outcome is unknown. */
const COSTLY: ReadonlySet<Effect> = new Set<Effect>(['money', 'wipe']);

/**
 * Milliseconds that a call must have left when it is sent. At most half of its time: a caller with a short `timeoutMs` has
 * chosen it.
 */
export function timeToReturn(effect: Effect, timeoutMs: number, minRoundTripMs: number): number {
  return COSTLY.has(effect) ? Math.min(minRoundTripMs, Math.floor(timeoutMs / 2)) : 0;
}

/** @throws {TimeoutError} With outcome `not-sent`, when a call that costs money has too little time left to return. */
export function assertTimeToReturn(
  {
    operationId,
    timeoutMs,
    returnMs,
  }: { readonly operationId: string; readonly timeoutMs: number; readonly returnMs: number },
  waitedMs: number,
): void {
  if (returnMs === 0) return;
  const leftMs = timeoutMs - waitedMs;
  // The limiter counts in whole milliseconds of a timer.
  if (leftMs >= returnMs - TIMER_MS) return;
  throw new TimeoutError(
    `${operationId}: only ${Math.max(Math.floor(leftMs), 0)} of ${timeoutMs} ms (timeoutMs) were left when it could be sent, and it ` +
      `needs ${returnMs} ms to return (minRoundTripMs). Nothing was sent. Retry later, or raise timeoutMs.`,
    { outcome: 'not-sent', operationId, timeoutMs },
  );
}

const TIMER_MS = 5;
