import { type FindLayout, type Layout, scan, unescapeString } from './scan.js';
import { fromNumberString, fromNumberToken } from './to-number.js';

/*
 *   body text ──► looks like the last response? ──► read by its layout: one match, and one more behind each list
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
    if (text.length > MAX_WHOLE) return scan(text, numbers, layoutOf, maxValues);
    const known = last?.read(text, 0);
    if (known !== undefined && last!.values() <= maxValues && isBlankFrom(text, last!.end())) return known;
    const value = scan(text, numbers, layoutOf, maxValues);
    last = Array.isArray(value) ? listOf(layoutOf(value[0])) : layoutOf(value);
    return value;
  };
}

/** What is longer is a list, whose records have a layout each: a match that fails at its end would cost too much. */
const MAX_WHOLE = 4096;

function isBlankFrom(text: string, position: number): boolean {
  return skipBlank(text, position) === text.length;
}

function skipBlank(text: string, position: number): number {
  for (let i = position; ; i++) {
    const char = text.charCodeAt(i);
    // Space, line feed, carriage return, tab (RFC 8259, 2).
    if (char !== 32 && char !== 10 && char !== 13 && char !== 9) return i;
  }
}

/** A service that invents new keys all the time must not fill the memory. */
const MAX_LAYOUTS = 32;

/** Engines refuse regular expressions that are too large: so many keys, and none longer than {@link PLAIN_KEY} says. */
const MAX_KEYS = 100;

/** How deep a record is that has a layout: `{ data: { contracts: [{ … }] } }` is 3. */
const MAX_RECORD_DEPTH = 4;

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Creates what learns the layouts of records, up to a bound. Exported for tests. */
export function createLayouts(numberKeys: ReadonlySet<string>): FindLayout {
  const seen = new Map<string, Layout | undefined>();
  return (item) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined;
    const shape = shapeOf(item, MAX_RECORD_DEPTH);
    if (shape === undefined) return undefined;
    if (seen.has(shape)) {
      const layout = seen.get(shape) ?? createLayout(item as JsonRecord, numberKeys);
      seen.set(shape, layout);
      return layout;
    }
    if (seen.size < MAX_LAYOUTS && countKeys(item) <= MAX_KEYS) seen.set(shape, undefined);
    return undefined;
  };
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** The keys of a record and of what is in it; undefined for what has no layout. */
function shapeOf(item: object, depth: number): string | undefined {
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
  return shape === '' ? undefined : shape;
}

function countKeys(item: object): number {
  let count = 0;
  for (const value of Object.values(item)) {
    const nested = Array.isArray(value) ? value[0] : value;
    count += 1 + (nested !== null && typeof nested === 'object' ? countKeys(nested) : 0);
  }
  return count;
}

function isPlainKey(key: string): boolean {
  return PLAIN_KEY.test(key) && key !== '__proto__';
}

/** What is done, in this order, with the groups of a match to build a record. */
type Step =
  | { readonly kind: 'field'; readonly key: string; readonly asNumber: boolean }
  | { readonly kind: 'open'; readonly key: string; readonly Plain: new () => Record<string, unknown> }
  | { readonly kind: 'close' }
  /** A list is read record by record, and the next match goes on behind it. */
  | { readonly kind: 'list'; readonly key: string; readonly list: Layout };

const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const CHARACTERS = String.raw`[^"\\\u0000-\u001f]*`;

/** Two groups for each field: the inside of a string, or the text of anything else that is flat. */
const fieldWith = (inside: string): string => `(?:"(${inside})"|(${NUMBER}|null|true|false))`;

/** As most services write JSON: no whitespace, no escapes. */
const COMPACT = { blank: '', field: fieldWith(CHARACTERS) };
/** With whitespace and escapes. Their number is bounded, because engines keep a note of each. */
const LOOSE = { blank: '[ \\n\\r\\t]*', field: fieldWith(String.raw`${CHARACTERS}(?:\\.${CHARACTERS}){0,50}`) };

