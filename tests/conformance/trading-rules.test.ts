import { expect, it } from 'vitest';
import { asFlag } from '../../src/conformance/model/option-names.js';
import { toSummary } from '../../src/conformance/reports/summary.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import type { Fields } from '../../src/sandbox/exchange/command.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { runInProcess } from './sandboxes.js';

const CHECKS = [
  'shape/createOrder/success',
  'rule/cancel/omitted-order-id-cancels-contract',
  'state/order/shown-volume',
];

const LAST: Readonly<Record<string, number>> = { 'E-BTC-USDT': 65_000, 'E-ETH-USDT': 3000, 'E-ORCA-USDT': 1.959 };

/** True where the price of an order is further from the last one than so many hundredths. */
const isFar = ({ contractName = '', price, type }: Fields, hundredths: number): boolean =>
  type === 'LIMIT' && Math.abs(Number(price) / (LAST[contractName] ?? 150) - 1) > hundredths / 100;

function run(isRefused: (order: Fields) => boolean) {
  const patch: Patch = () => ({
    act: (call, next) =>
      call.operationId === 'createOrder' && isRefused(call.input)
        ? { ok: false, code: '-1102', message: 'no' }
        : next(call),
  });
  return runInProcess(createPrepared({}, patch, 'short'), { checks: CHECKS }, undefined, asFlag);
}

it.each<[string, (order: Fields) => boolean, RegExp]>([
  [
    'prices without decimals',
    ({ price, contractName }) => contractName === 'E-BTC-USDT' && /\./.test(price ?? ''),
    /^$/,
  ],
  ['prices to sell within 10 %', (order) => order.side === 'SELL' && isFar(order, 10), /orders to sell rest at 105 %/],
  ['prices within 3 %', (order) => isFar(order, 3), /orders rest at 98 %/],
  [
    'no order on the first contract',
    ({ contractName }) => contractName === 'E-BTC-USDT',
    /taken on E-ETH-USDT, and not/,
  ],
])('judges a server that takes %s', async (_, isRefused, seen) => {
  const { results, premises } = await run(isRefused);
  const orders = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-specified');
  expect(orders.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  const learnt = premises!.filter(({ id }) => id !== 'request.order-selector').map(({ text }) => text);
  expect(learnt.join()).toMatch(seen);
});

it('says in its first line what to pass where no order is taken', async () => {
  const [line] = toSummary(await run(() => true)).split('\n');
  expect(line).toMatch(
    /no order was accepted .*--price \(such as .*--volume \(such as 25\), --prefix, --existing contractName=…/i,
  );
});
