import { signingHeaders } from '../../../generated/names.js';
import type { HeaderPairs } from '../../recording/header-pairs.js';

export type SigningHeader = keyof typeof signingHeaders;

/**
 * Reads the headers of a HAR entry; some programs write an object of names instead of a list. HTTP/2 entries begin with
 * pseudo-headers (`:path`), which are left out.
 */
export function pairsIn(list: unknown): HeaderPairs {
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

const SIGNING = new Map(
  Object.entries(signingHeaders).map(([key, name]) => [name.toLowerCase(), key as SigningHeader]),
);

/** The values of the three headers: every judge asks for them. */
export function signingIn(headers: HeaderPairs): Readonly<Partial<Record<SigningHeader, string>>> {
  const found: Partial<Record<SigningHeader, string>> = {};
  for (const [name, value] of headers) {
    const key = name.length < 16 ? SIGNING.get(name.toLowerCase()) : undefined;
    if (key !== undefined) found[key] ??= value;
  }
  return found;
}
