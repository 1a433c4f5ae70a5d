import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';
import * as contests from './bench/in-process.js';
import { overHttp } from './bench/over-http.js';
import { compare, type Contest, type Ratio } from './bench/rounds.js';
import { atScale, overPrism } from './bench/sandbox.js';
import { protections } from './bench/protections.js';
import { installedSize, oneFileSize, splitEntrySize } from './bench/size.js';
import { startUp } from './bench/start-up.js';
import { coldStart, heapPerCall, machine } from './bench/whole-process.js';

/*
 * Ratios of ours to another program's, from interleaved rounds in one run: they carry over to other machines, times do
 * not. `npm run bench -- --markdown` writes docs/performance.md.
 */
interface Line {
  readonly what: string;
  readonly value: Ratio | number;
  readonly unit?: string;
  readonly aim?: number;
  readonly bound?: number;
  /** For figures that should be large. */
  readonly least?: number;
}

const IN_PROCESS: readonly [string, Contest, Pick<Line, 'aim' | 'bound'>][] = [
  [
    'client layer, signed createOrder / hand-written stringify + createHmac + JSON.parse',
    contests.overHandWritten,
    { aim: 2.3, bound: 2.6 },
  ],
  [
    'client layer / openapi-fetch with signing in middleware, standard Request',
    contests.overObviousBuild,
    { bound: 0.14 },
  ],
  ['`client.raw` / named method', contests.rawOverNamed, {}],
  ['signing / createHmac with a KeyObject', contests.signing, { bound: 0.75 }],
  ['decode an order, ids and decimals as text / JSON.parse', contests.decodeOrder, { aim: 1.25, bound: 1.5 }],
  ['decode 100 orders with big ids / JSON.parse', contests.decodeHistory, { aim: 1.25, bound: 1.5 }],
  ['decode 300 contracts / JSON.parse', contests.decodeContracts, { aim: 1.25, bound: 1.5 }],
];

const INTRODUCTION = `# Performance

Use a ratio, not a time: ratios carry over to other machines, milliseconds do not. A ratio is ours over the other's, as the median of
interleaved rounds in one run. \`npm run bench\` prints these figures, and \`npm run bench -- --markdown\` writes this page.

The main entry loads everything that signs, sends, reads and retries. openapi-fetch (\`client.raw\`) and the diagnosis of a rejected
signature are loaded at their first use. \`client.raw\` costs several times a named method, because openapi-fetch builds standard Headers
and Responses. A journal waits for the disk twice per order.
`;

const lines: Line[] = [];
for (const [what, contest, limits] of IN_PROCESS) {
  tell(what);
  lines.push({ what, value: await compare(contest), ...limits });
}
tell('what each protection costs');
for (const [what, value] of await protections()) lines.push({ what, value });
tell('CPU over loopback');
const http = await overHttp();
lines.push({
  what: 'CPU of a signed call, 64 in flight, node:http / bare node:http',
  value: http.nodeHttp,
  bound: 1.8,
});
lines.push({ what: 'CPU of a signed call, 64 in flight, undici / bare Pool.request', value: http.undici, bound: 1.5 });
tell('the sandbox beside Prism');
const prism = await overPrism();
lines.push({
  what: "sandbox in process / Prism's mock, order and cancel pairs per second",
  value: prism.inProcess,
  least: 10,
});
lines.push({ what: "sandbox over HTTP / Prism's mock, pairs per second", value: prism.overHttp });
const scale = await atScale();
lines.push({ what: 'sandbox, a pair at 100,000 resting orders / at 1,000', value: scale.ratio, bound: 2 });
lines.push({ what: 'sandbox, heap of 100,000 resting orders', value: scale.mebibytes, unit: 'MiB' });
tell('whole processes');
const beside = await startUp();
lines.push({
  what: 'import / a client written by hand on node:http',
  value: beside.importOnly,
  aim: 1.5,
  bound: 2.2,
});
lines.push({
  what: 'import and first call / a client written by hand on node:http',
  value: beside.firstCall,
  aim: 1.8,
  bound: 2.2,
});
const start = await coldStart();
lines.push({
  what: 'import and first call, more than an empty process',
  value: start.firstCall,
  unit: 'ms',
});
lines.push({ what: 'import alone, more than an empty process', value: start.importOnly, unit: 'ms' });
lines.push({ what: 'heap per signed call, client layer', value: heapPerCall() / 1024, unit: 'KiB' });
tell('sizes');
lines.push({
  what: 'everything but the signature diagnosis, as one file, minified and compressed',
  value: await oneFileSize(),
  unit: 'KiB',
  aim: 20,
  bound: 24,
});
lines.push({
  what: 'what importing the main entry loads of the split build, minified and compressed',
  value: await splitEntrySize(),
  unit: 'KiB',
});
const installed = await installedSize();
lines.push({ what: 'packages that npm install brings', value: installed.packages, bound: 4 });
lines.push({ what: 'what they weigh, all files', value: installed.bytes / 1e6, unit: 'MB', bound: 3 });
lines.push({ what: 'what they weigh, on this disk', value: installed.onDisk / 1e6, unit: 'MB' });

await print(lines, process.argv.includes('--markdown'));

function tell(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`… ${what}\n`);
}

async function print(all: readonly Line[], markdown: boolean): Promise<void> {
  const head = ['what', 'median', 'quartiles', 'aim', 'at most', ''];
  const rows = all.map(({ what, value, unit = '', aim, bound, least }) => {
    const median = typeof value === 'number' ? value : value.median;
    const range = typeof value === 'number' ? '' : `${value.lower.toFixed(2)} – ${value.upper.toFixed(2)}`;
    const verdict =
      least !== undefined
        ? median >= least
          ? 'met'
          : 'missed'
        : bound === undefined
          ? ''
          : median <= (aim ?? bound)
            ? 'met'
            : median <= bound
              ? 'within'
              : 'missed';
    return [
      what,
      `${median.toFixed(2)}${unit && ` ${unit}`}`,
      range,
      aim?.toString() ?? '',
      bound?.toString() ?? (least === undefined ? '' : `≥ ${least}`),
      verdict,
    ];
  });
  const where = `${machine()}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}`;
  if (!markdown) {
    const table = new Table({ head, style: { head: [], border: [], compact: true } });
    table.push(...rows);
    console.log(`${table.toString()}\n${where}`);
    return;
  }
  const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine)];
  const text = [INTRODUCTION, ...table, '', `Measured on ${where}.`, ''].join('\n');
  const file = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }));
}
