import type { IncomingMessage } from 'node:http';

const HEAD_END = '\r\n\r\n';
/** How a chunked body without trailers ends, with the end of what is before it: the last chunk, or the head. */
const LAST_CHUNK = '\r\n0\r\n\r\n';
/** Where the first digit of the status stands: `HTTP/1.1 200`. */
const STATUS_AT = 9;
const ONE = 0x31;

/**
 * Finds out whether a response ended with the last byte that has arrived. Node.js drops what stands behind it when that is
 * only the start of another response, so the bytes are counted here.
 */
export class ResponseEnd {
  #bytes = 0;
  /** The last bytes, at least as many as a mark is long. */
  #tail: Buffer | undefined;
  #headStart = 0;
  #headEnd = -1;
  #informational = false;

  add(chunk: Buffer): void {
    const start = this.#bytes;
    this.#bytes += chunk.length;
    if (this.#headEnd < 0) {
      const seen = this.#tail === undefined ? chunk : Buffer.concat([this.#tail, chunk]);
      this.#findHead(seen, start + chunk.length - seen.length);
    }
    const isLong = this.#tail === undefined || chunk.length >= LAST_CHUNK.length;
    this.#tail = (isLong ? chunk : Buffer.concat([this.#tail!, chunk])).subarray(-LAST_CHUNK.length);
  }

  /** False also when it cannot be told: after trailers, and where the response has no length of its own. */
  isReached({ statusCode, headers }: IncomingMessage): boolean {
    if (this.#headEnd < 0) return false;
    if (statusCode === 204 || statusCode === 304) return this.#bytes === this.#headEnd;
    if (headers['transfer-encoding'] !== undefined) return this.#tail?.toString('latin1') === LAST_CHUNK;
    const length = headers['content-length'];
    return length !== undefined && this.#bytes === this.#headEnd + Number(length);
  }

  /** Finds the end of the final head; any number of informational ones (100, 103) may stand before it. */
  #findHead(seen: Buffer, offset: number): void {
    for (;;) {
      const status = this.#headStart + STATUS_AT - offset;
      if (status >= 0 && status < seen.length) this.#informational = seen[status] === ONE;
      const at = seen.indexOf(HEAD_END, Math.max(this.#headStart - offset, 0), 'latin1');
      if (at < 0) return;
      const end = offset + at + HEAD_END.length;
      if (!this.#informational) {
        this.#headEnd = end;
        return;
      }
      this.#headStart = end;
    }
  }
}
