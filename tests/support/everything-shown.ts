import { inspect } from 'node:util';

/** Every text that logging, serialising or walking an object can show, in one string. */
export function everythingShown(value: unknown): string {
  return [
    inspect(value, { depth: Infinity, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null }),
    JSON.stringify(value),
    String(value),
    inspect(cloned(value), { depth: Infinity, showHidden: true }),
    ...walk(value, new Set()),
  ].join('\n');
}

/** The part that a worker or a process would get; functions cannot be sent. */
function cloned(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}

/** All texts and bytes that can be reached over properties, prototypes and symbols included. */
function* walk(value: unknown, seen: Set<unknown>): Generator<string> {
  if (typeof value === 'string') yield value;
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return;
  seen.add(value);
  if (ArrayBuffer.isView(value)) yield Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
  if (typeof value === 'function') yield Function.prototype.toString.call(value);
  if (value instanceof Map || value instanceof Set) for (const item of value) yield* walk(item, seen);
  for (const key of Reflect.ownKeys(value)) {
    yield String(key);
    const { value: held, get } = Object.getOwnPropertyDescriptor(value, key)!;
    yield* walk(get === undefined ? held : attempt(() => get.call(value)), seen);
  }
  yield* walk(Object.getPrototypeOf(value), seen);
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
