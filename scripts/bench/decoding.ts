import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { operations } from '../../generated/operations.js';
import { descriptionOf } from '../described.js';
import { compare, type Contest } from './rounds.js';
import { medianOf, type Figure } from './row.js';
import { CONTRACTS_300, fromWire, HISTORY_OF_100, ORDER } from './samples.js';

/** The decoder as it is built for the package: the loader that runs this script adds a call to every function. */
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../../src/core/json/decode.ts', import.meta.url))],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'es2023',
});
const built = `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`;
const { createDecoder } = (await import(built)) as typeof import('../../src/core/json/decode.js');

function decoding(text: string, numberKeys: readonly string[]): Contest {
  const wire = fromWire(text);
  const decode = createDecoder(numberKeys);
  return { ours: () => decode(wire), theirs: () => JSON.parse(wire) };
}

const { getOrder, getOrderHistory, getContracts } = operations;
const ESCAPED = HISTORY_OF_100.replaceAll('"clientId":"0"', '"clientId":"a\\"b"');

/** Shapes that deployments send most, and those that were slow once. */
const NAMED: readonly (readonly [what: string, contest: Contest, atMost: number])[] = [
  ['an order', decoding(ORDER, getOrder.numberKeys), 1.6],
  ['an order, pretty-printed', decoding(JSON.stringify(JSON.parse(ORDER), null, 2), getOrder.numberKeys), 1.8],
  ['100 orders with big ids', decoding(HISTORY_OF_100, getOrderHistory.numberKeys), 1.5],
  ['100 orders, one escape in each', decoding(ESCAPED, getOrderHistory.numberKeys), 1.8],
  ['300 contracts', decoding(CONTRACTS_300, getContracts.numberKeys), 1.5],
];

/** Decoding over JSON.parse: the named shapes, then all described examples. */
export async function decodingRows(): Promise<readonly Figure[]> {
  const rows: Figure[] = [];
  for (const [what, contest, atMost] of NAMED) rows.push({ what, value: await compare(contest), atMost });
  const ratios: number[] = [];
  for (const operation of Object.values(operations)) {
    for (const { value } of descriptionOf(operation).examples)
      ratios.push(await compare(decoding(JSON.stringify(value), operation.numberKeys), { rounds: 9, roundMs: 2 }));
  }
  return [
    ...rows,
    { what: 'all described examples: the median of them', value: medianOf(ratios) },
    { what: 'all described examples: the slowest', value: Math.max(...ratios), atMost: 1.6 },
  ];
}
