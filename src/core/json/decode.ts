import { listOf, skipBlank } from './layout.js';
import { createLayouts } from './layouts.js';
import { type Layout, scan } from './scan.js';

/*
 *   body text ──► looks like the last response? ──► layout.ts: read by one match, and one more behind each list
 *             └─► scan.ts: strings as they are; numbers as written, or a double for the keys named in `numberKeys`
 *                    └─► records of a list that layouts.ts has learned ──► layout.ts
 */

/** Turns the text of one JSON document into a value. Throws SyntaxError: what is wrong where, or too many values. */
export type Decode = (text: string) => unknown;

const decoders = new WeakMap<readonly string[], Map<number, Decode>>();

/**
 * The decoder of an operation, by its list of number keys and the bound on values. It is built on first use and learns the
 * layout of records.
 */
export function decoderOf(numberKeys: readonly string[], maxValues: number): Decode {
  let byBound = decoders.get(numberKeys);
  if (byBound === undefined) decoders.set(numberKeys, (byBound = new Map<number, Decode>()));
  let decode = byBound.get(maxValues);
  if (decode === undefined) byBound.set(maxValues, (decode = createDecoder(numberKeys, maxValues)));
  return decode;
}

/**
 * Builds a JSON decoder whose result types do not depend on values: a number arrives as its text exactly as
 * written (`256609229205684228`, `67000.0000`, `0E-8`), in described and undescribed fields alike. Only the fields in
 * `numberKeys` (times, small integers) arrive as numbers, also where the service wrote a string of digits; a number
 * that a double would change stays text there too.
 *
 * `maxValues` bounds how many values a document may have; a flat record of a list counts as one.
 *
 * Accepts exactly the JSON of RFC 8259; as in `JSON.parse`, the last of two equal keys wins.
 */
export function createDecoder(numberKeys: Iterable<string> = [], maxValues = Infinity): Decode {
  const numbers = new Set(numberKeys);
  const layouts = createLayouts(numbers);
  /** The next response of an operation usually looks like the last one. */
  let last: Layout | undefined;
  return (text) => {
    if (text === '{}') return {};
    if (text.length > MAX_WHOLE) return scan(text, numbers, layouts, maxValues);
    const known = last?.read(text, 0);
    if (known !== undefined && last!.values() <= maxValues && isBlankFrom(text, last!.end())) return known;
    const value = scan(text, numbers, layouts, maxValues);
    last = Array.isArray(value) ? listOf(layouts.of(value[0])) : layouts.of(value);
    return value;
  };
}

/** What is longer is a list, whose records have a layout each: a match that fails at its end would cost too much. */
const MAX_WHOLE = 4096;

function isBlankFrom(text: string, position: number): boolean {
  return skipBlank(text, position) === text.length;
}
