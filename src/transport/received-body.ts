/** A body that arrives in pieces, kept only up to the allowed size. */
export class Body {
  readonly #limit: number;
  #bytes = 0;
  /** Most bodies come in one piece. */
  #first: Buffer | undefined;
  #others: Buffer[] | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the next piece. False when the body is too large with it: nothing more needs to be read. */
  add(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) return false;
    if (this.#first === undefined) this.#first = chunk;
    else (this.#others ??= []).push(chunk);
    return true;
  }

  bytes(): Buffer {
    if (this.#first === undefined) return Buffer.alloc(0);
    return this.#others === undefined ? this.#first : Buffer.concat([this.#first, ...this.#others]);
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

/** Tells whether the head of a response (its Content-Length, where it has one) says that the body is larger than the limit. */
export function announcesMore(contentLength: unknown, limit: number): boolean {
  return Number(contentLength) > limit;
}
