import { createLayout, type JsonRecord } from './layout.js';
import type { Layout, Layouts } from './scan.js';

/** A service that invents new keys all the time must not fill the memory. */
const MAX_LAYOUTS = 32;

/** Engines refuse regular expressions that are too large: so many keys, and none longer than {@link PLAIN_KEY} says. */
const MAX_KEYS = 100;

/** How deep a record is that has a layout: `{ data: { contracts: [{ … }] } }` is 3. */
const MAX_RECORD_DEPTH = 4;

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Creates what learns the layouts of records, up to a bound. */
export function createLayouts(numberKeys: ReadonlySet<string>): Layouts {
  const seen = new Map<string, Layout | undefined>();
  return {
    latest: undefined,
    of(item) {
      if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined;
      const shape = shapeOf(item, MAX_RECORD_DEPTH);
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
  return shape;
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
