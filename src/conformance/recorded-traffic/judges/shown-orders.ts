import { recordsOf, textOf } from '../../call/answer.js';
import { ORDER_IDS } from '../../judges/digits.js';
import type { HistoryOperation } from '../../judges/history-page.js';
import type { OrderBook, PlacedOrder } from '../../judges/order-book.js';
import { groupBy } from '../../model/groups.js';
import type { Findings } from '../findings.js';
import { filledOrders } from '../recorded-orders.js';
import type { Recording } from '../recording-model.js';

/** Declared as what a page holds at least where there is more: one with fewer records is the whole history. */
const PAGE = 100;
/** Orders that one page leaves out, so that nothing else explains it. */
const ENOUGH = 2;

/** An order that ended, and the time from which a history has to show it. */
interface Ended extends PlacedOrder {
  readonly atMs: number;
}

/** A whole history that shows orders which ended before and after another one shows that, too: which kinds of orders it holds is open. */
export function judgeShownOrders(recording: Recording, book: OrderBook, patienceMs: number, findings: Findings): void {
  const cancelled = book.cancels.flatMap(({ how, outcome, orderId, call }): readonly Ended[] => {
    const order = how === 'one' && outcome === 'accepted' ? book.byId.get(orderId!) : undefined;
    const isListed = order !== undefined && book.firstListed.has(order.id);
    return isListed ? [{ ...order, atMs: call.endMs + patienceMs }] : [];
  });
  const filled = [...filledOrders(recording)].flatMap(([id, shownMs]): readonly Ended[] => {
    const order = book.byId.get(id);
    return order === undefined ? [] : [{ ...order, atMs: shownMs + patienceMs }];
  });
  // A history may hold orders of one kind alone.
  for (const alike of groupBy(cancelled, formOf).values()) judgeHistory('getOrderHistory', alike, 'cancelled');
  judgeHistory('getTradeHistory', filled, 'filled');

  function judgeHistory(history: HistoryOperation, ended: readonly Ended[], how: string): void {
    for (const call of recording.of(history)) {
      const { contractName, fromId, limit } = call.input ?? {};
      const records = call.isAccepted && call.faults.open === undefined ? recordsOf(call.reading) : undefined;
      if (records === undefined || contractName === undefined || fromId !== undefined) continue;
      if (records.length >= Math.min(PAGE, Number(limit ?? PAGE))) continue;
      const named = records.map((record) => ORDER_IDS.flatMap((name) => textOf(record[name]) ?? []));
      const ids = new Set(named.flat());
      // Records that name no order of the recording may be of as many of them.
      const nameless = named.filter((own) => !own.some((id) => book.byId.has(id))).length;
      const due = ended.filter(({ contract, atMs }) => contract === contractName && atMs <= call.startMs);
      // By what a history goes, and how far back, is not shown: when an order was made, or when it ended.
      const byMaking = between(due, ids, ({ call: { startMs } }) => startMs);
      const byEnd = between(due, ids, ({ atMs }) => atMs);
      const missing = byMaking.filter((one) => byEnd.includes(one));
      if (missing.length < ENOUGH + nameless) continue;
      const name = history === 'getOrderHistory' ? 'shows-orders' : 'shows-fills';
      const text = `the history of ${String(contractName)} has orders that were ${how} before and after ${missing[0]!.id}, and not this one`;
      findings.broken(`state/${history}/${name}`, text, [call]);
    }
  }
}

const formOf = ({ call: { input = {} } }: Ended): string =>
  JSON.stringify([input['type'], input['open'], input['timeInForce']]);

/** Orders that are not among these, and that come after one and before another one that is. */
function between(due: readonly Ended[], ids: ReadonlySet<string>, timeOf: (one: Ended) => number): readonly Ended[] {
  const sorted = [...due].sort((one, other) => timeOf(one) - timeOf(other));
  const places = sorted.flatMap(({ id }, at) => (ids.has(id) ? at : []));
  return sorted.slice(places[0], places.at(-1)).filter(({ id }) => !ids.has(id));
}
