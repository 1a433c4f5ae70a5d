import type { Concern } from '../core/outcome.js';

/** One request, ready to leave: everything is text, nothing is computed any more. */
export interface TransportRequest {
  readonly operationId: string;
  /** True when the call only reads. */
  readonly readOnly: boolean;
  /** The cost of the call and its result: errors with outcome `unknown` say what to do by it. */
  readonly operation?: Concern['operation'];
  /** 1, or more for a read that is retried. */
  readonly attempt?: number | undefined;
  readonly method: string;
  /** Scheme and authority: `https://host:port`. */
  readonly origin: string;
  /** Path and query as sent, gateway prefix included. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Milliseconds that the attempt may take, waiting for the rate budget included. */
  readonly timeoutMs: number;
  /** Milliseconds of them that had passed before the transport was called. Default 0. */
  readonly waitedMs?: number | undefined;
  /** The response may have this many bytes, after any content coding is undone; more is a ResponseTooLargeError. */
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal | undefined;
  /**
   * To be called by a transport that kept the request waiting, just before its bytes leave: headers to send in place of
   * `headers`, re-signed because the signature was too old; undefined when it is still valid.
   */
  readonly renew?: (() => SignedHeaders | undefined | Promise<SignedHeaders | undefined>) | undefined;
}

export type SignedHeaders = Readonly<Record<string, string>>;

export interface TransportResponse {
  readonly status: number;
  /** Value of a header, by name in lower case; undefined when absent. */
  header(name: string): string | undefined;
  /** Names of all headers, in lower case, where the transport can tell. */
  headerNames?(): readonly string[];
  /** The whole body, decoded as UTF-8. */
  readonly text: string;
  /** Set where the runtime may have sent the request twice because of this response: a refusal of the second proves nothing of the first. */
  readonly maybeResent?: boolean;
}

/**
 * Sends one request and collects the whole response under one deadline. Never follows a redirect, never sends twice.
 *
 * Rejects with NetworkError, TimeoutError, AbortedError or ResponseTooLargeError whose `outcome` says whether bytes may
 * have left, or with UnsupportedError before anything is sent.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** The bounds of one call in time. */
export type Life = Pick<
  TransportRequest,
  'operationId' | 'readOnly' | 'operation' | 'attempt' | 'timeoutMs' | 'waitedMs' | 'signal'
>;