function createLayout(sample: JsonRecord, numberKeys: ReadonlySet<string>): Layout {
  const steps: Step[] = [];
  let records = 1;
  /** Writes a record as a pattern, in which `MATCH` stands where a list is. */
  const describe = (item: JsonRecord, { blank, field }: typeof COMPACT, note: (step: Step) => void): string => {
    const members = Object.entries(item).map(([key, value]) => {
      const name = `"${key}"${blank}:${blank}`;
      if (Array.isArray(value)) {
        note({ kind: 'list', key, list: listOf(layoutOfItem(value[0], numberKeys, numberKeys.has(key))) });
        return name + LIST;
      }
      if (value === null || typeof value !== 'object') {
        note({ kind: 'field', key, asNumber: numberKeys.has(key) });
        return name + field;
      }
      note({ kind: 'open', key, Plain: createRecordClass() });
      const inner = describe(value as JsonRecord, { blank, field }, note);
      note({ kind: 'close' });
      return name + inner;
    });
    return `\\{${blank}${members.join(`${blank},${blank}`)}${blank}\\}`;
  };
  const patternsOf = (text: string): RegExp[] => text.split(LIST).map((part) => new RegExp(part, 'y'));
  const compact = patternsOf(describe(sample, COMPACT, (step) => steps.push(step)));
  const loose = patternsOf(describe(sample, LOOSE, () => {}));
  for (const { kind } of steps) if (kind === 'open') records++;

  const Root = createRecordClass();
  let isLoose = false;
  let end = 0;
  let values = 0;

  function readAs(patterns: readonly RegExp[], text: string, position: number): Record<string, unknown> | undefined {
    let pattern = patterns[0]!;
    pattern.lastIndex = position;
    let groups = pattern.exec(text);
    if (groups === null) return undefined;
    values = records;
    const root: Record<string, unknown> = new Root();
    let record = root;
    const outer: Record<string, unknown>[] = [];
    let group = 1;
    let part = 0;
    for (const step of steps) {
      switch (step.kind) {
        case 'field': {
          const inside = groups[group];
          const value =
            inside === undefined
              ? plainValue(groups[group + 1]!, step.asNumber)
              : textValue(inside, step.asNumber, isLoose);
          if (value === undefined) return undefined;
          record[step.key] = value;
          group += 2;
          break;
        }
        case 'open':
          outer.push(record);
          record = record[step.key] = new step.Plain();
          break;
        case 'close':
          record = outer.pop()!;
          break;
        default: {
          const items = step.list.read(text, pattern.lastIndex);
          if (items === undefined) return undefined;
          record[step.key] = items;
          values += step.list.values();
          pattern = patterns[++part]!;
          pattern.lastIndex = step.list.end();
          groups = pattern.exec(text);
          if (groups === null) return undefined;
          group = 1;
        }
      }
    }
    end = pattern.lastIndex;
    return root;
  }

  return {
    read(text, position) {
      const known = readAs(isLoose ? loose : compact, text, position);
      if (known !== undefined) return known;
      isLoose = !isLoose;
      const other = readAs(isLoose ? loose : compact, text, position);
      if (other === undefined) isLoose = !isLoose;
      return other;
    },
    end: () => end,
    values: () => values,
  };
}

function layoutOfItem(item: unknown, numberKeys: ReadonlySet<string>, asNumber: boolean): Layout | undefined {
  if (item === undefined) return undefined;
  return item !== null && typeof item === 'object' ? createLayout(item as JsonRecord, numberKeys) : flat(asNumber);
}

/** The layout of what stands alone: a text, a number, null, true or false. */
function flat(asNumber: boolean): Layout {
  const pattern = new RegExp(LOOSE.field, 'y');
  return {
    read(text, position) {
      pattern.lastIndex = position;
      const groups = pattern.exec(text);
      if (groups === null) return undefined;
      const [, inside, plain] = groups;
      return inside === undefined ? plainValue(plain!, asNumber) : textValue(inside, asNumber, true);
    },
    end: () => pattern.lastIndex,
    values: () => 1,
  };
}

/** Marks a list in a pattern; no key has such a character. */
const LIST = '\u0000';

/** The layout of a list whose records have this one; without it, only of an empty list. */
function listOf(layout: Layout | undefined): Layout {
  let end = 0;
  let values = 0;
  return {
    read(text, position) {
      values = 1;
      if (text.charCodeAt(position) !== 91) return undefined;
      const items: unknown[] = [];
      let i = skipBlank(text, position + 1);
      if (text.charCodeAt(i) === 93) {
        end = i + 1;
        return items;
      }
      for (;;) {
        const item = layout?.read(text, i);
        if (item === undefined) return undefined;
        values += layout!.values();
        items.push(item);
        i = skipBlank(text, layout!.end());
        const char = text.charCodeAt(i);
        if (char === 93) break;
        if (char !== 44) return undefined;
        i = skipBlank(text, i + 1);
      }
      end = i + 1;
      return items;
    },
    end: () => end,
    values: () => values,
  };
}

function textValue(inside: string, asNumber: boolean, mayEscape: boolean): unknown {
  const text = mayEscape && inside.includes('\\') ? unescapeString(`"${inside}"`) : inside;
  return asNumber && text !== undefined ? fromNumberString(text) : text;
}

function plainValue(text: string, asNumber: boolean): unknown {
  const first = text.charCodeAt(0);
  if (first <= 57) return asNumber ? fromNumberToken(text) : text;
  return first === 110 ? null : first === 116;
}

/** A class of ordinary objects; one for each layout, so that V8 learns how many fields to make room for. */
function createRecordClass(): new () => Record<string, unknown> {
  const Plain = function () {} as unknown as new () => Record<string, unknown>;
  Plain.prototype = Object.prototype;
  return Plain;
}
