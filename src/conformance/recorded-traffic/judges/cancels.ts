import type { ObservedCall } from '../observed-call.js';
import type { Findings } from '../findings.js';
import { type OpenListLooks, reaches } from '../looks.js';
import type { TimeSpan } from '../time-span.js';
import type { Cancel, OpenList, OrderBook } from '../order-book.js';
import { wrongnessOf } from '../on-purpose.js';

/** The effect of one cancellation, as the lists around it show. */
interface Effect {
  readonly cancel: Cancel;
  /** Orders that it is for, that were open before, and that are open after. */
  readonly left: readonly string[];
  /** Number of those that are gone. */
  readonly gone: number;
  /** Orders that it is not for, that nothing else cancelled or filled, and that are gone. */
  readonly swept: readonly string[];
  /** The time in which they went. */
  readonly span: TimeSpan;
  readonly calls: readonly ObservedCall[];
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
export function judgeCancels(book: OrderBook, looks: OpenListLooks, findings: Findings): void {
  const back = judgeReturns(book, looks, findings);
  const effects = book.cancels
    .filter(({ outcome }) => outcome === 'accepted')
    .flatMap((cancel) => effectOf(book, looks, cancel, back) ?? []);
  for (const how of ['one', 'omitted', 'empty', 'all'] as const) {
    const own = effects.filter(({ cancel }) => cancel.how === how);
    const worked = own.filter(({ left, gone }) => left.length === 0 && gone > 0);
    const [only, gone, each] = CHECKS[how];
    for (const { left, swept, calls, cancel, span } of own) {
      if (left.length > 0) {
        const text = `after ${inWords(cancel)}, which was a success, these orders are still open: ${left.slice(0, 5).join(', ')}`;
        findings.broken(only, text, calls);
        if (gone !== undefined && worked.length === 0) findings.broken(gone, text, calls);
        if (worked.length > 0) findings.broken(each, text, calls);
      } else if (swept.length > 0)
        findings.suspect(
          only,
          `after ${inWords(cancel)}, an order that was not named is gone as well: ${swept[0]}`,
          calls,
          span,
        );
    }
    for (const { calls } of worked) for (const id of [only, gone]) if (id !== undefined) findings.holds(id, calls);
    if (worked.length >= 2) findings.holds(each, worked[0]!.calls);
  }
  judgeRefused(book, looks, findings);
}

const inWords = ({ how, contract, orderId }: Cancel): string =>
  how === 'all'
    ? 'cancelAllOrders'
    : how === 'one'
      ? `a cancel of ${orderId}`
      : `a cancel of ${contract} with ${how === 'empty' ? 'an empty' : 'no'} orderId`;

function effectOf(
  book: OrderBook,
  looks: OpenListLooks,
  cancel: Cancel,
  back: ReadonlySet<string>,
): Effect | undefined {
  const { startMs, endMs } = cancel.call;
  const [left, gone, swept] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const calls = new Set<ObservedCall>();
  let span: TimeSpan = { fromMs: -Infinity, toMs: Infinity };
  for (const [before, after] of looks.around(startMs, endMs)) {
    for (const [id, record] of before.records) {
      if (back.has(id)) continue;
      // A list may call a contract otherwise than a request does.
      const contract = book.byId.get(id)?.contract ?? record.contract;
      const isMeant = reaches(cancel, id, contract) && isSameContract(cancel, contract);
      const isOpen = after.records.has(id);
      if (isMeant && isOpen && !isBack(book, cancel, id, after)) left.add(id);
      else if (isMeant && !isOpen) gone.add(id);
      else if (!isMeant && !isOpen && isSwept(book, looks, cancel, record, [before, after])) {
        swept.add(id);
        span = { fromMs: Math.max(span.fromMs, before.call.startMs), toMs: Math.min(span.toMs, after.call.startMs) };
      } else continue;
      calls.add(before.call).add(after.call);
    }
  }
  const shown = [...calls].slice(0, 6).sort((one, other) => one.startMs - other.startMs);
  if (left.size + gone.size + swept.size === 0) return undefined;
  return {
    cancel,
    left: [...left],
    gone: gone.size,
    swept: [...swept],
    span,
    calls: [
      ...shown.filter((one) => one.startMs < startMs),
      cancel.call,
      ...shown.filter((one) => one.startMs >= startMs),
    ],
  };
}

/** A cancel that names another contract than that of its order is an open question. */
const isSameContract = ({ how, contract }: Cancel, of: string | undefined): boolean =>
  how === 'all' || (how === 'one' ? of === undefined || of === contract : of === contract);

/** True when it was gone in between: that it is there again is another matter. */
const isBack = ({ lists }: OrderBook, { call }: Cancel, id: string, after: OpenList): boolean =>
  lists.some(
    (list) =>
      list.call.startMs >= call.endMs &&
      list.call.startMs < after.call.startMs &&
      list.contract === after.contract &&
      !list.records.has(id),
  );

function isSwept(
  book: OrderBook,
  looks: OpenListLooks,
  cancel: Cancel,
  record: OpenList['records'] extends ReadonlyMap<string, infer One> ? One : never,
  [before, after]: readonly [OpenList, OpenList],
): boolean {
  const span: TimeSpan = { fromMs: before.call.startMs, toMs: after.call.endMs };
  const placed = book.byId.get(record.id);
  const order = { id: record.id, contract: placed?.contract ?? record.contract };
  return book.rests(order, placed?.call.input ?? record.fields, span) && !looks.mayBeCancelled(order, span, cancel);
}

/** An order that was gone after its cancellation is not open later. Returns those that are. */
function judgeReturns({ cancels }: OrderBook, looks: OpenListLooks, findings: Findings): ReadonlySet<string> {
  const back = new Set<string>();
  const id = 'state/order/cancelled-stays-gone';
  for (const { how, orderId, outcome, call } of cancels) {
    if (how !== 'one' || orderId === undefined || outcome !== 'accepted') continue;
    const without = new Map<string | undefined, OpenList>();
    for (const { list, isSettled } of looks.after(call.endMs)) {
      const earlier = without.get(list.contract);
      if (!list.records.has(orderId)) {
        without.set(list.contract, list);
        if (earlier !== undefined && isSettled) findings.holds(id, [call, list.call]);
      } else if (earlier !== undefined && isSettled) {
        findings.broken(id, `the cancelled order ${orderId} is open again`, [call, earlier.call, list.call]);
        back.add(orderId);
        break;
      }
    }
  }
  return back;
}

/** Checks that a refused cancellation cancelled nothing. */
function judgeRefused(book: OrderBook, looks: OpenListLooks, findings: Findings): void {
  for (const cancel of book.cancels) {
    const { call, outcome, how } = cancel;
    if (outcome !== 'refused' || wrongnessOf(call) === undefined) continue;
    const id = `state/${how === 'all' ? 'cancelAllOrders' : 'cancelOrder'}/forged-cancels-nothing`;
    for (const [before, after] of looks.around(call.startMs, call.endMs)) {
      for (const record of before.records.values()) {
        if (!reaches(cancel, record.id, record.contract)) continue;
        const calls = [before.call, call, after.call];
        if (after.records.has(record.id)) findings.holds(id, calls);
        else if (isSwept(book, looks, cancel, record, [before, after]))
          findings.suspect(id, `${call.operation.operationId} was refused, and the order ${record.id} is gone`, calls, {
            fromMs: before.call.startMs,
            toMs: after.call.startMs,
          });
      }
    }
  }
}
