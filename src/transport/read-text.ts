import { announcesMore } from './received-body.js';

/** The parts of a response of `fetch` that are read. */
interface ReadableResponse {
  readonly headers: { get(name: string): string | null };
  readonly body?: unknown;
  text(): Promise<string>;
}

/** A stream by the little that is used of it. */
interface Readable {
  getReader(): { read(): Promise<{ done: boolean; value?: unknown }>; cancel(): Promise<void> };
}

/**
 * Reads the body of a response of `fetch`, which has undone any content coding; undefined when it has more bytes than
 * `limit`. Piece by piece where it can: `text()` is hardly faster and would hold all that comes.
 */
export async function readText(
  response: ReadableResponse,
  limit: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { headers, body } = response;
  // The length of a coded body is that of its coded form.
  if (headers.get('content-encoding') === null && announcesMore(headers.get('content-length'), limit)) return undefined;
  if (isReadable(body)) return readPieces(body, limit, signal);
  const text = await response.text();
  return isLarger(text, limit) ? undefined : text;
}

async function readPieces(body: Readable, limit: number, signal: AbortSignal): Promise<string | undefined> {
  const reader = body.getReader();
  // For a fetch that does not heed its signal: the rest of the body would keep the connection.
  const cancel = (): void => void reader.cancel().catch(() => {});
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(joined(pieces, size));
    if (!(value instanceof Uint8Array)) throw new TypeError('the body is not a stream of bytes');
    size += value.length;
    if (size > limit) return undefined;
    pieces.push(value);
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** A character of a string is at most three bytes of UTF-8: most texts need not be counted. */
function isLarger(text: string, limit: number): boolean {
  return text.length * 3 > limit && new TextEncoder().encode(text).length > limit;
}

function isReadable(body: unknown): body is Readable {
  return typeof (body as Partial<Readable> | null | undefined)?.getReader === 'function';
}
