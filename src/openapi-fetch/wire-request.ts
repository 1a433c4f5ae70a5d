/**
 * Replaces `Request` in openapi-fetch: keeps URL, method, headers and the unserialised body as they were
 * given. A standard Request costs more than all signing and refuses a GET with a body.
 */
export class WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;

  constructor(url: string, init: WireRequestInit) {
    this.url = url;
    this.method = init.method;
    this.headers = init.headers;
    this.body = init.body;
    this.signal = init.signal;
    this.timeoutMs = init.timeoutMs;
  }
}

interface WireRequestInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}
