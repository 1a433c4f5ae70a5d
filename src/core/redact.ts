const MARK = '[redacted]';

/**
 * Returns a function that blanks out the given secret values wherever they occur in a text, in either case, as they are
 * or as JSON (`\/`, `\u002B`) or a URL (`%2B`) may write them.
 */
export function createRedactor(secrets: Iterable<string | undefined>): (text: string) => string {
  const values = [...secrets].filter((secret) => secret !== undefined && secret !== '') as string[];
  // Longest first: blanking out a secret inside a longer one would leave the rest of the longer one readable.
  values.sort((a, b) => b.length - a.length);
  const patterns = values.map((value) => new RegExp(value.replace(/[^A-Za-z0-9]/g, spellings), 'gi'));
  return (text) => patterns.reduce((result, pattern) => result.replace(pattern, MARK), text);
}

/** Matches every spelling of one character. JSON within JSON has more backslashes; a bound keeps the time linear. */
function spellings(char: string): string {
  const hex = char.charCodeAt(0).toString(16);
  return `(?:\\\\{0,4}(?:\\${char}|u0*${hex})|%${hex})`;
}
