import { ArgumentError } from '../../core/errors.js';
import { type HarFile, readHar } from './read-har.js';

const PIECE_BYTES = 1 << 20;

/**
 * Reads a HAR file piece by piece, so that a large one is never in memory as a whole.
 *
 * @throws {ArgumentError} When it cannot be read, or is not a HAR file.
 */
export const readHarFile = (name: string): HarFile => readHar(name, piecesOf(name));

function* piecesOf(name: string): Generator<string> {
  const fs = process.getBuiltinModule('node:fs');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(name, 'r');
    for (let count = -1; count !== 0;) {
      count = fs.readSync(descriptor, buffer);
      yield decoder.decode(buffer.subarray(0, count), { stream: count > 0 });
    }
  } catch (cause) {
    throw new ArgumentError(`${name} cannot be read. Nothing was judged.`, { field: '<har>', cause });
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}
