/** A whole number as text, without leading zeros. Compared as text, because it may be longer than a double holds. */
export type RecordId = string;

/** No service gives longer ones (64 bits have 20 digits), and an id goes out again as `fromId`. */
const MAX_DIGITS = 64;

/** Reads an id; undefined when it is not a whole number of at most 64 digits. */
export function readRecordId(id: unknown): RecordId | undefined {
  if (typeof id !== 'string' || id.length > MAX_DIGITS || !/^\d+$/.test(id)) return undefined;
  return id.replace(/^0+(?=\d)/, '');
}

/** Less than zero when `a` is the lower number: as text, `"9"` would come after `"10"`. */
export function compareRecordIds(a: RecordId, b: RecordId): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
