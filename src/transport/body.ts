/** A body that arrives in pieces, no more of it kept than the answer may have. */
export class Body {
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the next piece. False when the body is too large with it: nothing more needs to be read. */
  add(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) return false;
    this.#chunks.push(chunk);
    return true;
  }

  bytes(): Buffer {
    const chunks = this.#chunks;
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  /** The whole text. */
  text(): string {
    return textOf(this.bytes());
  }
}

/** A byte order mark does not belong to the JSON behind it (RFC 8259, 8.1). */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Whether the head of an answer (its Content-Length, where it has one) says that the body is larger than the limit. */
export function announcesMore(contentLength: unknown, limit: number): boolean {
  return Number(contentLength) > limit;
}
