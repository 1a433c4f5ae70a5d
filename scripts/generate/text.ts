import type { About, Evidence, SeenValues } from './evidence.js';
import { countInWords } from './sources.js';

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
  const { mark } = evidence;
  return [
    text,
    mark === 'declared' ? undefined : `${capital(mark)}, not declared${seenIn(evidence)}.`,
    observedValues &&
      `${capital(observedValues.evidence.mark)} values${seenIn(observedValues.evidence)}: ${valuesText(observedValues)}`,
    observed && `Observed${seenIn(observed.evidence)}: ${oneLine(observed.text)}`,
  ];
}

/** How many saw it; who they are is for the reference and not for an editor. */
const seenIn = ({ count }: Evidence): string => (count === undefined ? '' : ` (${countInWords(count)})`);

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
