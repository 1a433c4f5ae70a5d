import { type FindLayout, type Layout, scan } from './scan.js';
import { fromNumberString, fromNumberToken } from './to-number.js';

/*
 *   body text ──► a record that looks like the last response? ──► one match of its layout, no scan
 *             └─► scan.ts: strings as they are; numbers as written, or a double for the keys named in `numberKeys`
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
  const layoutOf = createLayouts(numbers);
  /** The next response of an operation usually looks like the last one. */
  let last: Layout | undefined;
  return (text) => {
    const record = last?.read(text, 0);
    if (record !== undefined && isBlankFrom(text, last!.end())) return record;
    const value = scan(text, numbers, layoutOf, maxValues);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) last = layoutOf(value);
    return value;
  };
}

function isBlankFrom(text: string, position: number): boolean {
  for (let i = position; i < text.length; i++) if (!BLANK.has(text.charCodeAt(i))) return false;
  return true;
}

/** Space, line feed, carriage return, tab (RFC 8259, 2). */
const BLANK: ReadonlySet<number> = new Set([32, 10, 13, 9]);

/** A service that invents new keys all the time must not fill the memory. */
const MAX_LAYOUTS = 32;

/** Engines refuse regular expressions that are too large: so many keys, and none longer than {@link PLAIN_KEY} says. */
const MAX_KEYS = 100;

/** Two groups for each field: the inside of a string without escapes, or the text of anything else that is flat. */
const FIELD = String.raw`(?:"([^"\\\u0000-\u001f]*)"|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|null|true|false|\[\]))`;

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Creates what learns the layouts of flat records, up to a bound. Exported for tests. */
export function createLayouts(numberKeys: ReadonlySet<string>): FindLayout {
  const seen = new Map<string, Layout | undefined>();
  return (item) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined;
    const keys = Object.keys(item);
    const signature = keys.join();
    if (seen.has(signature)) {
      const layout = seen.get(signature) ?? createLayout(keys, numberKeys);
      seen.set(signature, layout);
      return layout;
    }
    if (
      seen.size < MAX_LAYOUTS &&
      keys.length > 0 &&
      keys.length <= MAX_KEYS &&
      keys.every(isPlainKey) &&
      Object.values(item).every(isFlat)
    ) {
      seen.set(signature, undefined);
    }
    return undefined;
  };
}

function createLayout(keys: readonly string[], numberKeys: ReadonlySet<string>): Layout {
  const pattern = new RegExp(`\\{${keys.map((key) => `"${key}":${FIELD}`).join(',')}\\}`, 'y');
  const asNumber = keys.map((key) => numberKeys.has(key));
  const Plain = createRecordClass();
  return {
    read(text, position) {
      pattern.lastIndex = position;
      const groups = pattern.exec(text);
      if (groups === null) return undefined;
      const record: Record<string, unknown> = new Plain();
      for (let i = 0; i < keys.length; i++) {
        const inside = groups[2 * i + 1];
        if (inside === undefined) record[keys[i]!] = plainValue(groups[2 * i + 2]!, asNumber[i]!);
        else record[keys[i]!] = asNumber[i] ? fromNumberString(inside) : inside;
      }
      return record;
    },
    end: () => pattern.lastIndex,
  };
}

function plainValue(text: string, asNumber: boolean): unknown {
  const first = text.charCodeAt(0);
  if (first <= 57) return asNumber ? fromNumberToken(text) : text;
  if (first === 91) return [];
  return first === 110 ? null : first === 116;
}

function isPlainKey(key: string): boolean {
  return PLAIN_KEY.test(key) && key !== '__proto__';
}

function isFlat(value: unknown): boolean {
  return value === null || typeof value !== 'object' || (Array.isArray(value) && value.length === 0);
}

/** A class of ordinary objects; one for each layout, so that V8 learns how many fields to make room for. */
function createRecordClass(): new () => Record<string, unknown> {
  const Plain = function () {} as unknown as new () => Record<string, unknown>;
  Plain.prototype = Object.prototype;
  return Plain;
}
