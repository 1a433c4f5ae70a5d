import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { type Block, cellsOf, HEAD, placeAndTime, type Row } from './bench/block.js';
import { blocks } from './bench/blocks.js';
import { writePage } from './bench/page.js';

/*
 * npm run bench: what a call, a client and a sandbox cost beside other programs. `--only ID,ID` measures single blocks,
 * `--markdown` writes docs/performance.md, `--list` names the blocks.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, markdown: { type: 'boolean' }, list: { type: 'boolean' } },
});
const wanted = values.only?.split(',');
const unknown = wanted?.find((id) => !blocks.some((block) => block.id === id));
if (unknown !== undefined || values.list === true) {
  if (unknown !== undefined) console.error(`There is no block ${unknown}.`);
  console.error(blocks.map(({ id, title }) => `${id.padEnd(12)} ${title}`).join('\n'));
  process.exit(unknown === undefined ? 0 : 2);
}

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
