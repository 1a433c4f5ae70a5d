import type { HeaderPairs } from '../../recording/header-pairs.js';
import type { OperationId } from '../model/operations.js';

/** A request letter for letter: also what a good client refuses to send. */
export interface RawCall {
  readonly operationId: OperationId | undefined;
  readonly method: string;
  /** Path and query, without the path of the base URL. */
  readonly target: string;
  readonly headers: HeaderPairs;
  readonly body: string | undefined;
  readonly signingString: string | undefined;
  /** True when a signature that was made in another way equals the correct one all the same. */
  readonly isRightlySigned?: boolean;
}
