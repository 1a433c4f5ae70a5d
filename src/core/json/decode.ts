import { type RecordLayout, type Layouts, scan, unescapeString } from './scan.js';
import { countKeys, MAX_KEYS, shapeOf } from './shape.js';
import { fromNumberString, fromNumberToken } from './to-number.js';

/*
 *   body text ──► looks like the last response? ──► read by its layout: one match, and one more behind each list
 *             └─► scan.ts: strings as they are; numbers as written, or a double for the keys named in `numberKeys`
 *                    └─► records of a list whose layout was learned: read by it
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
  let last: RecordLayout | undefined;
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

/** Longer ones are lists, whose records have a layout each: a match that fails at its end would cost too much. */
const MAX_WHOLE = 4096;

const isBlankFrom = (text: string, position: number): boolean => skipBlank(text, position) === text.length;

/** A service that invents new keys all the time must not fill the memory. */
const MAX_LAYOUTS = 32;

/** Creates what learns the layouts of records, up to a bound. Exported for tests. */
export function createLayouts(numberKeys: ReadonlySet<string>): Layouts {
  const seen = new Map<string, RecordLayout | undefined>();
  return {
    latest: undefined,
    of(item) {
      if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined;
      const shape = shapeOf(item);
      if (shape === undefined || shape === '') return undefined;
      if (seen.has(shape)) {
        const layout = seen.get(shape) ?? createLayout(item as JsonRecord, numberKeys);
        seen.set(shape, layout);
        return layout;
      }
      if (seen.size < MAX_LAYOUTS && countKeys(item) <= MAX_KEYS) seen.set(shape, undefined);
      return undefined;
    },
  };
}

/** An object of a JSON text. */
export type JsonRecord = Readonly<Record<string, unknown>>;

interface FieldStep {
  readonly kind: 'field';
  readonly key: string;
  readonly asNumber: boolean;
}

/** The steps, in this order, that use the groups of a match to build a record. */
type BuildStep =
  | FieldStep
  | { readonly kind: 'open'; readonly key: string; readonly Plain: new () => Record<string, unknown> }
  | { readonly kind: 'close' }
  /** A list is read record by record, and the next match goes on behind it. */
  | { readonly kind: 'list'; readonly key: string; readonly list: RecordLayout };

const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const CHARACTERS = String.raw`[^"\\\u0000-\u001f]*`;
const UNQUOTED = `${NUMBER}|null|true|false`;

/** The ways in which a service may write a record: what may stand between its tokens, and inside its strings. */
interface Style {
  readonly blank: string;
  readonly inside: string;
}

/** The style of most services: no whitespace, no escapes. */
const COMPACT: Style = { blank: '', inside: CHARACTERS };
/** With whitespace and escapes. Their number is bounded, because engines keep a note of each. */
const LOOSE: Style = { blank: '[ \\n\\r\\t]*', inside: String.raw`${CHARACTERS}(?:\\.${CHARACTERS}){0,50}` };

/** Two groups for each field: the inside of a string, or the text of anything else that is flat. */
const fieldIn = ({ inside }: Style): string => `(?:"(${inside})"|(${UNQUOTED}))`;

/** Half as many groups, for fields that have always been strings, or always something else. */
const fieldLike = (isString: boolean): string => (isString ? `"(${CHARACTERS})"` : `(${UNQUOTED})`);

/** The text between two lists of a record: fields to match, or always the same. */
type Part = RegExp | string;

/** A record as parts to match, between which its lists are. */
interface Form {
  readonly parts: readonly Part[];
  /** True for the fields that are strings; undefined where each may be one, and has two groups. */
  readonly strings: readonly boolean[] | undefined;
  readonly mayEscape: boolean;
}

