import type { Operation, OperationId } from '../model/operations.js';
import type { ObservedCall } from './observed-call.js';
import type { RecordedCall } from './read-har.js';
import type { KnownSigning } from './signature-state.js';

/** The calls of described operations, in the order of time, and what else there was. */
export interface Recording {
  readonly baseUrl: string;
  readonly calls: readonly ObservedCall[];
  of(operationId: OperationId): readonly ObservedCall[];
  /** Undefined without a secret, and where no signature fits it. */
  readonly signing: KnownSigning | undefined;
  /** True when refusals are known from a call that had to be refused. */
  readonly knowsRefusals: boolean;
  /** The form of a refusal as learnt, where its status or code does not tell. */
  readonly refusals: string | undefined;
  /** Calls that went elsewhere. */
  readonly elsewhere: number;
  /** Why calls on the account may be missing, so that orders cannot be followed. */
  readonly gap: string | undefined;
  /** Calls that another file has as well. */
  readonly repeated: number;
  /** Calls to the base URL that no operation describes. */
  readonly undescribed: number;
  readonly unreadable: number;
}

/** A call to the base URL. */
export interface AddressedCall {
  readonly call: RecordedCall;
  readonly prefix: string;
  readonly target: string;
  readonly operation: Operation | undefined;
}
