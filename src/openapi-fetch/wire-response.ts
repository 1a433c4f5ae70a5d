import type { TransportResponse } from '../transport/transport.js';

/** Statuses whose `Response` may have no body. */
const NO_BODY = new Set([101, 103, 204, 205, 304]);

/**
 * The `Response` that openapi-fetch, its middleware and the callers of `raw` see. The body is here already; JSON is read
 * by the lossless decoder. openapi-fetch reads error bodies as text through `JSON.parse`, so their text is one that
 * it cannot damage.
 */
class WireResponse extends Response {
  readonly #text: string;
  readonly #decode: () => unknown;

  constructor(text: string, init: ResponseInit, decode: () => unknown) {
    super(NO_BODY.has(init.status!) ? null : text, init);
    this.#text = text;
    this.#decode = decode;
  }

  override async json(): Promise<unknown> {
    return this.#decode();
  }

  override async text(): Promise<string> {
    if (this.ok) return this.#text;
    try {
      return JSON.stringify(await this.#decode());
    } catch {
      return this.#text;
    }
  }

  override clone(): Response {
    const { status, headers } = this;
    return new WireResponse(this.#text, { status, headers }, this.#decode);
  }
}

export function toResponse(response: TransportResponse, decode: () => unknown): Response {
  const headers = new Headers();
  for (const name of response.headerNames?.() ?? []) {
    const value = response.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  // The header that openapi-fetch decides by: it calls json() only where it sees a length, and the body is not chunked any more.
  headers.set('content-length', String(response.text.length));
  headers.delete('transfer-encoding');
  // A status that no Response can have is not a success in any case.
  const status = response.status >= 200 && response.status <= 599 ? response.status : 599;
  return new WireResponse(response.text, { status, headers }, decode);
}
