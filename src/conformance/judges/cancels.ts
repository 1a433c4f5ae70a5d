import { isNew, receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import type { TracedCall } from '../call/traced-call.js';
import { clauses } from '../model/clauses.js';
import { groupBy } from '../model/groups.js';
import type { Say } from './claim-finding.js';
import { type Look, type OrderLooks, reaches } from './open-list-looks.js';
import type { Cancel, ListedOrder, OpenList, OrderBook } from './order-book.js';
import type { TimeSpan } from './time-span.js';

/*
 *   a list before ─► a cancel that was accepted ─► a list after: its orders are gone, all others are there, and no order is new
 */

interface Effect {
  readonly cancel: Cancel;
  /** Orders that it is for, that were open before, and that are open after. */
  readonly left: readonly string[];
  /** Orders that it is for, that are open before and not after; by another list they may be. */
  readonly gone: readonly string[];
  /** Orders that it is not for, that nothing else cancelled or filled, and that are gone. */
  readonly swept: readonly string[];
  /** True when all that it is not for are still open after it, one of its contract among them where it is for an order. */
  readonly spares: boolean;
  /** Orders that are open, and that no call placed. */
  readonly added: readonly string[];
  readonly span: TimeSpan;
  readonly calls: readonly TracedCall[];
}

const CHECKS = {
  one: [
    'rule/cancel/order-id-cancels-that-order-only',
    'state/order/cancelled-is-gone',
    'state/order/every-cancel-works',
  ],
  omitted: ['rule/cancel/omitted-order-id-cancels-contract', undefined, 'rule/cancel/every-time'],
  empty: ['rule/cancel/empty-order-id-cancels-contract', undefined, 'rule/cancel/every-time'],
  all: ['rule/cancel-all/cancels-every-contract', undefined, 'rule/cancel-all/every-time'],
} as const;

/** Cancellations: what they are for is gone, and nothing else is. Rules 1 and 2. */
export function judgeCancels(book: OrderLooks, say: Say): void {
  const back = judgeReturns(book, say);
  const effects = book.cancels
    .filter(
      (cancel) =>
        cancel.outcome === 'accepted' ||
        (!book.wrongIn(cancel.call) && (cancel.outcome === 'refused' || (book.isWhole && isAnsweredOddly(cancel)))),
    )
    .flatMap((cancel) => effectOf(book, cancel, back) ?? []);
  const kinds = ['one', 'omitted', 'empty', 'all'] as const;
  // Where cancels of a form spare others at other times, one that a recording lacks may have been for them.
  const contracts = new Set(book.placed.map(({ contract }) => contract));
  const forms = groupBy(effects, ({ cancel: { how, contract = '', outcome, orderId = '' } }) =>
    [how, contracts.has(contract), outcome, book.isKnown(orderId)].join(' '),
  );
  const isTold = (form: readonly Effect[]): boolean => book.isWhole || !form.some(({ spares }) => spares);
  const told = new Set([...forms.values()].flatMap((form) => (isTold(form) ? form : [])));
  for (const how of kinds) {
    const own = effects.filter(({ cancel }) => cancel.how === how);
    const worked = own.filter(({ left, gone }) => left.length === 0 && gone.length > 0);
    const [only, gone, each] = CHECKS[how];
    // The claim about each of several is the one that is broken where it works at other times.
    const repeated = own.length >= 2 ? each : undefined;
    const isAtTimes = own.some(({ swept }) => swept.length === 0);
    for (const effect of own) {
      const { left, gone: over, swept, added, calls, cancel, span } = effect;
      const after = `after ${inWords(cancel)}`;
      if (left.length > 0) {
        const find = ({ reading }: TracedCall) =>
          recordsOf(reading)?.find(({ orderId }) => textOf(orderId) === left[0]);
        const decides = calls.findLast((call) => find(call) !== undefined) ?? calls.at(-1)!;
        const listed = find(decides);
        const status = isNew(listed) ? undefined : textOf(listed?.['status']);
        const as = status === undefined ? '' : ` (the first one is listed as ${status})`;
        const instead = swept.length > 0 ? `, and ${swept[0]}, which was not named, is gone` : '';
        const text = `${after}, which was a success, these orders are still open: ${left.slice(0, 5).join(', ')}${as}${instead}`;
        const kept = detailsAfter(book, cancel, isCancelled).find((id) => left.includes(id));
        const hidden = left.find((one) => over.includes(one));
        const [words, clause] =
          kept !== undefined
            ? [`${after}, the open orders still show ${kept}, which is cancelled by its details`, clauses.reads]
            : hidden !== undefined
              ? [`${after}, one list of open orders still shows ${hidden}, and another one does not`, clauses.reads]
              : [text];
        for (const id of [only, worked.length === 0 ? gone : undefined, repeated])
          say(id, words, [...calls.filter((call) => call !== decides), decides], undefined, clause);
      } else if (swept.length > 0 && told.has(effect))
        for (const id of [only, isAtTimes ? repeated : undefined])
          say(id, `${after}, an order that was not named is gone as well: ${swept[0]}`, calls, span);
      else if (added.length > 0) say(only, `${after}, ${added[0]} is open, which no call placed`, calls, span);
    }
    for (const { calls } of worked) for (const id of [only, gone]) say(id, undefined, calls);
    if (worked.length >= 2) say(each, undefined, worked[0]!.calls);
  }
  judgeRefused(book, say);
  judgeDetails(book, say);
}

/** True for a cancel of one order with a response of the service that says nothing: what is lost or limited may end orders by itself. */
const isAnsweredOddly = ({ orderId, call: { reading } }: Cancel): boolean =>
  orderId !== undefined && reading.status === 200 && reading.code === undefined;

/** Orders that Get Order Details shows so when the effect of a cancel has to show. */
function detailsAfter({ of, isSettled }: OrderLooks, cancel: Cancel, isSuch: (record?: ResultRecord) => boolean) {
  const calls = of('getOrder').filter((call) => isSettled({ call }, cancel.call.endMs));
  const records = calls.map(({ reading }) => receiptOf(reading) ?? recordsOf(reading)?.[0]);
  return records.filter(isSuch).flatMap((record) => textOf(record?.['orderId']) ?? []);
}

const isCancelled = (record: ResultRecord | undefined): boolean =>
  /^cancell?ed$/i.test(textOf(record?.['status']) ?? '');

/** An order that a cancel was for, and that is not listed any more, is not new in its details. */
function judgeDetails(book: OrderLooks, say: Say): void {
  const accepted = book.cancels.filter(({ outcome }) => outcome === 'accepted');
  const cancelled = new Map(accepted.map((cancel) => [cancel.orderId, cancel]));
  for (const call of book.of('getOrder')) {
    const record = recordsOf(call.reading)?.[0] ?? receiptOf(call.reading);
    const id = textOf(record?.['orderId']);
    const cancel = isNew(record) && id !== undefined ? cancelled.get(id) : undefined;
    if (cancel === undefined || !book.isSettled({ call }, cancel.call.endMs)) continue;
    const later = book.after(cancel.call.endMs).map(({ list }) => list);
    const list = later.find((one) => one.contract === cancel.contract && one.call.endMs <= call.startMs);
    if (list === undefined || list.records.has(id!)) continue;
    const text = `the order ${id} was cancelled and is not among the open ones, and its details still show it as ${String(record?.['status'])}`;
    say('state/order/cancelled-stays-gone', text, [cancel.call, list.call, call], undefined, clauses.reads);
  }
}

const inWords = ({ how, contract, orderId }: Cancel): string =>
  how === 'all'
    ? 'cancelAllOrders'
    : how === 'one'
      ? `a cancel of ${orderId}`
      : `a cancel of ${contract || 'an empty contractName'} with ${how === 'empty' ? 'an empty' : 'no'} orderId`;

function effectOf(book: OrderLooks, cancel: Cancel, back: ReadonlySet<string>): Effect | undefined {
  const { startMs, endMs } = cancel.call;
  const [left, gone, swept, added] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  const calls = new Set<TracedCall>();
  let spares = false;
  let span: TimeSpan = { fromMs: -Infinity, toMs: Infinity };
  const note = (set: Set<string>, id: string, ...lists: readonly OpenList[]): void => {
    set.add(id);
    for (const { call } of lists) calls.add(call);
  };
  for (const look of book.around(startMs, endMs)) {
    const { before, after, settled } = look;
    const later = [...(settled === undefined ? [] : [settled]), ...after];
    const isOver = (id: string): OpenList | undefined => later.find(({ records }) => !records.has(id));
    for (const list of later)
      for (const id of list.records.keys())
        if (!book.isKnown(id) && book.firstListed.get(id)!.call.startMs >= endMs && !isPlacing(book, before, list))
          note(added, id, before, list);
    for (const [id, record] of before.records) {
      if (back.has(id)) continue;
      // A list may call a contract otherwise than a request does.
      const contract = book.byId.get(id)?.contract ?? record.contract;
      if (reaches(cancel, id, contract)) {
        if (cancel.outcome !== 'accepted' || !isSameContract(cancel, contract)) continue;
        const over = isOver(id);
        if (over !== undefined) note(gone, id, before, over);
        else if (settled !== undefined) note(left, id, before, settled);
      } else if (isSwept(book, cancel, record, look)) {
        note(swept, id, before, settled!);
        span = { fromMs: Math.max(span.fromMs, before.call.startMs), toMs: Math.min(span.toMs, settled!.call.startMs) };
      } else if (cancel.how !== 'one' || contract === cancel.contract) spares ||= settled?.records.has(id) === true;
    }
  }
  const shown = [...calls].slice(0, 6).sort((one, other) => one.startMs - other.startMs);
  if (calls.size === 0 && !spares) return undefined;
  return {
    cancel,
    left: [...left],
    gone: [...gone],
    swept: [...swept],
    spares: spares && swept.size === 0,
    added: [...added],
    span,
    calls: [
      ...shown.filter((one) => one.startMs < startMs),
      cancel.call,
      ...shown.filter((one) => one.startMs >= startMs),
    ],
  };
}

/** True when a call between two lists may have placed an order. */
const isPlacing = ({ of }: OrderBook, before: OpenList, { call }: OpenList): boolean =>
  [...of('createOrder'), ...of('createConditionOrder')].some(
    ({ startMs, endMs }) => endMs >= before.call.startMs && startMs <= call.endMs,
  );

/** A cancel that names another contract than that of its order is an open question. */
const isSameContract = ({ how, contract }: Cancel, of: string | undefined): boolean =>
  how === 'all' || (how === 'one' ? of === undefined || of === contract : of === contract);

/** True when an order is gone that this call is not for, or that it was refused for, and nothing else explains it. */
function isSwept(book: OrderLooks, cancel: Cancel, record: ListedOrder, { before, settled }: Look): boolean {
  if (settled === undefined || settled.records.has(record.id)) return false;
  const span: TimeSpan = { fromMs: before.call.startMs, toMs: settled.call.endMs };
  // One that was open after the cancel may have made room for an order that was placed then.
  const last = book.lists.findLast(
    ({ call, records }) =>
      call.startMs >= cancel.call.endMs && call.endMs <= settled.call.startMs && records.has(record.id),
  );
  // So may a later cancel have ended it, which is judged for itself.
  const isLater = ({ call }: Cancel): boolean =>
    last !== undefined && call.startMs >= last.call.endMs && call.endMs <= settled.call.startMs;
  if (last !== undefined && (book.isSettled(last, cancel.call.endMs) || isPlacing(book, last, settled))) return false;
  if (book.cancels.some(isLater)) return false;
  // A list that leaves out one order that is new by its details may leave out others.
  const isLeftOut = (id: string): boolean => {
    const placed = book.byId.get(id);
    const isOfList = placed !== undefined && (settled.contract ?? placed.contract) === placed.contract;
    return isOfList && book.isSettled(settled, placed.call.endMs) && !settled.records.has(id);
  };
  if (detailsAfter(book, cancel, isNew).some(isLeftOut)) return false;
  const placed = book.byId.get(record.id);
  const order = { id: record.id, contract: placed?.contract ?? record.contract };
  return book.rests(order, placed?.call.input ?? record.fields, span) && !book.mayBeCancelled(order, span, cancel);
}

/** An order that was gone after its cancellation is not open later. Returns those that are. */
function judgeReturns({ cancels, after }: OrderLooks, say: Say): ReadonlySet<string> {
  const back = new Set<string>();
  const id = 'state/order/cancelled-stays-gone';
  for (const { how, orderId, outcome, call } of cancels) {
    if (how !== 'one' || orderId === undefined || outcome !== 'accepted') continue;
    const without = new Map<string | undefined, OpenList>();
    for (const { list, isSettled } of after(call.endMs)) {
      const earlier = without.get(list.contract);
      if (!list.records.has(orderId)) {
        without.set(list.contract, list);
        if (earlier !== undefined) say(id, undefined, [call, list.call]);
      } else if (earlier !== undefined && isSettled) {
        say(id, `the cancelled order ${orderId} is open again`, [call, earlier.call, list.call]);
        back.add(orderId);
        break;
      }
    }
  }
  return back;
}

/** A cancellation that was refused for what is wrong with it cancelled nothing. */
function judgeRefused(book: OrderLooks, say: Say): void {
  for (const cancel of book.cancels) {
    const { call, outcome } = cancel;
    const wrong = outcome === 'refused' ? book.wrongIn(call) : undefined;
    const { operationId } = call.operation;
    const id = `state/${operationId}/${wrong}-cancels-nothing`;
    for (const look of wrong === undefined ? [] : book.around(call.startMs, call.endMs))
      for (const record of look.before.records.values()) {
        const { before, settled } = look;
        if (settled === undefined || !reaches(cancel, record.id, record.contract)) continue;
        const calls = [before.call, call, settled.call];
        const span = { fromMs: before.call.startMs, toMs: settled.call.startMs };
        if (settled.records.has(record.id)) say(id, undefined, calls);
        else if (isSwept(book, cancel, record, look))
          say(id, `${operationId} was refused, and the order ${record.id} is gone`, calls, span);
      }
  }
}
