import { groupBy } from '../model/groups.js';
import type { Cancel, NamedOrder, OpenList, OrderBook } from './order-book.js';
import { firstFrom, type TimeSpan } from './time-span.js';

/** Lists of the open orders around a call that were asked for alike. */
export interface Look {
  readonly before: OpenList;
  /** Those after, until a change has to show; the last ones of many. */
  readonly after: readonly OpenList[];
  /** The first one in which a change has to show. */
  readonly settled: OpenList | undefined;
}

/** Orders, with the lists of the open ones around calls, and what may have been cancelled between them. */
export type OrderLooks = ReturnType<typeof createLooks>;

/** More calls between two lists than anything can be told from. */
const MOST_BETWEEN = 500;
const MOST_LISTS = 50;

/** @param patienceMs How long a change may take to show. */
export function createLooks(book: OrderBook, patienceMs: number) {
  const { lists, cancels } = book;
  const byFilter = groupBy(lists, ({ contract }) => contract);
  /** True when a change at this time has to show in a list, or in another response. */
  const isSettled = ({ call }: Pick<OpenList, 'call'>, sinceMs: number): boolean =>
    call.startMs >= sinceMs + patienceMs;
  return {
    ...book,
    isSettled,
    around(startMs: number, endMs: number): readonly Look[] {
      return [...byFilter.values()].flatMap((same): readonly Look[] => {
        let at = firstFrom(same, startMs) - 1;
        while (at >= 0 && same[at]!.call.endMs > startMs) at--;
        const before = same[at];
        const settledAt = firstFrom(same, endMs + patienceMs);
        const from = Math.max(firstFrom(same, endMs), settledAt - MOST_LISTS);
        return before === undefined ? [] : [{ before, after: same.slice(from, settledAt), settled: same[settledAt] }];
      });
    },
    /** The next lists that begin after a call; `isSettled` where a change has to show in them. */
    after(endMs: number) {
      const from = firstFrom(lists, endMs);
      return lists.slice(from, from + MOST_LISTS).map((list) => ({ list, isSettled: isSettled(list, endMs) }));
    },
    /** True when a call between two lists, other than `but`, may have cancelled this order; by a fault, also one that was refused. */
    mayBeCancelled({ id, contract }: NamedOrder, { fromMs, toMs }: TimeSpan, but?: Cancel, byFault = false): boolean {
      let from = firstFrom(cancels, fromMs);
      // A call that began earlier may have been under way.
      while (from > 0 && cancels[from - 1]!.call.endMs > fromMs - patienceMs) from--;
      for (let at = from; at < cancels.length && cancels[at]!.call.startMs <= toMs; at++) {
        if (at - from > MOST_BETWEEN) return true;
        const cancel = cancels[at]!;
        if (cancel !== but && (byFault || cancel.outcome !== 'refused') && reaches(cancel, id, contract)) return true;
      }
      return false;
    },
  };
}

/** True when a cancellation applies to an order, as the service document says. */
export function reaches({ how, contract, orderId }: Cancel, id: string, of: string | undefined): boolean {
  if (how === 'all') return true;
  if (how === 'one') return orderId === id;
  return contract === undefined || of === undefined || contract === of;
}
