import { type Reading, recordsOf } from '../call/answer.js';
import type { Input } from '../call/input.js';
import {
  broken,
  cannotTell,
  type Check,
  type Context,
  holds,
  needAccepted,
  notApplicable,
  seen,
} from '../engine/check.js';
import { clauses, unknown } from '../clauses.js';
import { valid } from '../call/inputs.js';
import type { Finding } from '../model.js';
import { tradeIdOf, tradePage, tradesThere } from '../account/trading.js';

/** Enough lines to start in the middle of. */
const LINES = 11;

/** The first page of so many trades, once in a run. */
const firstPage = (context: Context, lines: number) =>
  context.shared(`trades limit ${lines}`, (inner) => tradePage(inner, { limit: String(lines) }));

const tooFew = (there: number, needed: number): never =>
  notApplicable(`the account has ${there} trades of this contract, and ${needed} are needed`);

/** Trades of all contracts, if the service gives them so: a page of them says as much about its length. */
async function defaultPage(context: Context): Promise<Finding> {
  const all = recordsOf(needAccepted(await valid(context, 'getTradeHistory'), 'getTradeHistory'));
  const length = all?.length ?? cannotTell('the trades are no list of records');
  if (length > 100) return broken(`a page without limit has ${length} trades, not 100`);
  if (length === 100) return holds(length);
  const there = await tradesThere(context);
  if (there <= 100) return tooFew(there, 101);
  // On a throw-away target the trades have been made since.
  const { reading, records } = await tradePage(context, {});
  needAccepted(reading, 'getTradeHistory');
  return records?.length === 100 ? holds(100) : broken(`a page without limit has ${records?.length} trades, not 100`);
}

async function maximumPage(context: Context): Promise<Finding> {
  const there = await tradesThere(context);
  if (there > 1000) return broken(`a page with limit 1000 has ${there} trades`);
  if (there < 1000) {
    return context.mode === 'sandbox'
      ? broken(`a page with limit 1000 has only ${there} trades, although more were made`)
      : tooFew(there, 1001);
  }
  const { reading, records } = await tradePage(context, { limit: '1001' });
  if (reading.kind === 'refused') return holds('a limit above 1000 is refused');
  needAccepted(reading, 'getTradeHistory with limit 1001');
  const length = records?.length ?? cannotTell('the trades are no list of records');
  return length > 1000 ? broken(`a page with limit 1001 has ${length} trades`) : holds(length);
}

async function honoured(context: Context): Promise<Finding> {
  const there = await tradesThere(context);
  if (there < 3) return tooFew(there, 3);
  const lines = there > LINES ? LINES : 2;
  const { reading, records } = await firstPage(context, lines);
  needAccepted(reading, `getTradeHistory with limit ${lines}`);
  const length = records?.length ?? cannotTell('the trades are no list of records');
  return length === lines ? holds() : broken(`a page with limit ${lines} has ${length} trades`);
}

/** -1 for what is not an id. The digits are bounded, because BigInt takes quadratic time for them. */
const numberOf = (id = ''): bigint => (/^\d{1,30}$/.test(id) ? BigInt(id) : -1n);

/** Whether the page includes the trade itself is not shown (unknown `history.from-id`), nor which way it goes. */
async function fromId(context: Context): Promise<Finding> {
  if (context.mode === 'sandbox') await tradesThere(context);
  const { reading, records = [] } = await firstPage(context, LINES);
  needAccepted(reading, 'getTradeHistory');
  const ids = records.map(tradeIdOf);
  if (ids.length < 5 || !ids.every((id) => id !== undefined && /^\d{1,30}$/.test(id))) {
    return ids.length < 5 ? tooFew(ids.length, 5) : notApplicable('the trades show no numeric id');
  }
  const numbers = (ids as string[]).map(BigInt);
  const middle = Math.floor(numbers.length / 2);
  const start = numbers[middle]!;
  const { reading: answer, records: page } = await tradePage(context, { limit: String(LINES), fromId: String(start) });
  if (answer.kind === 'refused') return broken(`fromId was refused: ${answer.summary}`);
  needAccepted(answer, 'getTradeHistory with fromId');
  const found = (page ?? cannotTell('the trades are no list of records')).map((record) => numberOf(tradeIdOf(record)));
  if (found.length === 0) return broken(`no trade from ${start} on, although there are some`);
  const oneWay = found.every((id) => id >= start) || found.every((id) => id <= start);
  if (!oneWay)
    return broken(`from ${start} on, the page has trades on both sides of it: ${found.slice(0, 5).join(', ')} …`);
  const near = [numbers[middle - 1], start, numbers[middle + 1]];
  if (!found.some((id) => near.includes(id)))
    return broken(`from ${start} on, the page holds neither it nor its neighbour`);
  return holds({ inclusive: found.includes(start), ascending: (found.at(-1) ?? start) > start });
}

