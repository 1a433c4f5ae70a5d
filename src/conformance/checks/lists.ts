import type { UnknownId } from '../../../generated/description.js';
import { type Reading, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import {
  broken,
  cannotTell,
  type Check,
  type Context,
  holds,
  needAccepted,
  needCalls,
  notApplicable,
} from '../findings/check.js';
import { clauses, rowOf } from '../model/clauses.js';
import type { Clause, Finding } from '../model/report-model.js';
import { otherContracts } from '../orders/orders.js';
import { cross, tradesThere } from '../orders/trading.js';

/** The lists that go in pages, as the document has them. */
export const HISTORIES = ['getOrderHistory', 'getProfitHistory', 'getTradeHistory'] as const;
export type HistoryOperation = (typeof HISTORIES)[number];

/** The name of each history in the addresses of checks. */
export const SHORT_NAMES: Readonly<Record<HistoryOperation, string>> = {
  getOrderHistory: 'orders',
  getProfitHistory: 'profits',
  getTradeHistory: 'trades',
};
const ANSWERS: Readonly<Record<HistoryOperation, UnknownId>> = {
  getOrderHistory: 'response.order-history',
  getProfitHistory: 'response.profit-history',
  getTradeHistory: 'response.trade-history',
};

interface ListInput {
  readonly contractName?: string;
  readonly limit?: string;
  readonly fromId?: string;
}

interface ListPage {
  readonly records: readonly ResultRecord[];
  /** Each record as text. */
  readonly texts: readonly string[];
}

/** True when a field tells all these records from one another; records that are alike in all fields count as one. */
function isIdentifier(name: string, { records, texts }: ListPage): boolean {
  const ids = new Map(texts.map((text, at) => [text, textOf(records[at]![name as keyof ResultRecord])]));
  return ids.size > 1 && !new Set(ids.values()).has(undefined) && new Set(ids.values()).size === ids.size;
}

/** Fields that records may be known by; which of them it is, is not shown. */
const identifiersOf = (shown: Pick<ListPage, 'records' | 'texts'>): readonly (keyof ResultRecord)[] =>
  (Object.keys(shown.records[0] ?? {}) as (keyof ResultRecord)[]).filter(
    (name) => IS_ID.test(name) && isIdentifier(name, shown),
  );

/** The first of them. Undefined where records have none: two may be alike. */
export const identifierOf = (shown: Pick<ListPage, 'records' | 'texts'>): keyof ResultRecord | undefined =>
  identifiersOf(shown)[0];

/** One key for each record, its identifier where there is one: the other fields may depend on the page. */
export const keysOf = ({ records, texts }: ListPage, name: keyof ResultRecord | undefined): readonly string[] =>
  name === undefined ? texts : records.map((record) => String(record[name]));

export const hasTwice = (keys: readonly string[]): boolean => new Set(keys).size < keys.length;

async function page(context: Context, history: HistoryOperation, input: ListInput): Promise<ListPage> {
  const asked = { contractName: context.contract, ...input };
  return read(needAccepted(await context.call(history, asked), history), history);
}

function read(reading: Reading, history: HistoryOperation): ListPage {
  const records = recordsOf(reading) ?? cannotTell(`${history} is not a list of records`);
  return { records, texts: records.map((record) => JSON.stringify(record)) };
}

/** Two contracts of which at least one has records; none is in both. */
async function filtered(context: Context, history: HistoryOperation): Promise<Finding> {
  needCalls(context, 3);
  const own = await page(context, history, { limit: '20' });
  const here = own.texts;
  const isTold = identifierOf(own) !== undefined;
  const elsewhere: string[] = [];
  const inputs = await narrowings(context, own);
  for (const contractName of (await otherContracts(context)).slice(0, 2)) {
    if (context.mode === 'sandbox') await fillOn(context, contractName);
    for (const input of inputs) {
      const reading = await context.call(history, { contractName, ...input });
      // The document does not show what a starting identifier of another contract does.
      if (input.fromId !== undefined && reading.kind !== 'accepted') continue;
      const { texts } = read(needAccepted(reading, history), history);
      const both = texts.find((text) => here.includes(text));
      if (both !== undefined && (isTold || here.length < 2)) {
        return broken(`asked for ${contractName}, got a record of ${context.contract}: ${both.slice(0, 200)}`);
      }
      elsewhere.push(...texts);
    }
  }
  if (here.length + elsewhere.length === 0) return notApplicable(`${history} has no record of these contracts`);
  return holds({ here: here.length, elsewhere: elsewhere.length });
}

/** Ways to ask for a page; one where calls are few. */
async function narrowings(context: Context, own: ListPage): Promise<readonly ListInput[]> {
  if (context.mode !== 'sandbox') return [{ limit: '20' }];
  const fromIds = own.records.length > 4 ? candidates(own).slice(0, 2) : [];
  return [{ limit: '20' }, {}, ...fromIds.flatMap((fromId) => [{ fromId }, { fromId, limit: '20' }])];
}

/** Opens and closes a position, so that this contract has other records than the other one. It need not be filled. */
async function fillOn(context: Context, contract: string): Promise<void> {
  await context.shared(`filled on ${contract}`, async (inner) => {
    const { volume } = inner;
    const { reading } = await cross(inner, { side: 'BUY', open: 'OPEN', contract, volume });
    // Or a position would be closed that is not of this run.
    if (reading.kind !== 'accepted') return;
    await cross(inner, { side: 'SELL', open: 'CLOSE', contract, volume });
  });
}

/** Pages that are read several times, because a fault may come and go. */
const TIMES = 6;

/** Each record once on a page, as many as limit says every time, and a shorter page is part of a longer one. */
async function steady(context: Context, history: HistoryOperation): Promise<Finding> {
  needCalls(context, 3);
  if (context.mode === 'sandbox') await tradesThere(context);
  const asked = await page(context, history, { limit: '11' });
  // A fault may come and go.
  const isShort = asked.texts.length < 4 && context.mode === 'sandbox';
  const long = isShort ? await page(context, history, { limit: '11' }) : asked;
  if (long.texts.length < 4) return notApplicable(`${history} has ${long.texts.length} records, and 4 are needed`);
  const id = identifierOf(long);
  const known = keysOf(long, id);
  if (context.mode === 'sandbox' && long.texts.length < 11) {
    const longer = await page(context, history, { limit: '20' });
    if (longer.texts.length > 11)
      return broken(`a page of ${history} with limit 11 has ${long.texts.length} records, and there are more`);
  }
  const odd = context.mode === 'sandbox' ? await oddSize(context, history, long) : undefined;
  if (odd !== undefined) return broken(odd);
  const isDoubled = (keys: readonly string[]): boolean => id !== undefined && hasTwice(keys);
  const times = context.mode === 'sandbox' ? TIMES : 1;
  for (let time = 0; time < times; time++) {
    const keys = keysOf(await page(context, history, { limit: '3' }), id);
    if (keys.length !== 3) return broken(`a page of ${history} with limit 3 has ${keys.length} records`);
    if (isDoubled(keys)) return broken(`a page of ${history} has the same record twice`);
    if (keys.every((key) => known.includes(key))) continue;
    // Something may have come in between.
    const again = keysOf(await page(context, history, { limit: '11' }), id);
    const strange = keys.find((key) => !again.includes(key));
    if (strange !== undefined && again.join() === known.join())
      return broken(`a page of 3 has a record that is not on the page of 11: ${strange.slice(0, 200)}`);
  }
  return isDoubled(known) ? broken(`a page of ${history} has the same record twice`) : holds(times);
}

/** Sizes of a page; a target may take some of them only. */
const SIZES = [1, 2, 7, 20, 50, 99] as const;

/** Describes a page of another size than limit says, although there are enough records. */
async function oddSize(context: Context, history: HistoryOperation, long: ListPage): Promise<string | undefined> {
  const ask = async (limit: number, fromId?: string): Promise<number | undefined> => {
    const input = { contractName: context.contract, limit: String(limit), ...(fromId !== undefined && { fromId }) };
    return recordsOf(await context.call(history, input))?.length;
  };
  const there = (await ask(100)) ?? 0;
  for (const size of SIZES) {
    const length = await ask(size);
    if (length !== undefined && (length > size || length < Math.min(size, there)))
      return `a page of ${history} with limit ${size} has ${length} records`;
  }
  for (const fromId of candidates(long).slice(0, 2)) {
    const length = await ask(2, fromId);
    if (length !== undefined && length > 2)
      return `a page of ${history} with limit 2 from ${fromId} on has ${length} records`;
  }
  return undefined;
}

const IS_ID = /id$/i;

/** Numbers of a record in the middle that may be what a page starts from; which of them it is, is not shown. */
function candidates(whole: ListPage): readonly string[] {
  const names = Object.entries(whole.records[3]!).filter(([name]) => IS_ID.test(name) && isIdentifier(name, whole));
  const ids = names.map(([, value]) => textOf(value));
  return [...new Set(ids)].filter((id): id is string => id !== undefined && /^[1-9]\d{0,18}$/.test(id));
}

/** With fromId in the middle, the page is another one than without it. */
async function startsThere(context: Context, history: 'getOrderHistory' | 'getProfitHistory'): Promise<Finding> {
  needCalls(context, 5);
  if (context.mode === 'sandbox') await tradesThere(context);
  const whole = await page(context, history, { limit: '7' });
  if (whole.records.length < 5)
    return notApplicable(`${history} has ${whole.records.length} records, and 5 are needed`);
  const ids = candidates(whole).slice(0, 4);
  if (ids.length === 0) return notApplicable('the records show no numeric id');
  const problems: string[] = [];
  const names = identifiersOf(whole);
  for (const fromId of ids) {
    const from = await page(context, history, { limit: '7', fromId });
    // A record may have several numbers, and one of them may count the lines of a page.
    const found = (names.length === 0 ? [undefined] : names).map((name) =>
      problemFrom(keysOf(whole, name), keysOf(from, name), fromId),
    );
    if (!found.includes(undefined)) {
      problems.push(found[0]!);
      continue;
    }
    const alone = context.mode === 'sandbox' ? await startsAlone(context, history, fromId) : undefined;
    return alone === undefined ? holds(fromId) : broken(alone);
  }
  return broken(problems.join('; '));
}

/** Describes the fault of a page of 7 that begins at or beside the fourth record, in either direction. */
function problemFrom(known: readonly string[], keys: readonly string[], fromId: string): string | undefined {
  if (keys.join() === known.join()) return `the page is the same whether fromId is ${fromId} or left out`;
  if (keys.length > 7) return `from ${fromId} on, a page with limit 7 has ${keys.length} records`;
  if (hasTwice(known)) return undefined;
  const places = keys.map((key) => known.indexOf(key)).filter((place) => place >= 0);
  if (!places.some((place) => place >= 2 && place <= 4))
    return `from ${fromId} on, the page holds neither that record nor its neighbours`;
  return Math.max(...places) - Math.min(...places) >= places.length
    ? `from ${fromId} on, the page leaves out a record between others`
    : undefined;
}

/** The same without limit: the page is another one than without fromId. */
async function startsAlone(
  context: Context,
  history: 'getOrderHistory' | 'getProfitHistory',
  fromId: string,
): Promise<string | undefined> {
  const { texts } = await page(context, history, { fromId });
  const all = await page(context, history, {});
  return texts.length > 0 && texts.join() === all.texts.join()
    ? `without limit, the page is the same whether fromId is ${fromId} or left out`
    : undefined;
}

const onHistory = (
  history: HistoryOperation,
  rest: Pick<Check, 'id' | 'title' | 'run'> & { readonly clause: Clause },
): Check => ({
  ...rest,
  family: 'PAGE',
  effect: 'read',
  operations: [history],
  signed: true,
  late: true,
  control: `shape/${history}/success`,
  assumes: [ANSWERS[history], 'history.order-of-records', 'history.from-id', 'contracts.names'],
});

export const listChecks: readonly Check[] = [
  ...HISTORIES.flatMap((history) => [
    onHistory(history, {
      id: `page/${SHORT_NAMES[history]}/filtered-by-contract`,
      title: `${history} of a contract holds no record of another one`,
      clause: rowOf(history),
      run: (context) => filtered(context, history),
    }),
    onHistory(history, {
      id: `page/${SHORT_NAMES[history]}/steady`,
      title: `a page of ${history} has each record once, as many as limit says each time, and the same ones`,
      clause: history === 'getTradeHistory' ? clauses.tradeLimit : clauses.pageSize,
      run: (context) => steady(context, history),
    }),
  ]),
  ...(['getOrderHistory', 'getProfitHistory'] as const).map((history) =>
    onHistory(history, {
      id: `page/${SHORT_NAMES[history]}/from-id-starts-there`,
      title: `a page of ${history} depends on fromId`,
      clause: clauses.startingId,
      run: (context) => startsThere(context, history),
    }),
  ),
];
