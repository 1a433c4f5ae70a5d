import { isFar, problemsOf } from '../../checks/orders-held.js';
import { mayBeRounded, type ResultRecord, textOf, throughDouble } from '../../call/answer.js';
import type { ObservedCall } from '../observed-call.js';
import type { Findings } from '../findings.js';
import type { OpenListLooks } from '../../judges/open-list-looks.js';
import type { TimeSpan } from '../../judges/time-span.js';
import type * as orders from '../../judges/order-book.js';
import type { RecordedOrders } from '../recorded-orders.js';
import { isAlike, isSamePrice } from '../order-likeness.js';
import { isAccepted, receiptId } from '../outcomes.js';
import type { Recording } from '../recording-model.js';
import { wrongnessOf } from '../on-purpose.js';

type OpenList = orders.OpenList<ObservedCall>;
type PlacedOrder = orders.PlacedOrder<ObservedCall>;

const ONE_EACH = 'state/order/one-for-each-create';
const PLACED = 'state/order/placed-is-open';
const AS_ASKED = 'state/order/as-asked';
const UNDER = 'state/order/under-its-contract';
const FILTERED = 'rule/open-orders/filtered-by-contract';
const ALL = 'rule/open-orders/all-contracts-without-filter';

/** Orders: each accepted one is one open order, as it was asked for and under its contract. Rule 3. */
export function judgeCreates(
  recording: Recording,
  book: RecordedOrders,
  looks: OpenListLooks<ObservedCall>,
  findings: Findings,
): void {
  judgeSameId(book, findings);
  judgeShown(recording, book, looks, findings);
  judgeExtras(recording, book, findings);
  judgeAsAsked(book, findings);
  judgeFilters(book, findings);
}

function judgeSameId({ placed }: RecordedOrders, findings: Findings): void {
  const first = new Map<string, PlacedOrder>();
  for (const order of placed) {
    const before = first.get(order.id);
    // The effect of a repeated clientOrderId is an open question.
    const name = order.call.input?.['clientOrderId'];
    if (before === undefined) first.set(order.id, order);
    else if (name !== undefined && name === before.call.input?.['clientOrderId']) continue;
    // Two ids that a double makes one: the service lost the digits, or the program that recorded them.
    else if (mayBeRounded(order.id))
      findings.cannotTell(
        ONE_EACH,
        `two orders have the id ${order.id}, whose last digits a double may have lost: in the service, or in the recording program`,
        [before.call, order.call],
      );
    else findings.broken(ONE_EACH, `two orders were given the same id: ${order.id}`, [before.call, order.call]);
  }
}

/** Orders that rest are among the open ones, unless something cancelled them. */
function judgeShown(
  recording: Recording,
  book: RecordedOrders,
  looks: OpenListLooks<ObservedCall>,
  findings: Findings,
): void {
  const shown = new Map<string, OpenList>();
  for (const list of book.lists) for (const id of list.records.keys()) if (!shown.has(id)) shown.set(id, list);
  const missing: { readonly order: PlacedOrder; readonly list: OpenList; readonly span: TimeSpan }[] = [];
  let found: readonly ObservedCall[] | undefined;
  for (const order of book.placed) {
    const where = [order.id, ...throughDouble(order.id)].map((id) => shown.get(id)).find((list) => list !== undefined);
    if (where !== undefined) found ??= [order.call, where.call];
    else {
      const list = looks
        .after(order.call.endMs)
        .find(
          ({ list: { contract }, isSettled }) => isSettled && (contract ?? order.contract) === order.contract,
        )?.list;
      const span = list && { fromMs: order.call.startMs, toMs: list.call.endMs };
      const rests = span && order.call.input?.['type'] === 'LIMIT' && book.rests(order, order.call.input, span);
      if (rests && !looks.mayBeCancelled(order, span)) missing.push({ order, list: list!, span });
    }
  }
  const [first] = missing;
  if (found !== undefined) {
    findings.holds(PLACED, found);
    if (first === undefined) findings.holds(ONE_EACH, found);
    // Where creates were lost, their cancellations may have been lost as well.
    for (const { order, list, span } of hasStrangers(recording, book) ? [] : missing)
      findings.suspect(
        ONE_EACH,
        `an order that was accepted and cannot be filled is not open, and others are: ${order.id}`,
        [...found, order.call, list.call],
        span,
      );
    return;
  }
  const nowhere = missing.filter(({ order }) => isNowhere(recording, order));
  const [lost] = nowhere;
  if (lost !== undefined && nowhere.length >= 2)
    findings.broken(
      PLACED,
      `the order ${lost.order.id}, which was accepted and cannot be filled, can be read nowhere`,
      [lost.order.call, lost.list.call],
    );
  else if (first !== undefined)
    findings.cannotTell(PLACED, 'no order that was accepted is among the open ones: an order may be over at once', [
      first.order.call,
      first.list.call,
    ]);
}

