/** One request, ready to leave: everything is text, nothing is computed any more. */
export interface TransportRequest {
  readonly operationId: string;
  /** Whether the call only reads. */
  readonly readOnly: boolean;
  readonly method: string;
  /** Scheme and authority: `https://host:port`. */
  readonly origin: string;
  /** Path and query as sent, gateway prefix included. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Milliseconds from the call to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Value of a header, by name in lower case; undefined when absent. */
  header(name: string): string | undefined;
  /** Names of all headers, in lower case, where the transport can tell. */
  headerNames?(): readonly string[];
  /** The whole body, decoded as UTF-8. */
  readonly text: string;
}

/**
 * Sends one request and collects the whole answer under one deadline. Never follows a redirect, never sends twice.
 *
 * Rejects with NetworkError, TimeoutError or AbortedError whose `outcome` says whether bytes may have left, or with
 * UnsupportedError before anything is sent.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;
