import { whyNoIds } from './judges/digits.js';
import { firstFrom } from './looks.js';
import type { ObservedCall } from './observed-call.js';
import type { OpenList, OrderBook } from './order-book.js';
import type { Recording } from './recording.js';

/**
 * Why nothing can be concluded from orders that appear or are gone; undefined where the book closes: each order that appears has a
 * call that may have made it, and each one that goes has a cause. A program that loses calls leaves some without.
 */
export function whyOpen(recording: Recording, book: OrderBook, patienceMs: number): string | undefined {
  return recording.gap ?? whyNoIds(book) ?? callsLost(recording, book, patienceMs);
}

function callsLost(recording: Recording, book: OrderBook, patienceMs: number): string | undefined {
  const creates = [...recording.of('createOrder'), ...recording.of('createConditionOrder')];
  const makers = creates.sort((one, other) => one.startMs - other.startMs).map((call) => ({ call }));
  const last = new Map<string | undefined, OpenList>();
  const listedLast = new Map(book.lists.flatMap(({ records, call }) => [...records.keys()].map((id) => [id, call])));
  const known = new Set(book.placed.map(({ id }) => id));
  for (const list of book.lists) {
    const before = last.get(list.contract);
    last.set(list.contract, list);
    const fresh = [...list.records.keys()].filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
    if (before === undefined) continue;
    const span = { fromMs: before.call.startMs, toMs: list.call.endMs };
    if (fresh.length > 0 && !hasCall(makers, span, patienceMs))
      return `the order ${fresh[0]} appears, and no recorded call may have made it`;
    const gone = [...before.records.values()].find(
      ({ id, contract, fields }) =>
        !list.records.has(id) &&
        (listedLast.get(id)?.startMs ?? 0) < list.call.startMs &&
        book.rests({ id, contract }, fields, span),
    );
    if (gone !== undefined && !hasCall(book.cancels, span, patienceMs))
      return `the order ${gone.id} is gone, and no recorded call may have cancelled it`;
  }
  return undefined;
}

/** True when one of these calls was under way in a time, or shortly before. */
function hasCall(
  calls: readonly { readonly call: ObservedCall }[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  patienceMs: number,
): boolean {
  const from = firstFrom(calls, fromMs - patienceMs);
  // One that began earlier may have been under way.
  return (
    (calls[from]?.call.startMs ?? Infinity) <= toMs ||
    calls.slice(Math.max(0, from - 20), from).some(({ call }) => call.endMs > fromMs - patienceMs)
  );
}
