const MARK = '[redacted]';

/** The mark of something that was taken out before: it stays as it is, even when a secret is part of its text. */
const MARKS: readonly string[] = [MARK, '<API_KEY>', '<SIGNING_SECRET>', '<SIGNATURE>'];

/** A shorter value, such as `key` or `test`, is also a part of ordinary words: it is blanked out as a whole token only. */
const SHORT = 8;

/**
 * Returns a function that blanks out the given secret values wherever they occur in a text, in either case, as they are
 * or as JSON (`\/`, `\u002B`) or a URL (`%2B`) may write them. `mark` takes their place. A value of fewer than 8 characters
 * has to stand alone: `a` is not blanked out in `createOrder`.
 */
export function createRedactor(secrets: Iterable<string | undefined>, mark = MARK): (text: string) => string {
  const values = new Set([...secrets].filter((secret) => secret !== undefined && secret !== '') as string[]);
  if (values.size === 0) return (text) => text;
  const kept = [...new Set([...MARKS, mark])].filter((text) => !values.has(text));
  const patterns = [
    ...[...values].map((value) => ({ length: value.length, source: secretPattern(value) })),
    ...kept.map((text) => ({ length: text.length, source: text.replace(/[^\w]/g, String.raw`\$&`) })),
  ];
  // Longest first: blanking out a secret inside a longer one would leave the rest of the longer one readable.
  patterns.sort((a, b) => b.length - a.length);
  // One pass: what was put in is not searched.
  const anyOf = new RegExp(patterns.map(({ source }) => source).join('|'), 'gi');
  return (text) => text.replace(anyOf, (found) => (kept.includes(found) ? found : mark));
}

function secretPattern(value: string): string {
  const pattern = value.replace(/\\+|[^A-Za-z0-9]/gu, spellings);
  if (value.length >= SHORT) return pattern;
  return `${/^\w/.test(value) ? TOKEN_START : ''}${pattern}${/\w$/.test(value) ? TOKEN_END : ''}`;
}

/** Behind a character of no word, or behind one that JSON or a URL writes with letters and digits: `\n`, `\u0022`, `%22`. */
const TOKEN_START = String.raw`(?:(?<![\w-])|(?<=%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[bfnrt]))`;
const TOKEN_END = String.raw`(?![\w-])`;

/**
 * Matches every spelling of one character, or of a run of backslashes. JSON within JSON has more backslashes; a bound keeps
 * the time linear. A run is matched step by step: there is one way only to take a text apart, so nothing is tried twice.
 */
function spellings(char: string): string {
  if (char.startsWith('\\')) return String.raw`(?:\\|u0*5c|%5c){${char.length},${5 * char.length}}`;
  const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i).toString(16));
  const inJson = units.map((unit) => `\\\\{0,4}u0*${unit}`).join('');
  const inUrl = Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return `(?:\\\\{0,4}\\${char}|${inJson}|${inUrl})`;
}
