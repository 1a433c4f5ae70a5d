import type { Effect } from '../../generated/operations.js';

/** The call that a limiter is asked about. */
export interface LimitedCall {
  readonly operationId: string;
  /** `wipe` and `money` calls are the ones that a person waits for; a limiter lets `wipe` (cancels) go first. */
  readonly effect: Effect;
  /** Declared weight (`x-weight`), or 1 where the document shows none. */
  readonly weight: number;
  /** Milliseconds that the call can wait at most; 0 when its deadline has passed. */
  readonly withinMs: number;
  /** The caller will tell `ended`. Until then the call may still be on its way to the service. */
  readonly tellsEnd?: boolean | undefined;
}

/** Why the service wants fewer calls. */
export interface SlowDown {
  /** HTTP status: 410, 418 or 429; 200 when only the code says it. */
  readonly status: number;
  /** Code of the envelope (`"-1003"`), where there is one. */
  readonly apiCode: string | undefined;
  /** The wait of Retry-After, in milliseconds; undefined when there is none. */
  readonly retryAfterMs: number | undefined;
}

/**
 * A rate budget. Every attempt, retries included, takes its weight from it before it is signed.
 *
 * @see `createRateLimiter` of `futures-trading-client/limits`
 */
export interface Limiter {
  /** Takes what the call costs, if it may leave now and nothing waits before it. Without it, `acquire` is always asked. */
  tryAcquire?(call: LimitedCall): boolean;
  /**
   * Resolves when the call may leave, having taken what it costs. Rejects with RateLimitError when that cannot be
   * within `call.withinMs`; gives up its place when `signal` is aborted.
   */
  acquire(call: LimitedCall, signal: AbortSignal): Promise<void>;
  /**
   * A call that was let go and says `tellsEnd` has its response, or has failed: by now the service has counted it. The same
   * object as was passed to `tryAcquire` and `acquire`. Also told for calls that were refused.
   */
  ended?(call: LimitedCall): void;
  /**
   * The service answered that there are too many calls. May return for how many milliseconds nothing leaves now: the error of
   * the call says so.
   */
  slowDown?(reason: SlowDown): number | void;
}
