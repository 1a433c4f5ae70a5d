import { groupBy } from '../model/groups.js';
import { type Operation, type OperationId, operations } from '../model/operations.js';
import type { TracedCall } from '../call/traced-call.js';
import type { RecordedCall } from './read-har.js';
import type { RequestFaults } from './request-faults.js';
import type { KnownSigning, SignatureState } from './signature-state.js';

/** One recorded call of a described operation, and everything that was read off it. */
export interface ObservedCall extends TracedCall {
  readonly recorded: RecordedCall;
  /** Path and query behind the prefix of the base URL. */
  readonly target: string;
  readonly faults: RequestFaults;
  readonly signature: SignatureState;
  /** True when a field that was not recorded was not sent: by the signature, or because the call was passed on here. */
  readonly isProven: boolean;
  /** True when the response was recorded whole. */
  readonly isWhole: boolean;
  /** True when it may be right, and was surely a success. */
  readonly isAccepted: boolean;
}

export type Calls = readonly ObservedCall[];

/** Age of X-CH-TS when the call began, milliseconds; not a number where there is none. */
export const ageOf = ({ recorded, startMs }: ObservedCall): number => startMs - Number(recorded.signing.timestamp);

/** A signature of another kind that was taken, where those that are right by the rule were refused, each time. */
export interface OtherDigest {
  readonly what: string;
  readonly taken: RecordedCall;
  readonly refused: RecordedCall;
}

/** The calls of described operations, in the order of time, and what else there was. */
export interface Recording {
  readonly baseUrl: string;
  readonly calls: Calls;
  of(operationId: OperationId): Calls;
  /** Undefined without a secret, and where no signature fits it. */
  readonly signing: KnownSigning | undefined;
  readonly otherDigest: OtherDigest | undefined;
  /** True when refusals are known from a call that had to be refused. */
  readonly knowsRefusals: boolean;
  /** The form of a refusal as learnt, where its status or code does not tell. */
  readonly refusals: string | undefined;
  readonly elsewhere: number;
  /** Why calls on the account may be missing, so that orders cannot be followed. */
  readonly gap: string | undefined;
  /** Calls that another file has as well. */
  readonly repeated: number;
  /** Calls to the base URL that no operation describes. */
  readonly undescribed: number;
  readonly unreadable: number;
}

export interface AddressedCall {
  readonly call: RecordedCall;
  readonly prefix: string;
  readonly target: string;
  readonly operation: Operation | undefined;
}

const BY_PATH = groupBy(Object.values(operations), ({ path }) => path);

/** The operation of a method and path, as the description has it; a slash at the end does not matter. */
export function operationOf(method: string, path: string): Operation | undefined {
  const rows = BY_PATH.get(path) ?? BY_PATH.get(path.replace(/\/$/, ''));
  return rows?.find((row) => row.method === method);
}

/** The described path that this one ends with, and what comes before it. */
export function splitPath(path: string): { readonly prefix: string; readonly rest: string } | undefined {
  for (const known of BY_PATH.keys()) {
    const end = path.endsWith('/') && !known.endsWith('/') ? `${known}/` : known;
    if (path.endsWith(end)) return { prefix: path.slice(0, path.length - end.length), rest: end };
  }
  return undefined;
}
