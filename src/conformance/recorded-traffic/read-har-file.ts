import { ArgumentError } from '../../core/errors.js';
import { type HarFile, readPieces } from './read-har.js';

const PIECE_BYTES = 1 << 20;

/**
 * Reads a HAR file piece by piece, so that a large one is never in memory as a whole.
 *
 * @throws {ArgumentError} When it cannot be read, or is not a HAR file.
 */
export function readHarFile(name: string): HarFile {
  const fs = process.getBuiltinModule('node:fs');
  let descriptor: number;
  try {
    descriptor = fs.openSync(name, 'r');
  } catch (cause) {
    throw unreadable(name, cause);
  }
  try {
    return readPieces(
      name,
      piecesOf(name, (buffer) => fs.readSync(descriptor, buffer)),
    );
  } finally {
    fs.closeSync(descriptor);
  }
}

function* piecesOf(name: string, read: (buffer: Buffer) => number): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (;;) {
    let count: number;
    try {
      count = read(buffer);
    } catch (cause) {
      throw unreadable(name, cause);
    }
    yield decoder.decode(buffer.subarray(0, count), { stream: count > 0 });
    if (count === 0) return;
  }
}

const unreadable = (name: string, cause: unknown): ArgumentError =>
  new ArgumentError(`${name} cannot be read. Nothing was judged.`, { field: '<har>', cause });
