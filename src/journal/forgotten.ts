/*
 * The remainder of an accepted order that was dropped from a file: 48 bits of a digest of its clientOrderId. One new id in 280
 * million is mistaken for one of a million forgotten ones, and refused.
 */

const BYTES = 6;
/** Number of fingerprints in one line, which has to be shorter than the longest that is read. */
const PER_LINE = 50_000;

export function fingerprint(clientOrderId: string): number {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(clientOrderId).digest().readUIntBE(0, BYTES);
}

/** Lines of a journal file that hold fingerprints. */
export function writeForgotten(fingerprints: Iterable<number>): string[] {
  const all = [...fingerprints];
  const lines: string[] = [];
  for (let from = 0; from < all.length; from += PER_LINE) {
    const part = all.slice(from, from + PER_LINE);
    const bytes = Buffer.alloc(part.length * BYTES);
    for (const [i, number] of part.entries()) bytes.writeUIntBE(number, i * BYTES, BYTES);
    lines.push(JSON.stringify({ v: 1, type: 'forgotten', ids: bytes.toString('base64') }));
  }
  return lines;
}

/** The fingerprints of such a line; undefined when it is another one. */
export function readForgotten(json: string): number[] | undefined {
  try {
    const { v, type, ids } = JSON.parse(json) as {
      readonly v?: unknown;
      readonly type?: unknown;
      readonly ids?: unknown;
    };
    if (v !== 1 || type !== 'forgotten' || typeof ids !== 'string') return undefined;
    const bytes = Buffer.from(ids, 'base64');
    return Array.from({ length: bytes.length / BYTES }, (_, i) => bytes.readUIntBE(i * BYTES, BYTES));
  } catch {
    return undefined;
  }
}
