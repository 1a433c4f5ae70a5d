import { recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { addTo } from '../model/groups.js';
import { areRounded, givenTwice, mayBeRounded, throughDouble } from '../model/rounded-ids.js';
import { nameIn } from '../call/open-records.js';
import type { TracedCall } from '../call/traced-call.js';
import { clauses } from '../model/clauses.js';
import { judgeAsAsked } from './as-asked.js';
import type { Say } from './claim-finding.js';
import type { OrderLooks } from './open-list-looks.js';
import { areOfContracts, type OpenList, type OrderBook, type PlacedOrder } from './order-book.js';
import { isAlike, isTold } from './order-terms.js';
import type { TimeSpan } from './time-span.js';

/*
 *   createOrder, accepted ─► on every list of its contract and of all contracts, once, as it was asked for ─► until it is cancelled
 */

const ONE_EACH = 'state/order/one-for-each-create';
const PLACED = 'state/order/placed-is-open';
const EACH_TIME = 'state/order/shown-every-time';

/** Orders: each accepted one is one open order, as it was asked for. Rule 3. */
export function judgeOpenOrders(book: OrderLooks, say: Say): void {
  judgeIds(book, say);
  judgeShown(book, say);
  judgeExtras(book, say);
  judgeAsAsked(book, say);
}

function judgeIds({ placed, lists, isKnown, isWhole }: OrderBook, say: Say): void {
  const first = new Map<string, PlacedOrder>();
  const isOfContract = areOfContracts({ placed, lists });
  const areAllRounded = areRounded(placed.map(({ id }) => id));
  for (const order of placed) {
    const before = first.get(order.id);
    // The effect of a repeated clientOrderId is an open question.
    const name = order.call.input?.['clientOrderId'];
    // One of several recording programs may have rounded its own.
    const isRounded = areAllRounded || (!isWhole && mayBeRounded(order.id));
    if (before === undefined) first.set(order.id, order);
    else if (name !== undefined && name === before.call.input?.['clientOrderId']) continue;
    else if (isOfContract && before.contract !== order.contract) {
      const reason = `the id ${order.id} was given on ${before.contract} and on ${order.contract}: it may be one within its contract`;
      say(ONE_EACH, { outcome: 'cannot-tell', reason }, [before.call, order.call]);
    }
    // Two ids that a double makes one: the service lost the digits, or the program that recorded them.
    else if (isRounded && !isWhole) {
      const reason = `two orders have the id ${order.id}, whose last digits a double may have lost: in the service, or in the recording program`;
      say(ONE_EACH, { outcome: 'cannot-tell', reason }, [before.call, order.call]);
    } else {
      const clause = isRounded ? clauses.orderIdText : undefined;
      say(ONE_EACH, givenTwice(order.id, isRounded), [before.call, order.call], undefined, clause);
    }
  }
  for (const { doubled, call } of lists)
    if (doubled !== undefined && isKnown(doubled) && !mayBeRounded(doubled))
      say(ONE_EACH, `the open orders list ${doubled} twice`, [call]);
}

/** A list that comes later, where cancels may be missing, does not show that an order was never there. */
const SOON_MS = 10_000;

/** Orders that rest are among the open ones, unless something cancelled them. */
function judgeShown(book: OrderLooks, say: Say): void {
  const missing: { readonly order: PlacedOrder; readonly list: OpenList; readonly span: TimeSpan }[] = [];
  const takenOnce = cancelsTakenOnce(book);
  let found: readonly TracedCall[] | undefined;
  for (const order of book.placed) {
    // A rounded id that is the receipt of another order is that order.
    const ids = [order.id, ...throughDouble(order.id).filter((id) => !book.byId.has(id))];
    const where = ids.map((id) => book.firstListed.get(id)).find(Boolean);
    const { call, contract } = order;
    const without = book
      .after(call.endMs)
      .filter(({ list, isSettled }) => isSettled && (list.contract ?? contract) === contract)
      .map(({ list }) => list)
      .filter(({ records }) => !ids.some((id) => records.has(id)));
    for (const taken of takenOnce.get(order.id) ?? []) {
      const list = without.findLast((one) => one.call.endMs <= taken.startMs);
      const text = `the order ${order.id} could be cancelled, and the open orders did not show it`;
      for (const id of list === undefined ? [] : [EACH_TIME, ...(where === undefined ? [ONE_EACH] : [])])
        say(id, text, [call, taken, list!.call], undefined, clauses.reads);
    }
    if (where !== undefined) {
      found ??= [order.call, where.call];
      continue;
    }
    const [list] = without;
    if (list === undefined) continue;
    const span = { fromMs: call.startMs, toMs: list.call.endMs };
    const rests = call.input?.['type'] === 'LIMIT' && book.rests(order, call.input, span);
    const isSoon = book.isWhole || list.call.startMs - call.endMs <= SOON_MS;
    if (rests && isSoon && !book.mayBeCancelled(order, span, undefined, true)) missing.push({ order, list, span });
  }
  const [first] = missing;
  if (found !== undefined) {
    say(PLACED, undefined, found);
    if (first === undefined) say(ONE_EACH, undefined, found);
    // Where creates were lost, their cancellations may have been lost as well.
    for (const { order, list, span } of hasStrangers(book) || areNumberedOtherwise(book) ? [] : missing)
      if (book.isWhole || hasElder(book, list, order))
        say(
          ONE_EACH,
          `the order ${order.id}, which was accepted and cannot be filled, is not open, and others are`,
          [...found, order.call, list.call],
          span,
        );
    return;
  }
  const nowhere = missing.filter(({ order }) => isNowhere(book, order));
  const [lost] = nowhere;
  const text = `the order ${lost?.order.id}, which was accepted and cannot be filled, can be read nowhere`;
  if (lost !== undefined && nowhere.length >= 2) say(PLACED, text, [lost.order.call, lost.list.call]);
  else if (first !== undefined) {
    const reason = 'no order that was accepted is among the open ones: an order may be over at once';
    say(PLACED, { outcome: 'cannot-tell', reason }, [first.order.call, first.list.call]);
  }
}

/**
 * Orders that rest are not ended by others that are placed, unless there are as many as an account or a contract may have: then more
 * are never open. Of a run only: what a recording leaves out may have ended them.
 */
export function judgeDisplaced(book: OrderLooks, say: Say): void {
  const lists = book.lists.filter((list) => list.contract === undefined);
  for (const [id, first] of book.firstListed) {
    // Those of earlier checks stand, too.
    if (!book.isKnown(id)) continue;
    const record = first.records.get(id)!;
    const { call, contract } = { call: undefined, contract: record.contract, ...book.byId.get(id) };
    const at = lists.findLastIndex(({ records }) => records.has(id));
    const [last, gone, ...later] = at < 0 ? [] : lists.slice(at);
    if (last === undefined || gone === undefined) continue;
    const span = { fromMs: last.call.startMs, toMs: gone.call.endMs };
    const isLater = [gone, ...later].some((list) => book.isSettled(list, gone.call.startMs));
    const isMore = (count: (list: OpenList) => number): boolean => lists.some((list) => count(list) > count(gone));
    const between = book
      .of('createOrder')
      .find(({ startMs, endMs }) => startMs >= last.call.endMs && endMs <= gone.call.startMs);
    if (between === undefined || !isLater || book.mayBeCancelled({ id, contract }, span)) continue;
    // Where another list still shows it, this one leaves it out, which is judged for itself.
    if (book.lists.some((list) => list.call.startMs >= gone.call.endMs && list.records.has(id))) continue;
    const isResting = book.rests({ id, contract }, call?.input ?? record.fields, span);
    if (!isResting || !isMore(sizeOf()) || !isMore(sizeOf(contract))) continue;
    const text = `the order ${id}, which was open and cannot be filled, is gone after another one was placed`;
    say(ONE_EACH, text, [...(call === undefined ? [] : [call]), last.call, between, gone.call], span);
  }
}

/** An order that is filled at once is in no list: beside its record in a history, there is no other one like it that no call placed. */
export function judgeTwins({ of, outcomeOf, byId, isKnown }: OrderBook, say: Say): void {
  if (of('createConditionOrder').length > 0) return;
  for (const call of of('getOrderHistory').filter((one) => outcomeOf(one) === 'accepted')) {
    const records = recordsOf(call.reading) ?? [];
    for (const [at, record] of records.entries()) {
      const id = textOf(record['orderId']);
      if (id === undefined || isKnown(id) || !isTold(record)) continue;
      const twin = [records[at - 1], records[at + 1]].find((other) => other !== undefined && isSame(record, other));
      const order = byId.get(textOf(twin?.['orderId']) ?? '');
      if (order === undefined) continue;
      say(ONE_EACH, `besides the order ${order.id}, the history has one like it that no call placed: ${id}`, [
        order.call,
        call,
      ]);
    }
  }
}

const isSame = (one: ResultRecord, other: ResultRecord): boolean =>
  (['contractName', 'side', 'type', 'price'] as const).every((name) => one[name] === other[name]);

const sizeOf =
  (contract?: string) =>
  ({ records }: OpenList): number =>
    [...records.values()].filter((record) => contract === undefined || record.contract === contract).length;

/** Cancels of each order that were accepted, where the next one was refused: so it was open. */
function cancelsTakenOnce({ cancels }: OrderBook): ReadonlyMap<string, readonly TracedCall[]> {
  const taken = new Map<string, TracedCall[]>();
  const last = new Map<string, OrderBook['cancels'][number]>();
  for (const cancel of cancels) {
    const { orderId, outcome } = cancel;
    if (orderId === undefined) continue;
    const before = last.get(orderId);
    if (before?.outcome === 'accepted' && outcome === 'refused') addTo(taken, orderId, before.call);
    last.set(orderId, cancel);
  }
  return taken;
}

function hasStrangers({ lists, of, isKnown }: OrderBook): boolean {
  if (of('createConditionOrder').length > 0) return false;
  const seen = new Set<string>();
  const filters = new Set<string | undefined>();
  for (const { contract, records } of lists) {
    const isFirst = !filters.has(contract);
    filters.add(contract);
    for (const id of records.keys()) {
      if (!isFirst && !seen.has(id) && !isKnown(id)) return true;
      seen.add(id);
    }
  }
  return false;
}

/** True when an order of the contract that was placed earlier is open: so this one is not over by its age, or for want of room. */
const hasElder = ({ byId }: OrderBook, { records }: OpenList, { call, contract }: PlacedOrder): boolean =>
  [...records.keys()].some((id) => {
    const other = byId.get(id);
    return other !== undefined && other.contract === contract && other.call.endMs <= call.startMs;
  });

/** True when it was looked up and not found, and the history that was read after it does not have it either. */
function isNowhere({ of, outcomeOf }: OrderBook, { id, call, contract }: PlacedOrder): boolean {
  const later = (other: TracedCall): boolean => other.startMs >= call.endMs;
  const asked = of('getOrder').filter((other) => later(other) && other.input?.['orderId'] === id);
  const isRefused =
    asked.some((other) => outcomeOf(other) === 'refused') && asked.every(({ reading }) => reading.kind !== 'accepted');
  const histories = of('getOrderHistory').filter(
    (other) => later(other) && outcomeOf(other) === 'accepted' && other.input?.['contractName'] === contract,
  );
  const names = (other: TracedCall): boolean => (other.reading.sent.response?.body ?? '').includes(id);
  return isRefused && histories.length > 0 && !histories.some(names);
}

function judgeExtras(book: OrderBook, say: Say): void {
  const { of, outcomeOf, wrongIn, lists, isKnown, firstListed } = book;
  const creates = of('createOrder');
  const conditions = of('createConditionOrder').filter(({ reading }) => reading.kind !== 'refused');
  const last = new Map<string | undefined, OpenList>();
  const isOtherwise = areNumberedOtherwise(book);
  for (const list of lists) {
    const before = last.get(list.contract) ?? last.get(undefined);
    last.set(list.contract, list);
    const fresh = [...list.records.values()].filter(
      ({ id }) => !before?.records.has(id) && firstListed.get(id) === list && !isKnown(id),
    );
    if (fresh.length === 0 || before === undefined) continue;
    const between = creates.filter(({ startMs, endMs }) => startMs >= before.call.endMs && endMs <= list.call.startMs);
    // An order may have come of it whose id is not known.
    const isOpen = (call: TracedCall): boolean =>
      call.reading.kind === 'refused' ? outcomeOf(call) === 'unclear' : !book.placed.some((one) => one.call === call);
    if (between.some(isOpen)) continue;
    const pending = conditions.filter(({ startMs }) => startMs <= list.call.endMs);
    for (const { id, fields, contract } of fresh) {
      // Open orders may list condition orders, and those that they made.
      const isPending = (call: TracedCall): boolean => isAlike(fields, contract, call.input);
      if (pending.length > 0 && (!isTold(fields) || pending.some(isPending))) continue;
      const alike = between.filter(({ input }) => isAlike(fields, contract, input));
      const taken = alike.find((call) => outcomeOf(call) === 'accepted');
      const refused = alike.find(({ reading }) => reading.kind === 'refused');
      const wrong = refused && wrongIn(refused);
      if (taken === undefined && wrong === undefined) continue;
      const given = taken && book.placed.find(({ call }) => call === taken)?.id;
      if (isOtherwise && given !== undefined && !firstListed.has(given)) continue;
      const text =
        taken !== undefined
          ? `besides the orders that were created, this one is open: ${id}`
          : `createOrder was refused, and an order like it is open: ${id}`;
      const calls = [before.call, (taken ?? refused)!, list.call];
      const span = { fromMs: before.call.startMs, toMs: list.call.startMs };
      say(taken !== undefined ? ONE_EACH : placesNothing(wrong!), text, calls, span);
    }
  }
  const end = lists.at(-1)?.call;
  for (const call of end === undefined ? [] : creates) {
    const wrong = call.reading.kind === 'refused' ? wrongIn(call) : undefined;
    if (wrong !== undefined && call.endMs <= end!.startMs) say(placesNothing(wrong), undefined, [call, end!]);
  }
}

/** A receipt may call something else orderId: an order is then listed under its name, and its receipt's id is not. */
function areNumberedOtherwise({ placed, lists, firstListed, isKnown }: OrderBook): boolean {
  const unlisted = placed
    .filter(({ id }) => !firstListed.has(id))
    .map(({ call }) => textOf(call.input?.['clientOrderId']));
  const names = new Set(unlisted.filter((name) => name !== undefined));
  return lists.some(({ records }) =>
    [...records.values()].some(({ id, fields }) => !isKnown(id) && names.has(nameIn(fields) ?? '')),
  );
}

const placesNothing = (wrong: 'forged' | 'refused'): string => `state/createOrder/${wrong}-places-nothing`;
