export const THEME_KEY = 'futures-docs-theme';
export const DECLARED_ONLY_KEY = 'futures-docs-declared-only';
export const LANGUAGE_KEY = 'futures-docs-language';

/*
 * Storage of the browser. Private windows, files and policies can forbid it, by throwing on first touch: the page then
 * works on, and forgets.
 */

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value where that is possible, or forgets it when it is undefined. */
export function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The choice then holds for this page alone.
  }
}
