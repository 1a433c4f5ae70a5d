/** Longer bodies are not taken apart. */
const MAX_LENGTH = 65_536;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,]|\s+/y;

/** The tokens of a JSON text as written, without whitespace; undefined when it is not a JSON object. */
export function readTokens(text: string): readonly string[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return undefined;
    if (token.trim() !== '') tokens.push(token);
  }
  return tokens[0] === '{' && tokens.at(-1) === '}' ? tokens : undefined;
}

export const isNumber = (token: string): boolean => /^-?\d/.test(token);

export const isString = (token: string): boolean => token.startsWith('"');

/** JSON as JavaScript writes it. */
export const compact = (tokens: readonly string[]): string => tokens.join('');

/** JSON as Python writes it. */
export const spaced = (tokens: readonly string[]): string =>
  tokens.map((token) => (token === ',' || token === ':' ? `${token} ` : token)).join('');

/** JSON in lines, as `JSON.stringify(value, undefined, step)` writes it. */
export function indented(tokens: readonly string[], step: string): string {
  let depth = 0;
  const line = (change: number): string => `\n${step.repeat(Math.max(0, (depth += change)))}`;
  return tokens
    .map((token) => {
      if (token === '}' || token === ']') return line(-1) + token;
      if (token === '{' || token === '[') return token + line(1);
      return token === ',' ? token + line(0) : token === ':' ? ': ' : token;
    })
    .join('');
}

/** The members of the object, each as its tokens: key, colon, value. */
export function readMembers(tokens: readonly string[]): readonly (readonly string[])[] {
  const members: string[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(1, -1)) {
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (token === ',' && depth === 0) members.push([]);
    else members.at(-1)!.push(token);
  }
  return members;
}
