import { setMaxListeners } from 'node:events';
import { type OperationId, operations } from '../../generated/operations.js';
import type { LimitedCall } from '../../src/limits/limiter.js';

/** The questions of the client to a limiter about a call. */
export function callOf(operationId: OperationId, withinMs = 60_000, weight = 1): LimitedCall {
  return { operationId, effect: operations[operationId].effect, weight, withinMs };
}

/** A signal that is never aborted, for as many calls as like. */
export const never = new AbortController().signal;
setMaxListeners(0, never);

export const slowDown429 = { status: 429, apiCode: undefined, retryAfterMs: undefined };
