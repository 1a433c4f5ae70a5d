import { countRecords, type Reading, recordsOf, type ResultRecord, textOf } from '../../call/answer.js';
import type { Input } from '../../call/input.js';
import { type CheckRow, type Context, needAccepted } from '../../findings/check.js';
import { HISTORY_OPERATIONS } from '../../judges/history-page.js';
import { isFilled } from '../../orders/find-order.js';
import { openOrders, place } from '../../orders/orders.js';
import { tradePage, tradesThere } from '../../orders/trading.js';
import { tradesFromTheMiddle } from '../page.js';
import { answerTo, outcomeOf } from './forms.js';
import { observe, observeResponse } from './observation.js';

const lengthOf = (reading: Reading): number | string => countRecords(reading) ?? outcomeOf(reading);

type PageRecords = NonNullable<ReturnType<typeof recordsOf>>;

function direction(records: PageRecords): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ['id', 'orderId', 'tradeId', 'ctime', 'time', 'ctimeMs'] as const) {
    const values = records.slice(0, 50).map((record) => textOf(record[name]));
    if (values.length < 2 || !values.every((value) => value !== undefined && /^\d{1,30}$/.test(value))) continue;
    const numbers = (values as string[]).map(BigInt);
    const steps = new Set(
      numbers.slice(1).map((value, i) => (value === numbers[i] ? 0 : value > numbers[i]! ? 1 : -1)),
    );
    found[name] = steps.has(1) ? (steps.has(-1) ? 'neither' : 'ascending') : steps.has(-1) ? 'descending' : 'equal';
  }
  return found;
}

/** Counts the records and contracts of a list; the names of contracts stay private. */
const contractsIn = (reading: Reading): Readonly<Record<string, unknown>> => ({
  records: lengthOf(reading),
  contracts: new Set((recordsOf(reading) ?? []).flatMap((record) => textOf(record['contractName']) ?? [])).size,
});

const profits = (context: Context, input: Input<'getProfitHistory'>): Promise<Reading> =>
  context.call('getProfitHistory', { contractName: context.contract, ...input });

/** Asks for a page of orders that starts at one of them, and looks whether it begins with it. */
async function orderFromId(context: Context): Promise<unknown> {
  const records = recordsOf(await answerTo(context, 'getOrderHistory')) ?? [];
  const middle = textOf(records[Math.floor(records.length / 2)]?.['orderId']);
  if (middle === undefined || !/^\d{1,30}$/.test(middle)) return 'the account has no order to start at';
  const reading = await context.call('getOrderHistory', { contractName: context.contract, fromId: middle, limit: '3' });
  const ids = (recordsOf(reading) ?? []).map((record) => textOf(record['orderId']));
  return {
    orderIdAsFromId: outcomeOf(reading),
    begins: ids[0] === middle,
    holds: ids.includes(middle),
    records: ids.length,
  };
}

const directions: readonly CheckRow[] = HISTORY_OPERATIONS.map((operationId) =>
  observeResponse(
    'history.order-of-records',
    operationId,
  )`page/${operationId}/order-of-records: in which order ${operationId} gives its records`((reading) =>
    direction(recordsOf(reading) ?? []),
  ),
);

/** Open orders as they come; on a throw-away target there are two. */
async function openOrdersInTurn(context: Context): Promise<PageRecords> {
  const found = recordsOf(await answerTo(context, 'getOpenOrders')) ?? [];
  if (found.length > 1 || context.mode !== 'sandbox') return found;
  for (let order = 0; order < 2; order++) await place(context);
  return openOrders(context, context.contract);
}

const LONGEST_PAGE = 1000;

/** The order history: on a throw-away target with orders that were filled. */
async function history(context: Context): Promise<readonly ResultRecord[]> {
  if (context.mode !== 'sandbox') return recordsOf(await answerTo(context, 'getOrderHistory')) ?? [];
  await tradesThere(context);
  const input = { contractName: context.contract, limit: String(LONGEST_PAGE) };
  return recordsOf(needAccepted(await context.call('getOrderHistory', input), 'getOrderHistory')) ?? [];
}

/** Checks that each order with a filled status has a trade. The trades are read last, so none of them can be missing yet. */
async function fills(context: Context): Promise<unknown> {
  const orders = (await history(context)).filter((record) => isFilled(record) === true);
  if (orders.length === 0) return 'no order says that it was filled';
  const page = needAccepted(await tradePage(context, { limit: String(LONGEST_PAGE) }), 'getTradeHistory');
  const trades = recordsOf(page) ?? [];
  // The document does not show which field of a trade names the order.
  const named = new Set(trades.flatMap((trade) => Object.values(trade)));
  const hasTrade = orders.map((order) => named.has(order['orderId']));
  // A full page does not show orders before its first trade and after its last.
  const isWhole = trades.length < LONGEST_PAGE;
  const judged = isWhole ? hasTrade : hasTrade.slice(hasTrade.indexOf(true), hasTrade.lastIndexOf(true) + 1);
  if (judged.length === 0 || (!isWhole && !hasTrade.includes(true))) return 'the trades are of other orders';
  const withoutTrades = judged.filter((has) => !has).length;
  return withoutTrades === 0 ? 'each filled order has a trade' : { filledOrders: judged.length, withoutTrades };
}

export const pageObservations: readonly CheckRow[] = [
  ...directions,
  observe(
    'history.order-of-records',
    'getOpenOrders',
  )`page/getOpenOrders/order-of-records: in which order getOpenOrders gives its records`(async (context) =>
    direction(await openOrdersInTurn(context)),
  ),
  observe(
    'open-orders.without-contract',
    'getOpenOrders',
  )`page/open-orders/without-contract: what getOpenOrders gives without contractName`(async (context) =>
    contractsIn(await answerTo(context, 'getOpenOrders')),
  ),
  observe(
    'history.without-contract',
    'getTradeHistory',
  )`page/trades/without-contract: what getTradeHistory gives without contractName`(async (context) =>
    contractsIn(await answerTo(context, 'getTradeHistory')),
  ),
  observe(
    'history.from-id',
    'getTradeHistory',
  )`page/trades/from-id-inclusive: whether a page of trades holds the one of fromId, and which way it goes`(
    async (context) => {
      const finding = await tradesFromTheMiddle.run(context);
      return 'observed' in finding ? finding.observed : finding.outcome;
    },
  ),
  observe(
    'history.from-id',
    'getOrderHistory',
    1,
  )`page/orders/from-id: whether fromId of the order history is an orderId, and inclusive`(orderFromId),
  observe(
    'history.profit-limit',
    'getProfitHistory',
    1,
  )`page/profits/limit: how long a page of profits is without limit, and with one above 1000`(async (context) => ({
    withoutLimit: lengthOf(await answerTo(context, 'getProfitHistory')),
    limit1001: lengthOf(await profits(context, { limit: '1001' })),
  })),
  observe(
    'history.profit-range',
    'getProfitHistory',
    1,
  )`page/profits/range: whether startTime and endTime narrow the profits`(async (context) => ({
    without: lengthOf(await answerTo(context, 'getProfitHistory')),
    beforeThereWereAny: lengthOf(await profits(context, { startTime: '0', endTime: '1' })),
  })),
  observe(
    'history.fills',
    ['getTradeHistory', 'getOrderHistory'],
    1,
  )`page/trades/of-each-filled-order: whether each order that says that it was filled has a trade`(fills),
];
