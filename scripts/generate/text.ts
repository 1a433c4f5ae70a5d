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

export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

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
