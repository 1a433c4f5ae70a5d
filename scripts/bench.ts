import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { callRows } from './bench/calls.js';
import { decodingRows } from './bench/decoding.js';
import { type Figure, tableOf } from './bench/row.js';
import { sandboxRows } from './bench/sandbox.js';
import { sizeRows } from './bench/size.js';
import { startRows } from './bench/start-up.js';
import { markdownTable, writeSection } from './section.js';

/** The ids are for `--only`, and for the markers in docs/evidence.md. */
const BLOCKS = [
  {
    id: 'call',
    title: 'A call',
    meaning:
      'CPU of a signed createOrder: without a network over the same signed by hand, and on loopback over the bare library with the same headers.',
    measure: callRows,
  },
  {
    id: 'decode',
    title: 'Decoding',
    meaning:
      'Time to decode a response, with ids and decimals as the text that was sent, over that of JSON.parse, which damages them.',
    measure: decodingRows,
  },
  {
    id: 'sandbox',
    title: 'The sandbox',
    meaning:
      "Pairs of an order and its cancel per second of CPU, beside Prism's mock, which keeps no state and checks no signature.",
    measure: sandboxRows,
  },
  {
    id: 'start',
    title: 'Start',
    meaning: 'Importing the package and making a first call, beside a client written by hand on node:http.',
    measure: startRows,
  },
  {
    id: 'size',
    title: 'Size',
    meaning: 'What a user of the client loads (minified and compressed) and installs.',
    measure: sizeRows,
  },
];

const IDS = BLOCKS.map(({ id }) => id);

// npm run bench -- --only call,size
const { only = IDS.join() } = parseArgs({ options: { only: { type: 'string' } } }).values;
const wanted = only.split(',');
if (!wanted.every((id) => IDS.includes(id))) throw new Error(`--only takes ${IDS.join(', ')}`);

const cores = availableParallelism();
const [loadBefore = 0] = loadavg();
const sections: [id: string, text: string][] = [];
for (const { id, title, meaning, measure } of BLOCKS.filter((block) => wanted.includes(block.id))) {
  const runs: (readonly Figure[])[] = [];
  for (let i = 0; i < 3; i++) runs.push(await measure());
  const [head = [], ...rows] = tableOf(runs);
  const table = new Table({ head: [...head], style: { head: [], border: [], compact: true } });
  table.push(...rows.map((cells) => [...cells]));
  console.log(`${title}\n${table.toString()}\n`);
  sections.push([id, `${meaning}\n\n${markdownTable([head, ...rows])}`]);
}

const [loadAfter = 0] = loadavg();
const place = `${machine()}, ${cores} cores, load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after, ${new Date().toISOString().slice(0, 10)}`;
// The bench keeps one core busy, or a little more.
if (loadBefore > 0.25 * cores || loadAfter > 0.8 * cores) {
  console.log(`UNDER LOAD, not written: ${place}. Repeat it when the machine has nothing else to do.`);
} else {
  for (const [id, text] of sections) await writeSection(`bench-${id}`, `${text}\n\nMeasured on ${place}.`);
  console.log(`Written to docs/evidence.md: ${place}.`);
}

function machine(): string {
  const { stdout } = spawnSync('lscpu', { encoding: 'utf8' });
  const model = /Model name:\s*(.+)/.exec(stdout ?? '')?.[1]?.trim() ?? 'unknown processor';
  return `Node.js ${process.versions.node}, ${process.platform}, ${model}`;
}
