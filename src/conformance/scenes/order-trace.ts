import type { Context } from '../findings/check.js';
import { type OrderBook, readOrderBook } from '../judges/order-book.js';
import { maybeCondition } from '../orders/orders.js';

/** What the calls of a check show of orders. */
export function readOrders(context: Context): OrderBook {
  const { trace, standing, ownIds } = context;
  const calls = [...new Set(trace)].sort((one, other) => one.startMs - other.startMs);
  const book: OrderBook = readOrderBook({
    of: (operationId) => calls.filter(({ operation }) => operation.operationId === operationId),
    outcomeOf: ({ reading: { kind } }) => (kind === 'accepted' || kind === 'refused' ? kind : 'unclear'),
    wrongIn: () => undefined,
    mayBeCondition: (id) => maybeCondition(context, id),
    isKnown: (id) => ownIds.has(id),
    // Lists may show orders of other programs, and for a while those that an earlier check has cancelled.
    rests: ({ id }) => standing.has(id) || book.byId.has(id),
  });
  return book;
}
