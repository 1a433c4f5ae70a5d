import type { Effect, OperationId } from '../../generated/operations.js';

/** The end of one call through the sidecar. Holds no key, secret, signature or token. */
export interface SidecarCall {
  readonly method: string;
  /** Path and query as they went upstream, or would have gone; without the token and the upstream's prefix. */
  readonly target: string;
  /** Undefined when the description has no such operation. */
  readonly operationId: OperationId | undefined;
  readonly effect: Effect | undefined;
  /** `clientOrderId` of the request's body. */
  readonly clientOrderId: string | undefined;
  readonly signed: boolean;
  /** Age of the caller's X-CH-TS, milliseconds, where it was kept: an order that is late gets no later time. */
  readonly lateMs: number | undefined;
  /** Status of the response; undefined when the caller left before there was one. */
  readonly status: number | undefined;
  /** Why the sidecar did not pass the call on, in one word: nothing was sent. */
  readonly refused: string | undefined;
  /** Why the service's response did not come, or not whole: `no-connection`, `connection-broken`, `timed-out`, `cut-off`, `caller-left` … */
  readonly failed: string | undefined;
  /** `not-sent`, or `unknown` when the service may have acted. Undefined when its response says what became of the call. */
  readonly outcome: 'not-sent' | 'unknown' | undefined;
  /** `code` of the response, `orderId` of the response. */
  readonly code: string | undefined;
  readonly orderId: string | undefined;
}