/** True when orders appear that no receipt names. */
function hasStrangers(recording: Recording, { lists }: RecordedOrders): boolean {
  if (recording.of('createConditionOrder').length > 0) return false;
  const known = new Set(recording.of('createOrder').flatMap((call) => receiptId(call) ?? []));
  const filters = new Set<string | undefined>();
  for (const { contract, records } of lists) {
    const isFirst = !filters.has(contract);
    filters.add(contract);
    for (const id of records.keys()) {
      if (isFirst) known.add(id);
      else if (![id, ...throughDouble(id)].some((text) => known.has(text))) return true;
    }
  }
  return false;
}

/** True when it was looked up and not found, and the history that was read after it does not have it either. */
function isNowhere(recording: Recording, { id, call, contract }: PlacedOrder): boolean {
  const later = (other: ObservedCall): boolean => other.startMs >= call.endMs;
  const asked = recording.of('getOrder').filter((other) => later(other) && other.input?.['orderId'] === id);
  const isRefused =
    asked.some(({ reading }) => reading.kind === 'refused') &&
    asked.every(({ reading }) => reading.kind !== 'accepted');
  const histories = recording
    .of('getOrderHistory')
    .filter((other) => later(other) && isAccepted(recording, other) && other.input?.['contractName'] === contract);
  const names = (other: ObservedCall): boolean => (other.reading.sent.response?.body ?? '').includes(id);
  return isRefused && recording.knowsRefusals && histories.length > 0 && !histories.some(names);
}

/** An order that shows up between two lists, and that no receipt names. */
function judgeExtras(recording: Recording, book: RecordedOrders, findings: Findings): void {
  const creates = recording.of('createOrder');
  const conditions = recording.of('createConditionOrder').filter(({ reading }) => reading.kind !== 'refused');
  // Also those of calls that had to be refused, and were not.
  const receipts = new Set(creates.flatMap((call) => receiptId(call) ?? []));
  const known = new Set([...receipts].flatMap((id) => [id, ...throughDouble(id)]));
  const last = new Map<string | undefined, OpenList>();
  const everSeen = new Set<string>();
  for (const list of book.lists) {
    const before = last.get(list.contract);
    last.set(list.contract, list);
    const fresh = [...list.records.values()].filter(
      ({ id }) => before !== undefined && !before.records.has(id) && !everSeen.has(id) && !known.has(id),
    );
    for (const id of list.records.keys()) everSeen.add(id);
    if (fresh.length === 0 || before === undefined) continue;
    const between = creates.filter(({ startMs, endMs }) => startMs >= before.call.endMs && endMs <= list.call.startMs);
    if (between.some((call) => isOpenCreate(recording, call))) continue;
    const pending = conditions.filter(({ startMs }) => startMs <= list.call.endMs);
    for (const { id, fields, contract } of fresh) {
      // Open orders may list condition orders, and those that they made.
      if (pending.length > 0 && (!isTold(fields) || pending.some((call) => isAlike(fields, contract, call)))) continue;
      const alike = between.filter((call) => isAlike(fields, contract, call));
      const taken = alike.find((call) => isAccepted(recording, call));
      const refused = alike.find(({ reading }) => reading.kind === 'refused');
      const span = { fromMs: before.call.startMs, toMs: list.call.startMs };
      const check = taken !== undefined ? ONE_EACH : refused && checkOfRefused(refused);
      if (check === undefined) continue;
      const text =
        taken !== undefined
          ? `besides the orders that were created, this one is open: ${id}`
          : `createOrder was refused, and an order like it is open: ${id}`;
      findings.suspect(check, text, [before.call, (taken ?? refused)!, list.call], span);
    }
  }
  judgeNothingPlaced(recording, book, findings);
}

const checkOfRefused = (call: ObservedCall): string | undefined =>
  wrongnessOf(call) !== undefined
    ? 'state/createOrder/forged-places-nothing'
    : call.faults.input.length > 0
      ? 'state/createOrder/refused-places-nothing'
      : undefined;

/** Refused orders after which a list shows nothing new. */
function judgeNothingPlaced(recording: Recording, { lists }: RecordedOrders, findings: Findings): void {
  const list = lists.at(-1);
  if (list === undefined) return;
  for (const call of recording.of('createOrder')) {
    const check = call.reading.kind === 'refused' ? checkOfRefused(call) : undefined;
    if (check !== undefined && call.endMs <= list.call.startMs) findings.holds(check, [call, list.call]);
  }
}

