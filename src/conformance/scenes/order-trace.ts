import { receiptOf, recordsOf, textOf } from '../call/answer.js';
import type { Context } from '../findings/check.js';
import { reaches } from '../judges/open-list-looks.js';
import { type OrderBook, readOrderBook } from '../judges/order-book.js';
import { isResting, problemsOf } from '../judges/order-terms.js';
import { maybeCondition } from '../orders/orders.js';

/** The orders of a check, as its calls show them; calls before it are left out. */
export function readOrders(context: Context, before: ReadonlySet<unknown>): OrderBook {
  const { trace, ownIds } = context;
  const calls = trace.filter((call) => !before.has(call)).sort((one, other) => one.startMs - other.startMs);
  const details = calls.filter(({ operation: { operationId: id } }) => id === 'getOrder' || id === 'getOrderHistory');
  const shown = details.flatMap(({ reading }) => recordsOf(reading) ?? receiptOf(reading) ?? []);
  const book: OrderBook = readOrderBook({
    isWhole: true,
    of: (operationId) => calls.filter(({ operation }) => operation.operationId === operationId),
    outcomeOf: ({ reading: { kind } }) => (kind === 'accepted' || kind === 'refused' ? kind : 'unclear'),
    wrongIn: () => undefined,
    isUnclear: (id) => maybeCondition(context, id) || context.twiceIds.has(id),
    isKnown: (id) => ownIds.has(id),
    // Lists may show orders of other programs, and for a while those that an earlier check has cancelled.
    rests({ id, contract }, fields, { toMs }) {
      const mayRest = book.byId.has(id) && isResting(fields) && !context.fillable.has(id);
      const isMet = mayRest && book.cancels.some((one) => reaches(one, id, contract));
      return (context.stoodUntilMs(id) > toMs || isMet) && !isOver(id);
    },
  });
  const contracts = new Set(book.placed.map(({ contract }) => contract));
  /** One that was accepted may be over at once (unknown `states.order`): then it can be read as it was asked for. */
  const isOver = (id: string): boolean =>
    !book.firstListed.has(id) &&
    shown.some(
      (record) =>
        textOf(record['orderId']) === id &&
        problemsOf(record, book.byId.get(id)?.call.input ?? {}, contracts).length === 0,
    );
  return book;
}
