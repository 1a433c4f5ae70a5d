import Table from 'cli-table3';
import { type Block, cellsOf, HEAD, placeAndTime, type Row } from './bench/block.js';
import { blocks } from './bench/blocks.js';
import { writePage } from './bench/page.js';
import { endWithUsage, readOptions } from './read-options.js';

const list = blocks.map(({ id, title }) => `  ${id.padEnd(12)} ${title}`).join('\n');
const HELP = `npm run bench                       what a call, a client and a sandbox cost beside other programs
npm run bench -- --only ID,ID       measures single blocks
npm run bench -- --markdown         writes docs/performance.md
Blocks:
${list}
Exit codes: 0 measured, 2 the command line is wrong.`;

const values = readOptions(HELP, { only: { type: 'string' }, markdown: { type: 'boolean' } });
const wanted = values.only?.split(',');
const unknown = wanted?.find((id) => !blocks.some((block) => block.id === id));
if (unknown !== undefined) endWithUsage(`There is no block ${unknown}.`, HELP);

const measured = new Map<Block, readonly Row[]>();
for (const block of blocks) {
  if (wanted !== undefined && !wanted.includes(block.id)) continue;
  if (process.stderr.isTTY) process.stderr.write(`… ${block.title}\n`);
  const rows = await block.run();
  measured.set(block, rows);
  const table = new Table({ head: [...HEAD], style: { head: [], border: [], compact: true } });
  table.push(...rows.map(cellsOf));
  console.log(`${block.title}\n${table.toString()}\n${placeAndTime()}\n`);
  // At once, so that a run that is stopped keeps what it has measured.
  if (values.markdown === true) await writePage(blocks, measured);
}
