import { remembering } from '../model/groups.js';
import { receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { broken, shown } from '../findings/check.js';
import { isThroughDouble } from '../model/rounded-ids.js';
import type { TracedCall } from '../call/traced-call.js';
import { type ClaimFinding, collect, type Say } from './claim-finding.js';
import type { OrderBook } from './order-book.js';
import { isResting } from './order-terms.js';
import { firstFrom } from './time-span.js';

/*
 *   createOrder, accepted ─► its id ─► the lists after it, and the details that are asked for by it: the same digits
 */

export const ORDER_IDS = ['bidId', 'askId', 'orderId'] as const;

const LISTS = [
  ['getOpenOrders', ['orderId']],
  ['getOrderHistory', ['orderId']],
  ['getTradeHistory', ORDER_IDS],
] as const;

/** Identifiers that are looked for, and lists that each is looked for in, at most. */
const MOST_ORDERS = 200;
const MOST_LISTS = 20;

const DETAILS = 'shape/getOrder/ids-keep-their-digits';
const OF_ITS_CONTRACT = 'shape/getOrder/of-its-contract';

/**
 * Judges how responses show the identifiers of orders, and the contract of an order.
 *
 * @param enough Identifiers that have to go wrong: one may be a neighbour of an order that is not known.
 */
export function judgeDigits(book: OrderBook, enough: number): readonly ClaimFinding[] {
  return collect((say) => {
    for (const [operationId, fields] of LISTS) judgeLists(book, operationId, fields, enough, say);
    judgeDetails(book, enough, say);
  });
}

/** The orders that go wrong, by their identifiers. */
type Wrong = Map<
  string,
  { readonly problem: string; readonly calls: readonly TracedCall[]; readonly isNamed?: boolean }
>;

/** The first one stands for all of them. */
function sayWrong(check: string, wrong: Wrong, enough: number, say: Say): void {
  const [first] = wrong.values();
  if (first === undefined || wrong.size < enough) return;
  // The record has the name of the order, so that no price explains why its id is missing.
  say(check, first.isNamed === true ? shown(broken(first.problem)) : first.problem, first.calls);
}

function judgeLists(
  { placed, of, outcomeOf, firstListed }: OrderBook,
  operationId: (typeof LISTS)[number][0],
  fields: readonly (keyof ResultRecord)[],
  enough: number,
  say: Say,
): void {
  const lists = of(operationId).flatMap((call) => (outcomeOf(call) === 'accepted' ? [{ call }] : []));
  const read = createListReader(fields);
  const check = `shape/${operationId}/ids-keep-their-digits`;
  const receipts = new Set(placed.map(({ id }) => id));
  const lossy: Wrong = new Map();
  for (const { id, call } of placed.slice(0, MOST_ORDERS)) {
    const until = firstFrom(lists, call.startMs);
    const before = lists.slice(Math.max(0, until - MOST_LISTS), until).flatMap(read);
    const after = firstFrom(lists, call.endMs);
    const isOther = (other: string): boolean => receipts.has(other) || before.some(({ ids }) => ids.has(other));
    for (const list of lists.slice(after, after + MOST_LISTS).flatMap(read)) {
      if (!list.doubles.has(Number(id))) continue;
      if (list.ids.has(id)) say(check, undefined, [call, list.call]);
      if (list.ids.has(id)) continue;
      // A list with digits that no double holds has lost none of them: the receipt may have.
      const isKept = !list.isRounded;
      const others = [...list.ids].filter((one) => (isKept ? isThroughDouble(one, id) : isThroughDouble(id, one)));
      const name = textOf(call.input?.['clientOrderId']) || undefined;
      const named = others.find((one) => name !== undefined && list.names.get(one) === name);
      const [other] = named === undefined ? others : [named];
      if (other === undefined) continue;
      const isNamed = named !== undefined;
      if (!isNamed && (isOther(other) || (isKept && (firstListed.has(id) || !isResting(call.input ?? {}))))) continue;
      // The call that lost them is the last.
      lossy.set(
        id,
        isKept
          ? { problem: lost(other, `${id} in the receipt`), calls: [list.call, call], isNamed }
          : { problem: lost(id, other), calls: [call, list.call], isNamed },
      );
      break;
    }
  }
  sayWrong(check, lossy, enough, say);
}

const lost = (id: string, other: string): string => `the id ${id} is shown as ${other}: digits were lost`;

/** Details of the order that was asked for, where they show it at all: a target may show another order of the contract. */
function judgeDetails({ of, outcomeOf, placed, lists }: OrderBook, enough: number, say: Say): void {
  const details = of('getOrder').filter((call) => outcomeOf(call) === 'accepted');
  const named = details.map(({ input }) => input?.['contractName']);
  // A response may call a contract otherwise than a request does.
  const known = new Set<unknown>([...named, ...[...placed, ...lists].map(({ contract }) => contract)]);
  known.delete(undefined);
  const lossy: Wrong = new Map();
  const strange: Wrong = new Map();
  for (const call of details) {
    const { orderId, contractName } = call.input ?? {};
    const record = receiptOf(call.reading) ?? recordsOf(call.reading)?.[0];
    const [id, other, contract] = [textOf(orderId), textOf(record?.orderId), record?.contractName];
    if (record === undefined) continue;
    if (id !== undefined && other === id) say(DETAILS, undefined, [call]);
    else if (id !== undefined && other !== undefined && isThroughDouble(id, other))
      lossy.set(id, { problem: lost(id, other), calls: [call] });
    if (contract === contractName) say(OF_ITS_CONTRACT, undefined, [call]);
    else if (contractName !== undefined && known.has(contract)) {
      const problem = `asked for an order of ${String(contractName)}, got one of ${String(contract)}`;
      strange.set(id ?? other ?? problem, { problem, calls: [call] });
    }
  }
  sayWrong(DETAILS, lossy, enough, say);
  sayWrong(OF_ITS_CONTRACT, strange, enough, say);
}

/** Reads a list once, and only one that is near an order that is looked for. */
function createListReader(fields: readonly (keyof ResultRecord)[]) {
  // Equal bodies of a recording share their records.
  const read = remembering((records: readonly ResultRecord[]) => listOf(records, fields));
  return ({ call }: { readonly call: TracedCall }) => {
    const records = recordsOf(call.reading);
    return records === undefined ? [] : [{ call, ...read(records) }];
  };
}

/** One list, and whether each of its identifiers is one that a double holds: of right ones, hardly any is. */
function listOf(records: readonly ResultRecord[], fields: readonly (keyof ResultRecord)[]) {
  const ids = records.flatMap((record) => fields.flatMap((field) => textOf(record[field]) ?? []));
  const large = ids.filter((id) => id.length > 15 && Number(id) > Number.MAX_SAFE_INTEGER);
  return {
    ids: new Set(ids),
    doubles: new Set(ids.map(Number)),
    names: new Map(records.map((record) => [textOf(record['orderId']), record['clientId'] ?? record['clientOrderId']])),
    isRounded: large.length > 0 && large.every((id) => isThroughDouble(id, id)),
  };
}
