import type { Operation } from '../../../generated/operations.js';
import type { FaultKind } from './faults.js';

/** Base URL of an exchange without a socket; nothing listens there. */
export const IN_PROCESS_URL = 'https://sandbox.invalid';

/** A request as it arrived: nothing parsed, nothing normalised but the case of header names. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Names of the headers as they were spelled. */
  readonly headerNames?: () => readonly string[];
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /**
   * The transfer over HTTP; with its length and as it is when left out. `silent`: nothing is written, and the connection stays;
   * `twice`: the same response follows once more.
   */
  readonly written?: 'chunked' | 'gzip' | 'silent' | 'twice';
  /** It is written when this resolves; at once when left out. */
  readonly held?: Promise<unknown>;
}

/** The response to a request, and what is known about it. */
export interface SandboxResponse {
  readonly response: RawResponse;
  /** The fault on the way back, if any. */
  readonly fault: FaultKind | undefined;
  readonly operation: Operation | undefined;
  /** The code of the refusal; undefined after a success. */
  readonly refused: string | undefined;
}
