import type { About, SeenValues } from './evidence.js';

/** Line one of every generated TypeScript file. */
export const BANNER = '// Generated from openapi/ by `npm run generate`. Never edit; change the description.';

const WIDTH = 112;

/** A JSDoc block; paragraphs are separated by blank lines and wrapped. */
export function docBlock(paragraphs: readonly (string | undefined)[], indent: string): string {
  const texts = paragraphs.filter((text) => text !== undefined && text.trim() !== '') as string[];
  const lines = texts.flatMap((text, i) => [...(i === 0 ? [] : ['']), ...wrap(text.trim(), WIDTH - indent.length)]);
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length === 1 && safe[0]!.length < WIDTH - 6) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** What the description says about a node, evidence marks in words. */
export function describe({ text, evidence, observed, observedValues }: About): (string | undefined)[] {
  const { mark, note } = evidence;
  return [
    text,
    mark === 'declared' ? undefined : `${capital(mark)}, not declared${note === undefined ? '' : ` (${note})`}.`,
    observedValues &&
      `${capital(observedValues.evidence.mark)} values (${observedValues.evidence.note}): ${valuesText(observedValues)}`,
    observed && `Observed (${observed.evidence.note}): ${oneLine(observed.text)}`,
  ];
}

export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function valuesText({ values, text = '' }: SeenValues): string {
  if (values === undefined) return oneLine(text);
  return `${Object.entries(values)
    .map(([value, meaning]) => `\`${value}\` ${meaning}`)
    .join('; ')}.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const source of text.split('\n')) {
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
