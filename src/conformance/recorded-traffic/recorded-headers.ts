import { signingHeaders } from '../../../generated/names.js';

export type SigningHeader = keyof typeof signingHeaders;

/** Header names and values as they were recorded. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * Reads the headers of a HAR entry; some programs write an object of names instead of a list. HTTP/2 entries begin with
 * pseudo-headers (`:path`), which are left out.
 */
export function pairsIn(list: unknown): Pairs {
  const found: (readonly [name: string, value: string])[] = [];
  const add = (name: unknown, value: unknown): void => {
    if (typeof name !== 'string' || name.startsWith(':')) return;
    if (typeof value === 'string') found.push([name, value]);
    else if (typeof value === 'number') found.push([name, String(value)]);
  };
  if (Array.isArray(list)) {
    for (const item of list) {
      const { name, value } = (item ?? {}) as { readonly name?: unknown; readonly value?: unknown };
      add(name, value);
    }
  } else if (typeof list === 'object' && list !== null) {
    for (const [name, value] of Object.entries(list)) add(name, value);
  }
  return found;
}

/** The value of a header, with its name in any letter case. */
export const headerIn = (headers: Pairs, wanted: string): string | undefined =>
  headers.find(([name]) => name.length === wanted.length && name.toLowerCase() === wanted)?.[1];

const SIGNING = new Map(
  Object.entries(signingHeaders).map(([key, name]) => [name.toLowerCase(), key as SigningHeader]),
);

/** The values of the three headers: every judge asks for them. */
export function signingIn(headers: Pairs): Readonly<Partial<Record<SigningHeader, string>>> {
  const found: Partial<Record<SigningHeader, string>> = {};
  for (const [name, value] of headers) {
    const key = name.length < 16 ? SIGNING.get(name.toLowerCase()) : undefined;
    if (key !== undefined) found[key] ??= value;
  }
  return found;
}
