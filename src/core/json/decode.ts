import { createLayoutBook, type Layout } from './layout.js';
import { fromNumberString, fromNumberToken } from './to-number.js';

/*
 *   body text ──► value() ──► strings as they are
 *                    │        numbers: text as written, or a double for the keys named in `numberKeys`
 *                    └► object(): flat records seen before go through their layout (layout.ts): one match, no scan
 */

/** Nesting beyond this is refused: no described answer is deeper than 4. */
const MAX_DEPTH = 128;

/** Turns the text of one JSON document into a value. Throws SyntaxError with the position of the fault. */
export type Decode = (text: string) => unknown;

const decoders = new WeakMap<readonly string[], Decode>();

/** The decoder of an operation, by its list of number keys. It is built on first use and learns the layout of records. */
export function decoderOf(numberKeys: readonly string[]): Decode {
  let decode = decoders.get(numberKeys);
  if (decode === undefined) decoders.set(numberKeys, (decode = createDecoder(numberKeys)));
  return decode;
}

/**
 * Builds a JSON decoder whose result types do not depend on values: a number arrives as its text exactly as
 * written (`256609229205684228`, `67000.0000`, `0E-8`), in described and undescribed fields alike. Only the fields in
 * `numberKeys` (times, small integers) arrive as numbers, also where the service wrote a string of digits; a number
 * that a double would change stays text there too.
 *
 * Accepts exactly the JSON of RFC 8259; as in `JSON.parse`, the last of two equal keys wins.
 */
export function createDecoder(numberKeys: Iterable<string> = []): Decode {
  const numbers = new Set(numberKeys);
  const layouts = createLayoutBook(numbers);

  return function decode(text) {
    let position = 0;
    let depth = 0;

    const result = value(false);
    skipBlank();
    if (position !== text.length) fail();
    return result;

    function fail(): never {
      throw new SyntaxError(
        position >= text.length ? 'JSON ends too early' : `unexpected character in JSON at position ${position}`,
      );
    }

    function skipBlank(): number {
      for (;;) {
        const char = text.charCodeAt(position);
        if (char !== 32 && char !== 10 && char !== 13 && char !== 9) return char;
        position++;
      }
    }

    function value(asNumber: boolean): unknown {
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
      let layout: Layout | undefined;
      for (;;) {
        const record: unknown = layout?.read(text, position);
        if (record !== undefined) {
          position = layout!.end();
          items.push(record);
        } else {
          const item = value(asNumber);
          items.push(item);
          // A record takes two levels, one for an empty list in it, and a layout does not count them.
          layout = depth < MAX_DEPTH - 1 ? layouts.of(item) : undefined;
        }
        const char = skipBlank();
        if (char === 93) return leave(items);
        if (char !== 44) fail();
        position++;
        skipBlank();
      }
    }

    function object(): object {
      const known = depth === 0 ? layouts.last : undefined;
      const record = known?.read(text, position);
      if (record !== undefined) {
        position = known!.end();
        return record;
      }
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
      leave(members);
      if (depth === 0) layouts.last = layouts.of(members);
      return members;
    }

    function enter(): void {
      position++;
      if (++depth > MAX_DEPTH) throw new SyntaxError(`JSON is nested deeper than ${MAX_DEPTH}`);
    }

    function leave<T>(container: T): T {
      position++;
      depth--;
      return container;
    }
  };
}

/** What a string with escapes says, or undefined where JSON does not allow it. */
function unescapeString(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // Its message counts from the start of the string, and some engines quote the text.
    return undefined;
  }
}

/** `__proto__` in an answer becomes an ordinary member, as in `JSON.parse`. */
function setMember(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    members[key] = value;
  }
}
