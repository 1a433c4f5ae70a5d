import { countRecords, type Reading, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
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
} from '../findings/check.js';
import { rightly } from '../findings/right-call.js';
import { clauses, unknown } from '../model/clauses.js';
import { valid } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';
import { tradeIdOf, tradePage, tradesThere } from '../orders/trading.js';

/** Enough lines to start in the middle of. */
const LINES = 11;

/** The first page of this many trades, once in a run. */
const firstPage = (context: Context, lines: number) =>
  context.shared(`trades limit ${lines}`, (inner) => tradePage(inner, { limit: String(lines) }));

const tooFew = (there: number, needed: number): never =>
  notApplicable(`the account has ${there} trades of this contract, and ${needed} are needed`);

/** Trades of all contracts, if the service gives them so: a page of them says as much about its length. */
async function defaultPage(context: Context): Promise<Finding> {
  const length =
    countRecords(needAccepted(await valid(context, 'getTradeHistory'), 'getTradeHistory')) ??
    cannotTell('the trades are not a list of records');
  if (length > 100) return broken(`a page without limit has ${length} trades, not 100`);
  const there = length === 100 && context.mode !== 'sandbox' ? 100 : await tradesThere(context);
  if (length === 100) return there > 100 ? defaultEachTime(context) : holds(length);
  if (there <= 100) return tooFew(there, 101);
  // On a throw-away target the trades have been made since.
  const { reading, lines } = await tradePage(context, {});
  needAccepted(reading, 'getTradeHistory');
  return lines === 100 ? defaultEachTime(context) : broken(`a page without limit has ${lines} trades, not 100`);
}

/** Number of calls: enough to see a fault that strikes one call in six; on a throw-away target only. */
const TIMES = 6;

async function defaultEachTime(context: Context): Promise<Finding> {
  for (let time = 0; context.mode === 'sandbox' && time < TIMES; time++) {
    const { reading, lines } = await tradePage(context, {});
    needAccepted(reading, 'getTradeHistory');
    if (lines !== 100) return broken(`a page without limit has ${lines} trades, not 100`);
  }
  return holds(100);
}

/** True when there are trades besides those on the longest page: a page that starts at either end shows others. */
async function hasMore(context: Context, page: readonly ResultRecord[]): Promise<boolean> {
  const known = new Set(page.map(tradeIdOf));
  for (const end of [page.at(-1), page[0]]) {
    const start = end && tradeIdOf(end);
    if (start === undefined || !DIGITS.test(start)) continue;
    const { records = [] } = await tradePage(context, { limit: '1000', fromId: start });
    if (records.some((record) => !known.has(tradeIdOf(record)))) return true;
  }
  return false;
}

async function maximumPage(context: Context): Promise<Finding> {
  const there = await tradesThere(context);
  if (there > 1000) return broken(`a page with limit 1000 has ${there} trades`);
  if (there < 1000) {
    const { records = [] } = await tradePage(context, { limit: '1000' });
    return (await hasMore(context, records))
      ? broken(`a page with limit 1000 has only ${records.length} trades, and there are more`)
      : tooFew(there, 1001);
  }
  const { reading, lines } = await tradePage(context, { limit: '1001' });
  if (reading.kind === 'refused') return holds('a limit above 1000 is refused');
  needAccepted(reading, 'getTradeHistory with limit 1001');
  const length = lines ?? cannotTell('the trades are not a list of records');
  return length > 1000 ? broken(`a page with limit 1001 has ${length} trades`) : holds(length);
}

async function honoured(context: Context): Promise<Finding> {
  const there = await tradesThere(context);
  if (there < 3) return tooFew(there, 3);
  const lines = there > LINES ? LINES : 2;
  const { reading, records } = await firstPage(context, lines);
  needAccepted(reading, `getTradeHistory with limit ${lines}`);
  const length = records?.length ?? cannotTell('the trades are not a list of records');
  return length === lines ? holds() : broken(`a page with limit ${lines} has ${length} trades`);
}

