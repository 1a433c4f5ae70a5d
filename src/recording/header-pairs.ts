/** Header names and values as they were written, in order. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** The value of a header, with its name in any letter case. */
export const headerIn = (headers: HeaderPairs, wanted: string): string | undefined =>
  headers.find(([name]) => name.length === wanted.length && name.toLowerCase() === wanted.toLowerCase())?.[1];

/** Of names and values by turns, as Node.js has them. */
export const toPairs = (raw: readonly string[]): HeaderPairs =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as const] : []));
