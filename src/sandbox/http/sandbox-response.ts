import type { Operation } from '../../../generated/operations.js';
import type { FaultKind } from './faults.js';
import type { RawResponse } from './request.js';

/** The response to a request, and what is known about it. */
export interface SandboxResponse {
  readonly response: RawResponse;
  /** The fault on the way back, if any. */
  readonly fault: FaultKind | undefined;
  readonly operation: Operation | undefined;
  /** The code of the refusal; undefined after a success. */
  readonly refused: string | undefined;
}