/** Fields tried as the trade identifier, at most. */
const MOST_FIELDS = 6;

/** Fields that may hold the trade identifier: its name is not shown (unknown `response.trade-history`). */
export function identifierFields(records: readonly ResultRecord[]): readonly (keyof ResultRecord)[] {
  const [first] = records;
  const names = (Object.keys(first ?? {}) as (keyof ResultRecord)[]).filter((name) => {
    const values = records.map((record) => textOf(record[name]));
    return (
      new Set(values).size === records.length && values.every((value) => value !== undefined && DIGITS.test(value))
    );
  });
  const rank = (name: string): number => ['tradeId', 'id'].indexOf(name) + 1 || (/id$/i.test(name) ? 3 : 4);
  return names.sort((one, other) => rank(one) - rank(other)).slice(0, MOST_FIELDS);
}

const DIGITS = /^\d{1,30}$/;

/** Accepts pages with or without the trade itself, in either direction: neither is shown (unknown `history.from-id`). */
async function fromId(context: Context): Promise<Finding> {
  if (context.mode === 'sandbox') await tradesThere(context);
  const { reading, records = [] } = await firstPage(context, LINES);
  needAccepted(reading, 'getTradeHistory');
  if (records.length < 5) return tooFew(records.length, 5);
  let first: Finding | undefined;
  for (const field of identifierFields(records)) {
    let finding = await startsAt(context, records, field);
    const times = context.mode === 'sandbox' ? TIMES : 1;
    for (let time = 1; time < times && finding.outcome === 'holds'; time++) {
      // Without limit, the page is longer, and begins at the same trade.
      const at = [undefined, undefined, 1, records.length - 2][time];
      finding = await startsAt(context, records, field, { lines: time === 1 ? 100 : LINES, at });
    }
    if (finding.outcome === 'holds') {
      if (context.mode === 'sandbox' && (await isStuckWithoutContract(context, field)))
        return broken('without contractName, the page is the same whether fromId is given or not');
      if (field !== 'tradeId' && field !== 'id')
        context.goesBy('response.trade-history', `trades are known by ${field}`);
      return finding;
    }
    // Only a field of such a name is sure to be the identifier of a trade.
    if (field === 'tradeId' || field === 'id') first ??= finding;
  }
  return first ?? notApplicable('the trades show no field that is their identifier');
}

/** True when fromId changes nothing without contractName: nothing else is a fault, as the content of that list is not shown. */
async function isStuckWithoutContract(context: Context, field: keyof ResultRecord): Promise<boolean> {
  const ask = async (input: { readonly fromId?: string }): Promise<readonly (string | undefined)[]> => {
    const reading = await context.call('getTradeHistory', { limit: String(LINES), ...input });
    return (recordsOf(reading) ?? []).map((record) => textOf(record[field]));
  };
  const ids = await ask({});
  const start = ids[Math.floor(ids.length / 2)];
  if (ids.length < 5 || start === undefined || new Set(ids).size < ids.length) return false;
  return (await ask({ fromId: start })).join() === ids.join();
}