export const tradesFromTheMiddle = (context: Context): Promise<Finding> =>
  context.shared('trades from the middle', fromId);

async function orderDefault(context: Context): Promise<Finding> {
  if (context.mode === 'sandbox') await tradesThere(context);
  const page = async (reading: Reading): Promise<number> =>
    recordsOf(needAccepted(reading, 'getOrderHistory'))?.length ??
    cannotTell('the order history is no list of records');
  const ask = (input: Pick<Input<'getOrderHistory'>, 'limit'>): Promise<Reading> =>
    context.call('getOrderHistory', { contractName: context.contract, ...input });
  const length = await page(context.mode === 'read' ? await valid(context, 'getOrderHistory') : await ask({}));
  if (length > 100) return broken(`a page without limit has ${length} orders, not 100`);
  if (length === 100) return holds(length);
  const more = await page(await ask({ limit: '101' }));
  const tooFewOrders = (): never =>
    notApplicable(`the account has ${length} orders in its history, and 101 are needed`);
  if (more <= length) return tooFewOrders();
  // Orders may have come in between.
  const again = await page(await ask({}));
  return again < more && again !== 100
    ? broken(`a page without limit has ${again} orders, and there are more`)
    : tooFewOrders();
}

/** In `read` the first page is one that the run has anyway. */
async function linesHonoured(context: Context, operationId: 'getOrderHistory' | 'getProfitHistory'): Promise<Finding> {
  if (context.mode === 'sandbox') await tradesThere(context);
  const lines = (reading: Reading): number =>
    recordsOf(needAccepted(reading, operationId))?.length ?? cannotTell(`${operationId} is no list of records`);
  const ask = (input: Pick<Input<'getOrderHistory'>, 'limit'>): Promise<Reading> =>
    context.call(operationId, { contractName: context.contract, ...input });
  const there = lines(context.mode === 'read' ? await valid(context, operationId) : await ask({}));
  if (there < 3) return notApplicable(`${operationId} has ${there} records, and 3 are needed`);
  const length = lines(await ask({ limit: '2' }));
  return length === 2 ? holds() : broken(`a page of ${operationId} with limit 2 has ${length} records`);
}

async function orderMaximum(context: Context): Promise<Finding> {
  const reading = await context.call('getOrderHistory', { contractName: context.contract, limit: '1001' });
  return seen({ kind: reading.kind, records: recordsOf(reading)?.length ?? null });
}

const trades = (name: string, title: string, run: Check['run']): Check => ({
  id: `page/trades/${name}`,
  family: 'PAGE',
  title,
  clause: clauses.tradeLimit,
  effect: 'read',
  operations: ['getTradeHistory'],
  signed: true,
  control: 'shape/getTradeHistory/success',
  assumes: ['response.trade-history', 'history.without-contract', 'history.order-of-records', 'history.from-id'],
  run,
});

export const pageChecks: readonly Check[] = [
  trades('default-100', 'a page of trades has 100 lines when no limit is given', defaultPage),
  trades('maximum-1000', 'a page of trades has at most 1000 lines', maximumPage),
  trades('limit-honoured', 'a page of trades has as many lines as limit says', honoured),
  trades('from-id-starts-there', 'a page of trades starts at fromId', tradesFromTheMiddle),
  {
    ...trades('', 'a page of orders has 100 lines when no limit is given', orderDefault),
    id: 'page/orders/default-100',
    clause: clauses.historyLimit,
    assumes: ['response.order-history'],
    operations: ['getOrderHistory'],
    control: 'shape/getOrderHistory/success',
  },
  ...(['getOrderHistory', 'getProfitHistory'] as const).map((operationId) => ({
    ...trades('', `a page of ${operationId} has as many lines as limit says`, (context) =>
      linesHonoured(context, operationId),
    ),
    id: `page/${operationId === 'getOrderHistory' ? 'orders' : 'profits'}/limit-honoured`,
    clause: clauses.pageSize,
    assumes: [operationId === 'getOrderHistory' ? 'response.order-history' : 'response.profit-history'] as const,
    operations: [operationId],
    control: `shape/${operationId}/success`,
  })),
  {
    ...trades('', 'what a limit above 1000 does to the order history', orderMaximum),
    id: 'page/orders/maximum',
    clause: unknown('history.limit-maximum'),
    assumes: ['response.order-history'],
    operations: ['getOrderHistory'],
    control: 'shape/getOrderHistory/success',
  },
];
