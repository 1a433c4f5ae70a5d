import { fromNumberString, fromNumberToken } from './to-number.js';

/** Reads records that have the same keys in the same order, which is how services write lists. */
export interface Layout {
  /** The record that starts at `position`, or undefined when it is not written in this layout. */
  read(text: string, position: number): Record<string, unknown> | undefined;
  /** Where the record read last ends. */
  end(): number;
}

export interface LayoutBook {
  /** Layout of the last top-level record: the next answer of an operation usually looks the same. */
  last: Layout | undefined;
  /** The layout of a flat record that was seen before; undefined the first time and for anything nested. */
  of(item: unknown): Layout | undefined;
}

/** A service that invents new keys all the time must not fill the memory. */
const MAX_LAYOUTS = 32;

/** Engines refuse regular expressions that are too large: so many keys, and none longer than {@link PLAIN_KEY} says. */
const MAX_KEYS = 100;

/** Two groups for each field: the inside of a string without escapes, or the text of anything else that is flat. */
const FIELD = String.raw`(?:"([^"\\\u0000-\u001f]*)"|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|null|true|false|\[\]))`;

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export function createLayoutBook(numberKeys: ReadonlySet<string>): LayoutBook {
  const seen = new Map<string, Layout | undefined>();
  return {
    last: undefined,
    of(item) {
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
    },
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