async function startsAt(
  context: Context,
  records: readonly ResultRecord[],
  field: keyof ResultRecord,
  { lines = LINES, at }: { readonly lines?: number; readonly at?: number | undefined } = {},
): Promise<Finding> {
  const numberOf = (record: ResultRecord): bigint => {
    const id = textOf(record[field]) ?? '';
    return DIGITS.test(id) ? BigInt(id) : -1n;
  };
  const numbers = records.map(numberOf);
  const middle = at ?? Math.floor(numbers.length / 2);
  const start = numbers[middle]!;
  const ask = (input: { readonly fromId?: string }): Promise<Reading> =>
    context.call('getTradeHistory', {
      contractName: context.contract,
      ...(lines === LINES && { limit: String(lines) }),
      ...input,
    });
  const answer = await rightly(context, {
    what: 'fromId',
    ask: () => ask({ fromId: String(start) }),
    control: () => ask({}),
  });
  const found = (recordsOf(answer) ?? cannotTell('the trades are not a list of records')).map(numberOf);
  if (found.length > lines) return broken(`from ${start} on, a page with limit ${lines} has ${found.length} trades`);
  if (found.length === 0) return broken(`no trade from ${start} on, although there are some`);
  const near = [numbers[middle - 1], start, numbers[middle + 1]];
  if (!found.some((id) => near.includes(id)))
    return broken(`from ${start} on, the page holds neither it nor its neighbour`);
  // Numbers of trades need not be in the order of time: their places in the list say which of them come first.
  const places = found.map((id) => numbers.indexOf(id)).filter((place) => place >= 0);
  if (places.some((place) => place > middle) && places.some((place) => place < middle))
    return broken(`from ${start} on, the page has trades on both sides of it: ${found.slice(0, 5).join(', ')} …`);
  if (Math.max(...places) - Math.min(...places) >= places.length)
    return broken(`from ${start} on, the page leaves out a trade between others`);
  return holds({ inclusive: found.includes(start), ascending: found.some((id) => id > start) });
}

export const tradesFromTheMiddle = (context: Context): Promise<Finding> =>
  context.shared('trades from the middle', fromId);

async function orderDefault(context: Context): Promise<Finding> {
  if (context.mode === 'sandbox') await tradesThere(context);
  const page = async (reading: Reading): Promise<number> =>
    countRecords(needAccepted(reading, 'getOrderHistory')) ?? cannotTell('the order history is not a list of records');
  const ask = (input: Pick<Input<'getOrderHistory'>, 'limit'>): Promise<Reading> =>
    context.call('getOrderHistory', { contractName: context.contract, ...input });
  const length = await page(context.mode === 'read' ? await valid(context, 'getOrderHistory') : await ask({}));
  if (length > 100) return broken(`a page without limit has ${length} orders, not 100`);
  if (length === 100) return holds(length);
  if (context.mode === 'sandbox' && length > 0 && (await goesOn(context)))
    return broken(`a page without limit has ${length} orders, and there are more`);
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

/** True when there are orders besides those on the page without limit: one that starts at its last order shows others. */
async function goesOn(context: Context): Promise<boolean> {
  const ask = async (input: Pick<Input<'getOrderHistory'>, 'fromId'>): Promise<readonly string[]> => {
    const reading = await context.call('getOrderHistory', { contractName: context.contract, ...input });
    return (recordsOf(reading) ?? []).flatMap((record) => textOf(record['orderId']) ?? []);
  };
  const first = await ask({});
  const last = first.at(-1);
  if (last === undefined || !DIGITS.test(last)) return false;
  const known = new Set(first);
  const next = await ask({ fromId: last });
  // A page that knows none of them may be one of other orders that have come in between.
  return next.includes(last) && next.some((id) => !known.has(id)) && (await ask({})).join() === first.join();
}

/** In `read` the first page is one that the run has anyway. */
async function linesHonoured(context: Context, operationId: 'getOrderHistory' | 'getProfitHistory'): Promise<Finding> {
  if (context.mode === 'sandbox') await tradesThere(context);
  const lines = (reading: Reading): number =>
    countRecords(needAccepted(reading, operationId)) ?? cannotTell(`${operationId} is not a list of records`);
  const ask = (input: Pick<Input<'getOrderHistory'>, 'limit'>): Promise<Reading> =>
    context.call(operationId, { contractName: context.contract, ...input });
  const there = lines(context.mode === 'read' ? await valid(context, operationId) : await ask({}));
  if (there < 3) return notApplicable(`${operationId} has ${there} records, and 3 are needed`);
  const length = lines(await ask({ limit: '2' }));
  return length === 2 ? holds() : broken(`a page of ${operationId} with limit 2 has ${length} records`);
}

async function orderMaximum(context: Context): Promise<Finding> {
  const reading = await context.call('getOrderHistory', { contractName: context.contract, limit: '1001' });
  return seen({ kind: reading.kind, records: countRecords(reading) ?? null });
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
