import type { Effect, OperationId } from '../../generated/operations.js';

/** What became of one call through the sidecar. Holds no key, secret, signature or token. */
export interface SidecarCall {
  readonly method: string;
  /** Path and query as they went upstream, or would have gone; without the token and the upstream's prefix. */
  readonly target: string;
  /** Undefined when the description has no such operation. */
  readonly operationId: OperationId | undefined;
  readonly effect: Effect | undefined;
  readonly signed: boolean;
  /** What was broken on purpose; undefined when nothing was, or nothing could be. */
  readonly broken: string | undefined;
  /** Status of the answer; undefined when the caller left before there was one. */
  readonly status: number | undefined;
  /** Why the sidecar answered in place of the service, in one word; undefined when the service answered. */
  readonly refused: string | undefined;
}
