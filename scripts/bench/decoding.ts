import { operations } from '../../generated/operations.js';
import { descriptionOf } from '../described.js';
import { importBuilt } from './built.js';
import type { Row } from './block.js';
import { compare, type Contest, quartiles, type Ratio } from './rounds.js';
import { CONTRACTS_300, fromWire, HISTORY_OF_100, ORDER } from './samples.js';

const { createDecoder } = await importBuilt<typeof import('../../src/core/json/decode.js')>('src/core/json/decode.ts');

const SIZE = { rounds: 15, roundMs: 2 };

function decoding(text: string, numberKeys: readonly string[]): Contest {
  const wire = fromWire(text);
  const decode = createDecoder(numberKeys);
  return { ours: () => decode(wire), theirs: () => JSON.parse(wire) };
}

const { getOrder, getOpenOrders, getOrderHistory, getContracts } = operations;
const enveloped = (data: string): string => `{"code":"0","msg":"Success","data":${data},"succ":true}`;
const listOf = (record: string, size: number): string => `[${Array.from({ length: size }, () => record).join()}]`;
const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);
const spaced = (text: string): string => text.replaceAll(',"', ', "');

const FILL = '{"price":10000.0000000000000000,"qty":1.0000000000000000,"fee":0.0004,"tradeId":1752321241}';
const WITH_FILLS = ORDER.replace('"fills":[]', `"fills":[${FILL},${FILL}]`);
const CONTRACT = /\{"ticker_id".*?\}/.exec(CONTRACTS_300)![0];
const ESCAPED = HISTORY_OF_100.replaceAll('"clientId":"0"', '"clientId":"a\\"b"');

const ORDERS = { aim: 1.25, atMost: 1.6 };
const WRITTEN = { aim: 1.4, atMost: 1.8 };

/** Shapes that deployments send most, and those that were slow once. */
const NAMED: readonly (readonly [string, Contest, Pick<Row, 'aim' | 'atMost'>])[] = [
  ['an order', decoding(ORDER, getOrder.numberKeys), ORDERS],
  ['an order, enveloped', decoding(enveloped(ORDER), getOrder.numberKeys), ORDERS],
  ['an order with 2 fills', decoding(WITH_FILLS, getOrder.numberKeys), ORDERS],
  ['a list of one order', decoding(listOf(ORDER, 1), getOpenOrders.numberKeys), ORDERS],
  ['one contract', decoding(enveloped(`{"contracts":[${CONTRACT}]}`), getContracts.numberKeys), ORDERS],
  ['an order, pretty-printed', decoding(pretty(ORDER), getOrder.numberKeys), WRITTEN],
  ['an order, blanks after commas', decoding(spaced(ORDER), getOrder.numberKeys), WRITTEN],
  ['100 orders, one escape in each', decoding(ESCAPED, getOrderHistory.numberKeys), WRITTEN],
  ['100 orders with big ids', decoding(HISTORY_OF_100, getOrderHistory.numberKeys), { aim: 1.25, atMost: 1.5 }],
  ['300 contracts', decoding(CONTRACTS_300, getContracts.numberKeys), { aim: 1.25, atMost: 1.5 }],
];

interface Described {
  readonly title: string;
  readonly value: unknown;
  readonly numberKeys: readonly string[];
}

/** Every described example of a response, once, with the operation that it is first described for. */
function describedExamples(): readonly Described[] {
  const found = new Map<string, Described>();
  for (const operation of Object.values(operations)) {
    for (const { title, value } of descriptionOf(operation).examples) {
      const text = JSON.stringify(value);
      if (!found.has(text)) found.set(text, { title, value, numberKeys: operation.numberKeys });
    }
  }
  return [...found.values()];
}

/** The record in an example: what an envelope or a list holds. Undefined where there is none. */
function recordOf(value: unknown): object | undefined {
  const inside = Array.isArray(value) ? value[0] : value;
  if (typeof inside !== 'object' || inside === null) return undefined;
  return 'data' in inside && 'code' in inside
    ? recordOf(inside.data)
    : Object.keys(inside).length > 0
      ? inside
      : undefined;
}

/** The ways in which deployments write an example; lists are of the record in it. */
function shapesOf(value: unknown): (readonly [shape: string, text: string])[] {
  const text = JSON.stringify(value);
  const record = recordOf(value);
  const data = record === undefined ? 'null' : JSON.stringify(record);
  const lists =
    record === undefined ? [] : [1, 10, 100].map((size) => [`list of ${size}`, listOf(data, size)] as const);
  return [
    ['as it is', text],
    ['enveloped', enveloped(data)],
    ['pretty-printed', JSON.stringify(value, null, 2)],
    ...lists,
  ];
}

/** Decoding over JSON.parse: the named shapes, then all described examples, shape by shape, with the slowest of them. */
export async function decodingRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [what, contest, limits] of NAMED) rows.push({ what, value: await compare(contest), ...limits });
  const byShape = new Map<string, { title: string; ratio: Ratio }[]>();
  for (const { title, value, numberKeys } of describedExamples()) {
    for (const [shape, text] of shapesOf(value)) {
      const ratio = await compare(decoding(text, numberKeys), SIZE);
      byShape.set(shape, [...(byShape.get(shape) ?? []), { title, ratio }]);
    }
  }
  for (const [shape, all] of byShape) {
    const [slowest] = all.toSorted((a, b) => b.ratio.median - a.ratio.median);
    const value = quartiles(all.map(({ ratio }) => ratio.median));
    rows.push({ what: `all ${all.length} described examples, ${shape}: the median of them`, value });
    const atMost = shape === 'pretty-printed' ? 1.8 : 1.6;
    rows.push({ what: `the slowest, ${shape}: ${slowest!.title}`, value: slowest!.ratio, atMost });
  }
  return rows;
}
