import type { Operation } from '../../../generated/operations.js';
import type { FaultKind } from './faults.js';
import type { RawResponse } from './request.js';

/** What a request is answered with, and what is known about it. */
export interface SandboxResponse {
  readonly response: RawResponse;
  /** What goes wrong on the way back, if anything. */
  readonly fault: FaultKind | undefined;
  readonly operation: Operation | undefined;
  /** The code of the refusal; undefined after a success. */
  readonly refused: string | undefined;
}
