const MARK = '[redacted]';

/**
 * Returns a function that blanks out the given secret values wherever they occur in a text, in either case, as they are
 * or as JSON (`\/`, `\u002B`) or a URL (`%2B`) may write them. `mark` takes their place.
 */
export function createRedactor(secrets: Iterable<string | undefined>, mark = MARK): (text: string) => string {
  const values = [...secrets].filter((secret) => secret !== undefined && secret !== '') as string[];
  // Longest first: blanking out a secret inside a longer one would leave the rest of the longer one readable.
  values.sort((a, b) => b.length - a.length);
  const patterns = values.map((value) => new RegExp(value.replace(/\\+|[^A-Za-z0-9]/gu, spellings), 'gi'));
  return (text) => patterns.reduce((result, pattern) => result.replace(pattern, mark), text);
}

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
