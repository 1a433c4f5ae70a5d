import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Mode } from '../../src/conformance/index.js';
import { createPrepared, VARIANTS } from '../../src/faulty-servers/index.js';
import { failedIn, runInProcess, serverOf } from './sandboxes.js';
import { folderOfTest } from '../support/folder.js';

let journal: string;
beforeEach(() => void (journal = join(folderOfTest(), 'orders.jsonl')));

/** The exchange's clock stands still but for what a run waits: steps of its time are exact on a busy machine, too. */
const STOPPED = Date.now() + 60_000;

/** A run against the sandbox as it is, or as an odd server, without sockets and without real waiting. */
async function run(checks: string[], odd: string | undefined, mode: Mode) {
  const prepared = createPrepared({ now: () => STOPPED }, odd === undefined ? undefined : serverOf(odd).patch, 'short');
  const report = await runInProcess(prepared, { mode, checks, journal });
  const observed = new Map(report.results.map((result) => [result.id, result.observed]));
  return { observed, accused: failedIn(report), report, open: prepared.sandbox.state.accounts[0]!.openOrders };
}

const VALUES = ['state/order/shown', 'state/order/as-asked', 'state/order/placed-is-open'];
/** As a sandbox writes decimals. */
const DOUBLED = '2.0000000000000000';
const PAGES = ['page/'];

it.each<[id: string, odd: string, Mode, checks: string[], usual: unknown, seen: unknown]>([
  [
    'page/trades/of-each-filled-order',
    'trades-of-other-orders',
    'read',
    PAGES,
    'each filled order has a trade',
    { filledOrders: 24, withoutTrades: 8 },
  ],
  [
    'state/order/shown-volume',
    'volumes-doubled',
    'sandbox',
    VALUES,
    { sent: '1', getOrder: 'as sent', getOpenOrders: 'as sent' },
    { sent: '1', getOrder: { origQty: DOUBLED }, getOpenOrders: { origQty: DOUBLED } },
  ],
  [
    'state/order/shown-client-order-id',
    'client-order-ids-not-kept',
    'sandbox',
    VALUES,
    { getOrder: 'not shown', getOpenOrders: 'as sent' },
    { getOrder: 'not shown', getOpenOrders: 'another one' },
  ],
  [
    'state/order/shown-client-order-id',
    'client-order-ids-lost',
    'sandbox',
    VALUES,
    { getOrder: 'not shown', getOpenOrders: 'as sent' },
    { getOrder: 'not shown', getOpenOrders: 'not shown' },
  ],
  [
    'page/getTradeHistory/order-of-records',
    'pages-written-backwards',
    'read',
    PAGES,
    { tradeId: 'ascending', time: 'ascending' },
    { tradeId: 'descending', time: 'descending' },
  ],
  [
    'page/trades/from-id-inclusive',
    'pages-written-backwards',
    'read',
    PAGES,
    { inclusive: true, ascending: true },
    { inclusive: true, ascending: true },
  ],
  [
    'page/getOpenOrders/order-of-records',
    'open-orders-newest-first',
    'sandbox',
    ['page/getOpenOrders/', 'state/order/'],
    { orderId: 'ascending' },
    { orderId: 'descending' },
  ],
  [
    'shape/time/steady',
    'time-in-steps',
    'read',
    ['shape/', 'sign/'],
    'steady',
    { goesBack: true, jumps: true, largestStepMs: 1500 },
  ],
  [
    'request/market-order/price',
    'market-orders-rest',
    'sandbox',
    ['request/createOrder/', 'request/market-order/'],
    'refused, code -1136',
    { atAPriceFarBelow: 'accepted', rests: true },
  ],
])('%s shows what is odd about %s, and it fails nothing', async (id, odd, mode, checks, usual, seen) => {
  const [right, other] = [await run([id], undefined, mode), await run(checks, odd, mode)];
  expect([right.observed.get(id), other.observed.get(id)]).toEqual([usual, seen]);
  expect(other.accused).toEqual([]);
});

it('cancels a market order that rests', async () => {
  const checks = ['request/market-order/price', 'request/createOrder/type'];
  const [right, other] = [await run(checks, undefined, 'sandbox'), await run(checks, 'market-orders-rest', 'sandbox')];
  expect(other.open).toHaveLength(right.open.length);
});

it.each(VARIANTS['oddities']!.map(({ id }) => id))('mode mutate leaves nothing on %s', async (odd) => {
  const { report, open, accused } = await run(['shape/createOrder', 'state/', 'idem/', 'request/'], odd, 'mutate');
  expect([report.leftBehind ?? [], open, accused]).toEqual([[], [], []]);
  expect(report.calls).toBeGreaterThan(20);
});
