import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatted } from '../format.js';
import { type Block, cellsOf, HEAD, placeAndTime, type Row, verdictOf } from './block.js';

const FILE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

const INTRODUCTION = `# Performance

Use a ratio, not a time: ratios carry over to other machines, milliseconds do not. A ratio is ours over the other's, as the median of
interleaved rounds in one run. \`npm run bench\` prints these figures. \`npm run bench -- --markdown\` writes this page, and
\`npm run bench -- --only call,decode\` measures single blocks.

An aim is what we want, a gate is what must hold. A figure that misses its gate says so in its row and under its block.
`;

/** Writes blocks into docs/performance.md. A block that was not measured now keeps what it has. */
export async function writePage(blocks: readonly Block[], measured: ReadonlyMap<Block, readonly Row[]>): Promise<void> {
  const old = sectionsOf(await readFile(FILE, 'utf8'));
  const sections = blocks.map((block) => {
    const rows = measured.get(block);
    return rows === undefined ? old.get(block.title) : sectionOf(block, rows);
  });
  const text = [INTRODUCTION, ...sections.filter((section) => section !== undefined)].join('\n');
  await writeFile(FILE, await formatted('performance.md', text));
}

function sectionOf({ title, meaning }: Block, rows: readonly Row[]): string {
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const missed = rows.filter((row) => verdictOf(row) === 'missed');
  return [
    `## ${title}\n`,
    `${meaning}\n`,
    ...[toLine(HEAD), toLine(HEAD.map(() => '---')), ...rows.map((row) => toLine(cellsOf(row)))],
    ...(missed.length === 0 ? [] : [`\n**Misses its gate:** ${missed.map(({ what }) => what).join('; ')}.`]),
    `\nMeasured on ${placeAndTime()}.\n`,
  ].join('\n');
}

/** The sections of a page by their titles. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const sections = page.split(/^(?=## )/m).slice(1);
  return new Map(sections.map((section) => [/^## (.*)$/m.exec(section)![1]!, section]));
}
