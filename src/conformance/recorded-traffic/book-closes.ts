import { firstFrom, type TimeSpan } from '../judges/time-span.js';
import type { OpenList, OrderBook } from '../judges/order-book.js';
import type { TracedCall } from '../call/traced-call.js';
import { isAlike } from '../judges/order-terms.js';
import type { Recording } from './recording-model.js';

/**
 * Why nothing can be concluded from orders that appear or are gone; undefined where the book closes: each order that appears has a
 * call that may have made it, and each one that goes has a cause. A program that loses calls leaves some without.
 */
export function whyOpen({ calls }: Recording, book: OrderBook, patienceMs: number, explained: ReadonlySet<string>) {
  const makers = calls.filter(({ operation: { operationId: id } }) => MAKING.has(id)).map((call) => ({ call }));
  const last = new Map<string | undefined, OpenList>();
  const listedLast = new Map(book.lists.flatMap(({ records, call }) => [...records.keys()].map((id) => [id, call])));
  const known = new Set([...book.placed.map(({ id }) => id), ...explained]);
  for (const list of book.lists) {
    const before = last.get(list.contract);
    last.set(list.contract, list);
    const fresh = [...list.records.values()].filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    if (before === undefined) continue;
    const span = { fromMs: before.call.startMs, toMs: list.call.endMs };
    const strange = fresh.find(
      ({ fields, contract }) =>
        !callsIn(makers, span, patienceMs).some(
          ({ call }) =>
            call.operation.operationId !== 'createOrder' ||
            call.faults.input.length > 0 ||
            isAlike(fields, contract, call.input),
        ),
    );
    if (strange !== undefined) return `the order ${strange.id} appears, and no recorded call may have made it`;
    const gone = [...before.records.values()].find(
      ({ id, contract, fields }) =>
        !explained.has(id) &&
        !list.records.has(id) &&
        (listedLast.get(id)?.startMs ?? 0) < list.call.startMs &&
        book.rests({ id, contract }, fields, span),
    );
    if (gone !== undefined && callsIn(book.cancels, span, patienceMs).length === 0)
      return `the order ${gone.id} is gone, and no recorded call may have cancelled it`;
  }
  return undefined;
}

const MAKING: ReadonlySet<string> = new Set(['createOrder', 'createConditionOrder']);

/** Calls that were under way in a time, or shortly before. */
export function callsIn<Item extends { readonly call: TracedCall }>(
  calls: readonly Item[],
  { fromMs, toMs }: TimeSpan,
  patienceMs: number,
): readonly Item[] {
  const until = firstFrom(calls, toMs + 1);
  let from = firstFrom(calls, fromMs - patienceMs);
  // One that began earlier may have been under way.
  while (from > 0 && calls[from - 1]!.call.endMs > fromMs - patienceMs) from--;
  return calls.slice(from, until);
}