/** Makes the layout of records like this one. */
function createLayout(sample: JsonRecord, numberKeys: ReadonlySet<string>): RecordLayout {
  const steps: BuildStep[] = [];
  let records = 1;
  /** Writes a record as a pattern, in which `LIST` stands where a list is. */
  const describe = (
    item: JsonRecord,
    blank: string,
    nextField: () => string,
    note: (step: BuildStep) => void,
  ): string => {
    const members = Object.entries(item).map(([key, value]) => {
      const name = `"${key}"${blank}:${blank}`;
      if (Array.isArray(value)) {
        note({ kind: 'list', key, list: listOf(layoutOfItem(value[0], numberKeys, numberKeys.has(key))) });
        return name + LIST;
      }
      if (value === null || typeof value !== 'object') {
        note({ kind: 'field', key, asNumber: numberKeys.has(key) });
        return name + nextField();
      }
      note({ kind: 'open', key, Plain: createRecordClass() });
      const inner = describe(value as JsonRecord, blank, nextField, note);
      note({ kind: 'close' });
      return name + inner;
    });
    // Two blanks side by side would make a match that fails take the square of their length.
    return members.length === 0 ? `\\{${blank}\\}` : `\\{${blank}${members.join(`${blank},${blank}`)}${blank}\\}`;
  };
  const formIn = (style: Style, note: (step: BuildStep) => void = () => {}): Form => ({
    parts: partsOf(describe(sample, style.blank, () => fieldIn(style), note)),
    strings: undefined,
    mayEscape: style === LOOSE,
  });
  const formLike = (strings: readonly boolean[]): Form => {
    let field = 0;
    return {
      parts: partsOf(
        describe(
          sample,
          '',
          () => fieldLike(strings[field++]!),
          () => {},
        ),
      ),
      strings,
      mayEscape: false,
    };
  };
  const compact = formIn(COMPACT, (step) => steps.push(step));
  const loose = formIn(LOOSE);
  for (const { kind } of steps) if (kind === 'open') records++;

  /** Set for a record without records and lists in it. */
  const fields = steps.every((step) => step.kind === 'field') ? steps : undefined;
  const Root = createRecordClass();
  /** The form of the record read last. */
  let latest = compact;
  /** The form of records whose fields have always been strings, or always something else; null when there is none. */
  let uniform: Form | null | undefined;
  let end = 0;
  let values = 0;

  function readAs({ parts, strings, mayEscape }: Form, text: string, position: number, found?: boolean[]) {
    let groups = match(parts[0]!, text, position);
    if (groups === null) return undefined;
    values = records;
    if (fields !== undefined && strings !== undefined) {
      end = matchEnd;
      return readFields(fields, strings, groups);
    }
    const root: Record<string, unknown> = new Root();
    let record = root;
    const outer: Record<string, unknown>[] = [];
    let group = 1;
    let part = 0;
    let field = 0;
    for (const step of steps) {
      switch (step.kind) {
        case 'field': {
          const isString = strings === undefined ? groups[group] !== undefined : strings[field++]!;
          found?.push(isString);
          if (strings === undefined && !isString) group++;
          const token = groups[group]!;
          const value = isString ? textValue(token, step.asNumber, mayEscape) : plainValue(token, step.asNumber);
          if (value === undefined) return undefined;
          record[step.key] = value;
          group += strings === undefined && isString ? 2 : 1;
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
          const items = step.list.read(text, matchEnd);
          if (items === undefined) return undefined;
          record[step.key] = items;
          values += step.list.values();
          groups = match(parts[++part]!, text, step.list.end());
          if (groups === null) return undefined;
          group = 1;
        }
      }
    }
    end = matchEnd;
    return root;
  }

  /** The quick way for most records of long lists. */
  function readFields(all: readonly FieldStep[], strings: readonly boolean[], groups: Groups) {
    const record: Record<string, unknown> = new Root();
    for (let i = 0; i < all.length; i++) {
      const { key, asNumber } = all[i]!;
      const token = groups[i + 1]!;
      record[key] = strings[i] ? textValue(token, asNumber, false) : plainValue(token, asNumber);
    }
    return record;
  }

  function readCompact(text: string, position: number) {
    const found: boolean[] | undefined = uniform === undefined ? [] : undefined;
    const record = readAs(compact, text, position, found);
    // A second kind of record: half the groups would be tried for nothing from now on.
    if (record !== undefined) uniform = found === undefined ? null : formLike(found);
    return record;
  }

  const readIn = (form: Form, text: string, position: number) =>
    form === compact ? readCompact(text, position) : readAs(form, text, position);

  return {
    read(text, position) {
      const usual = uniform && latest === compact ? readAs(uniform, text, position) : undefined;
      const known = usual ?? readIn(latest, text, position);
      if (known !== undefined) return known;
      const other = latest === compact ? loose : compact;
      const record = readIn(other, text, position);
      if (record !== undefined) latest = other;
      return record;
    },
    end: () => end,
    values: () => values,
  };
}

/** The parts of a pattern; one without fields, as it is written compactly, needs no regular expression. */
function partsOf(pattern: string): Part[] {
  return pattern.split(LIST).map((part) => (/[([]/.test(part) ? new RegExp(part, 'y') : part.replaceAll('\\', '')));
}

type Groups = readonly (string | undefined)[];

const NO_GROUPS: Groups = [];

/** Where the match of a part ends. */
let matchEnd = 0;

function match(part: Part, text: string, position: number): Groups | null {
  if (typeof part === 'string') {
    matchEnd = position + part.length;
    return text.startsWith(part, position) ? NO_GROUPS : null;
  }
  part.lastIndex = position;
  const groups = part.exec(text);
  matchEnd = part.lastIndex;
  return groups;
}

function layoutOfItem(item: unknown, numberKeys: ReadonlySet<string>, asNumber: boolean): RecordLayout | undefined {
  if (item === undefined) return undefined;
  return item !== null && typeof item === 'object' ? createLayout(item as JsonRecord, numberKeys) : flat(asNumber);
}

/** The layout of what stands alone: a text, a number, null, true or false. */
function flat(asNumber: boolean): RecordLayout {
  const plainString = new RegExp(`"${CHARACTERS}"`, 'y');
  const any = new RegExp(fieldIn(LOOSE), 'y');
  let end = 0;
  return {
    read(text, position) {
      plainString.lastIndex = position;
      if (plainString.test(text)) {
        end = plainString.lastIndex;
        return textValue(text.slice(position + 1, end - 1), asNumber, false);
      }
      const groups = match(any, text, position);
      end = matchEnd;
      if (groups === null) return undefined;
      const inside = groups[1];
      return inside === undefined ? plainValue(groups[2]!, asNumber) : textValue(inside, asNumber, true);
    },
    end: () => end,
    values: () => 1,
  };
}

/** Marks a list in a pattern; no key has such a character. */
const LIST = '\u0000';

/** The layout of a list whose records have this one; without it, only of an empty list. */
function listOf(layout: RecordLayout | undefined): RecordLayout {
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

function skipBlank(text: string, position: number): number {
  for (let i = position; ; i++) {
    const char = text.charCodeAt(i);
    // Space, line feed, carriage return, tab (RFC 8259, 2).
    if (char !== 32 && char !== 10 && char !== 13 && char !== 9) return i;
  }
}
