/*
 * Storage of the browser. Private windows, files and policies can forbid it, by throwing on first touch: the page then
 * works on, and forgets.
 */

type Storage = 'localStorage' | 'sessionStorage';

export function readStored(storage: Storage, key: string): string | undefined {
  try {
    return globalThis[storage].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value, or forgets it when it is undefined. Returns whether that was possible. */
export function store(storage: Storage, key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
