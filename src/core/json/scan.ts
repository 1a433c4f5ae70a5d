import { fromNumberString, fromNumberToken } from './to-number.js';

/** Reads records that have the same keys in the same order, which is how services write responses. */
export interface RecordLayout {
  /** The value that starts at `position`, or undefined when it is not written in this layout. */
  read(text: string, position: number): unknown;
  /** Where the value read last ends. */
  end(): number;
  /** Number of values that it counts as: one for each record and list. */
  values(): number;
}

/** The layouts of records that were seen before. */
export interface Layouts {
  /** Undefined the first time, and for what has none. */
  of(item: unknown): RecordLayout | undefined;
  /** The layout of the list read last: the next one usually has the same. */
  latest: RecordLayout | undefined;
}

/** Number of values that is read in any case, however small `maxBodyBytes` is. */
export const MIN_VALUES = 65_536;
/** Nesting beyond this is refused. No described response is deeper than 4. */
const MAX_DEPTH = 128;
/** More than a record with a layout has. */
const MAX_RECORD_LEVELS = 10;

/** A document with more values than its reader takes (it would block the program for seconds), or nested deeper. */
export class TooMuchJson extends SyntaxError {}

/**
 * Reads one JSON document character by character. Numbers keep their text, except those of the fields in `numbers`. Records of
 * a list that look like the one before go through their layout.
 *
 * A record that is read by its layout counts as one value, because that costs hardly more than one.
 *
 * @throws {SyntaxError} With the position of the fault.
 * @throws {TooMuchJson} When the document has more than `maxValues` values, or too many levels.
 */
export function scan(text: string, numbers: ReadonlySet<string>, layouts: Layouts, maxValues = Infinity): unknown {
  let position = 0;
  let depth = 0;
  let values = 0;

  const result = value(false);
  skipBlank();
  if (position !== text.length) fail();
  return result;

  function fail(): never {
    throw new SyntaxError(
      position >= text.length ? 'JSON ends unexpectedly' : `unexpected character in JSON at position ${position}`,
    );
  }

  function skipBlank(): number {
    for (;;) {
      const char = text.charCodeAt(position);
      if (char !== 32 && char !== 10 && char !== 13 && char !== 9) return char;
      position++;
    }
  }

  function count(more = 1): void {
    if ((values += more) > maxValues)
      throw new TooMuchJson(
        `JSON has more than ${maxValues} JSON values${maxValues > MIN_VALUES ? ' (one for each 64 bytes of maxBodyBytes)' : ''}`,
      );
  }

  function value(asNumber: boolean): unknown {
    count();
    const char = skipBlank();
    if (char === 34) return asNumber ? fromNumberString(string()) : string();
    if (char === 123) return object();
    if (char === 91) return array(asNumber);
    if (char === 45 || (char >= 48 && char <= 57)) return asNumber ? fromNumberToken(number()) : number();
    if (text.startsWith('null', position)) return literal(4, null);
    if (text.startsWith('true', position)) return literal(4, true);
    if (text.startsWith('false', position)) return literal(5, false);
    return fail();
  }

  function literal<T>(length: number, meaning: T): T {
    position += length;
    return meaning;
  }

  function string(): string {
    const start = position;
    for (let i = start + 1; ; i++) {
      const char = text.charCodeAt(i);
      if (char === 34) {
        position = i + 1;
        return text.slice(start + 1, i);
      }
      if (char === 92) return escapedString(start, i);
      if (!(char >= 32)) {
        position = i;
        fail();
      }
    }
  }

  function escapedString(start: number, backslash: number): string {
    let i = backslash;
    for (let char = 92; char !== 34; char = text.charCodeAt(i)) {
      if (i >= text.length) {
        position = i;
        fail();
      }
      i += char === 92 ? 2 : 1;
    }
    const inside = unescapeString(text.slice(start, i + 1)) ?? fail();
    position = i + 1;
    return inside;
  }

  function number(): string {
    const start = position;
    let char = text.charCodeAt(position);
    if (char === 45) char = text.charCodeAt(++position);
    if (char === 48) char = text.charCodeAt(++position);
    else char = digits(char);
    if (char === 46) char = digits(text.charCodeAt(++position));
    if (char === 101 || char === 69) {
      char = text.charCodeAt(++position);
      if (char === 43 || char === 45) char = text.charCodeAt(++position);
      digits(char);
    }
    return text.slice(start, position);
  }

  function digits(first: number): number {
    let char = first;
    if (!(char >= 48 && char <= 57)) fail();
    do char = text.charCodeAt(++position);
    while (char >= 48 && char <= 57);
    return char;
  }

  function array(asNumber: boolean): unknown[] {
    enter();
    const items: unknown[] = [];
    if (skipBlank() === 93) return leave(items);
    let layout = canNest() ? layouts.latest : undefined;
    for (;;) {
      const record: unknown = layout?.read(text, position);
      if (record !== undefined) {
        count(layout!.values());
        position = layout!.end();
        items.push(record);
      } else {
        const item = value(asNumber);
        items.push(item);
        layout = canNest() ? layouts.of(item) : undefined;
        layouts.latest = layout;
      }
      const char = skipBlank();
      if (char === 93) return leave(items);
      if (char !== 44) fail();
      position++;
      skipBlank();
    }
  }

  /** Tells whether a record may be read by its layout, which does not count its levels. */
  function canNest(): boolean {
    return depth < MAX_DEPTH - MAX_RECORD_LEVELS;
  }

  function object(): object {
    enter();
    const members: Record<string, unknown> = {};
    if (skipBlank() === 125) return leave(members);
    for (;;) {
      if (skipBlank() !== 34) fail();
      const key = string();
      if (skipBlank() !== 58) fail();
      position++;
      setMember(members, key, value(numbers.has(key)));
      const char = skipBlank();
      if (char === 125) break;
      if (char !== 44) fail();
      position++;
    }
    return leave(members);
  }

  function enter(): void {
    position++;
    if (++depth > MAX_DEPTH) throw new TooMuchJson(`JSON is nested deeper than ${MAX_DEPTH} levels`);
  }

  function leave<T>(container: T): T {
    position++;
    depth--;
    return container;
  }
}

/** The text of a string with escapes, or undefined where JSON does not allow it. */
export function unescapeString(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // Its message counts from the start of the string, and some engines quote the text.
    return undefined;
  }
}

/** `__proto__` in a response becomes an ordinary member, as in `JSON.parse`. */
function setMember(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    members[key] = value;
  }
}
