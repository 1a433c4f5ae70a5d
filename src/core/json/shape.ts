/** Most keys of a record, none longer than {@link PLAIN_KEY} says: engines refuse regular expressions that are too large. */
export const MAX_KEYS = 100;

/** Depth of a record that has a layout: `{ data: { contracts: [{ … }] } }` is 3. */
const MAX_RECORD_DEPTH = 4;

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The keys of a record and of what is in it; undefined for what has no layout. */
export function shapeOf(item: object, depth = MAX_RECORD_DEPTH): string | undefined {
  if (depth === 0) return undefined;
  let shape = '';
  for (const [key, value] of Object.entries(item)) {
    if (!isPlainKey(key)) return undefined;
    shape += Array.isArray(value) ? `${key}[],` : `${key},`;
    const nested = Array.isArray(value) ? value[0] : value;
    if (nested === null || typeof nested !== 'object') {
      // An empty list does not say what it is a list of.
      if (nested !== value && nested !== undefined) shape += '.';
      continue;
    }
    const inner = Array.isArray(nested) ? undefined : shapeOf(nested, depth - 1);
    if (inner === undefined) return undefined;
    shape += nested === value ? `{${inner}}` : `[${inner}]`;
  }
  return shape;
}

export function countKeys(item: object): number {
  let count = 0;
  for (const value of Object.values(item)) {
    const nested = Array.isArray(value) ? value[0] : value;
    count += 1 + (nested !== null && typeof nested === 'object' ? countKeys(nested) : 0);
  }
  return count;
}

const isPlainKey = (key: string): boolean => PLAIN_KEY.test(key) && key !== '__proto__';
