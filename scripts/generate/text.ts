/** Line one of every generated TypeScript file. */
export const BANNER = '// Generated from openapi/ by `npm run generate`. Never edit; change the description.';

const WIDTH = 112;

/** A JSDoc block; paragraphs are separated by blank lines and wrapped. */
export function docBlock(paragraphs: readonly (string | undefined)[], indent: string): string {
  const texts = paragraphs.filter((text) => text !== undefined && text.trim() !== '') as string[];
  if (texts.length === 0) return '';
  const lines = texts.flatMap((text, i) => [...(i === 0 ? [] : ['']), ...wrap(text.trim(), WIDTH - indent.length)]);
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length === 1 && safe[0]!.length < WIDTH - 6) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const source of text.split('\n')) {
    // Code keeps its lines and its indent.
    if (source.startsWith(' ')) {
      lines.push(source);
      continue;
    }
    let line = '';
    for (const word of source.split(' ')) {
      if (line !== '' && line.length + word.length + 1 > width) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}

/** Prints a JSON value as a TypeScript literal: one line for leaves, indented otherwise. */
export function literal(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (value === null || typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${propertyName(key)}: ${literal(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = open + parts.join(', ') + close;
  if (parts.length === 0) return (open + close).replaceAll(' ', '');
  if (line.length + depth * 2 < 110 && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth);
  return `${open.trim()}\n${parts.map((part) => `${indent}  ${part},`).join('\n')}\n${indent}${close.trim()}`;
}

/** A member name, quoted where it has to be. */
export function propertyName(key: string): string {
  return IDENTIFIER.test(key) ? key : literal(key, 0);
}

/** A name that needs no quotes: in TypeScript, in a JSON text and in a query. */
export const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Refuses a description: where it is, what the client cannot honour there, and what to do about it. */
export function refuse(where: string, problem: string, advice: string): never {
  throw new Error(`${where}: ${problem}. ${advice}.`);
}

/** Tells whether every object has a member of this name already (`constructor`, `toString`, …). */
export function isOnEveryObject(name: string): boolean {
  return name in Object.prototype;
}
