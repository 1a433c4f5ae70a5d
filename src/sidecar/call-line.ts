import type { Effect, OperationId } from '../../generated/operations.js';

/** What became of one call through the sidecar. Holds no key, secret, signature or token. */
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
  /** Status of the answer; undefined when the caller left before there was one. */
  readonly status: number | undefined;
  /** Why the sidecar did not pass the call on, in one word: nothing was sent. */
  readonly refused: string | undefined;
  /** Why the service's answer did not come, or not whole: `no-connection`, `connection-broken`, `timed-out`, `cut-off`, `caller-left` … */
  readonly failed: string | undefined;
  /** `not-sent`, or `unknown` when the service may have acted. Undefined when its answer says what became of the call. */
  readonly outcome: 'not-sent' | 'unknown' | undefined;
  /** `code` of the answer, `orderId` of the answer. */
  readonly code: string | undefined;
  readonly orderId: string | undefined;
}