/** An order may have come of it whose id is not known. */
function isOpenCreate(recording: Recording, call: ObservedCall): boolean {
  const { reading } = call;
  if (reading.kind === 'refused') return !recording.knowsRefusals;
  return receiptId(call) === undefined;
}

const isTold = ({ side, price }: ResultRecord): boolean => typeof side === 'string' && typeof price === 'string';

/** Records of orders that the recording created, compared with what was asked for. */
function judgeAsAsked(book: RecordedOrders, findings: Findings): void {
  const { byId, lists } = book;
  const compared = new Map<
    string,
    { readonly order: PlacedOrder; readonly list: OpenList; readonly isPriced: boolean; readonly isFarOff: boolean }
  >();
  for (const list of lists) {
    for (const [id, { fields }] of list.records) {
      const order = byId.get(id);
      if (order === undefined || compared.has(id)) continue;
      const { input = {} } = order.call;
      const [problem] = problemsOf(withoutName(fields), input);
      if (problem !== undefined) findings.broken(AS_ASKED, problem, [order.call, list.call]);
      const [shown, asked] = [textOf(fields['price']), input['price']];
      compared.set(id, {
        order,
        list,
        isPriced: isSamePrice(shown, asked),
        isFarOff: typeof asked === 'string' && isFar(shown, asked),
      });
    }
  }
  const all = [...compared.values()];
  const priced = all.filter(({ isPriced }) => isPriced);
  const [odd] = all.filter(({ isFarOff, order, list }) => isFarOff && isAtRest(book, order, list));
  if (odd !== undefined && priced.length > 0)
    findings.broken(
      AS_ASKED,
      `the order ${odd.order.id} is open at another price than was asked for, and others are at theirs`,
      [odd.order.call, odd.list.call],
    );
  else if (priced.length >= 2) findings.holds(AS_ASKED, [priced[0]!.order.call, priced[0]!.list.call]);
}

const isAtRest = (book: RecordedOrders, { id, contract, call }: PlacedOrder, list: OpenList): boolean =>
  book.rests({ id, contract }, call.input ?? {}, { fromMs: call.startMs, toMs: list.call.endMs });

/** In responses a contract may have another name (unknown `contracts.names`). */
const withoutName = (fields: ResultRecord): ResultRecord => ({ ...fields, contractName: undefined });

/** A list of one contract has its orders and no others; the list without a contract has all. */
function judgeFilters({ byId, lists }: RecordedOrders, findings: Findings): void {
  const owner = new Map<string, OpenList>();
  for (const list of lists) {
    if (list.contract === undefined) continue;
    for (const id of list.records.keys()) {
      const order = byId.get(id);
      const other = owner.get(id);
      if (order !== undefined && order.contract !== list.contract) {
        findings.broken(FILTERED, `asked for ${list.contract}, got an order of ${order.contract}: ${id}`, [
          order.call,
          list.call,
        ]);
        findings.broken(UNDER, `an order for ${order.contract} is listed under ${list.contract}: ${id}`, [
          order.call,
          list.call,
        ]);
      } else if (other !== undefined && other.contract !== list.contract)
        findings.broken(FILTERED, `an order is listed for ${other.contract} and for ${list.contract}: ${id}`, [
          other.call,
          list.call,
        ]);
      else if (order !== undefined) {
        findings.holds(FILTERED, [order.call, list.call]);
        findings.holds(UNDER, [order.call, list.call]);
      }
      if (other === undefined) owner.set(id, list);
    }
  }
  for (const [at, list] of lists.entries()) if (list.contract === undefined) judgeWhole(lists, at, list, findings);
}

/** Lists that are looked at on either side. */
const NEAR = 12;

/** An order that the lists of its contract show before and after is in the list without a contract in between. */
function judgeWhole(lists: readonly OpenList[], at: number, list: OpenList, findings: Findings): void {
  const before = lists
    .slice(Math.max(0, at - NEAR), at)
    .filter(({ contract, call }) => contract !== undefined && call.endMs <= list.call.startMs);
  const after = lists
    .slice(at + 1, at + 1 + NEAR)
    .filter(({ contract, call }) => contract !== undefined && call.startMs >= list.call.endMs);
  for (const one of before) {
    const other = after.find(({ contract }) => contract === one.contract);
    if (other === undefined) continue;
    for (const id of one.records.keys()) {
      if (!other.records.has(id)) continue;
      const calls = [one.call, other.call, list.call];
      if (list.records.has(id)) findings.holds(ALL, calls);
      else findings.broken(ALL, `without contractName, an open order of ${one.contract} is missing: ${id}`, calls);
    }
  }
}
