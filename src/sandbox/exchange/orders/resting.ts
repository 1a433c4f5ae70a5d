import { changeClosing, closableVolume, closingVolume } from '../account/closing.js';
import { ZERO } from '../decimal.js';
import { setHold } from '../account/margin.js';
import type { BookKey, Order, OrderStatus } from '../model/model.js';
import { recordKey } from '../account/positions.js';
import type { Transaction } from '../model/transaction.js';

const openKey = ({ accountId, contract, id }: Order): string => `${accountId}|${contract}|${id}`;

const bookKey = (order: Order): BookKey => [order.side === 'BUY' ? -order.ticks : order.ticks, order.sequence];

/** Puts an order into the book, behind those that came before it at the same price. */
export function rest(tx: Transaction, order: Order): void {
  tx.setOrder(order);
  tx.set(tx.book(order.contract, order.side), bookKey(order), order.id);
  tx.set(tx.open, openKey(order), order.id);
}

/** Ends an order: out of the book, nothing held any more. */
export function finish(tx: Transaction, order: Order, status: OrderStatus): Order {
  changeClosing(tx, order, order.filled.minus(order.volume));
  const done: Order = { ...setHold(tx, order, ZERO), status };
  tx.setOrder(done);
  const key = recordKey(order.accountId, order.id);
  if (tx.delete(tx.open, openKey(order))) tx.delete(tx.book(order.contract, order.side), bookKey(order));
  if (tx.set(tx.done, key, order.contract)) tx.set(tx.finished, (tx.finished.maxKey() ?? 0) + 1, key);
  return done;
}

/**
 * Ends closing orders, newest first, that have nothing left to close: in net mode an opening order of the other side
 * may have been there before them, and they would open a position without margin.
 */
export function expireUnbacked(tx: Transaction, { accountId, contract, side }: Order): void {
  const closing = { accountId, contract, side };
  const unbacked = (): boolean => closingVolume(tx, closing).gt(closableVolume(tx, closing));
  if (!unbacked()) return;
  for (const order of openOrders(tx, accountId, contract).toReversed()) {
    if (order.open === 'CLOSE' && order.side === side && unbacked()) finish(tx, order, 'EXPIRED');
  }
}

/** Open orders of an account, oldest first; of one contract where it is named. */
export function openOrders(tx: Pick<Transaction, 'open' | 'orders'>, accountId: string, contract?: string): Order[] {
  const start = contract === undefined ? `${accountId}|` : `${accountId}|${contract}|`;
  const ids: string[] = [];
  tx.open.forRange(start, `${start}~`, true, (_key, id) => void ids.push(id));
  // Keys are sorted by contract first.
  if (contract === undefined) ids.sort();
  return ids.map((id) => tx.orders.get(id)!);
}

export function newestOpen(tx: Pick<Transaction, 'open'>, accountId: string, contract: string): string | undefined {
  const start = `${accountId}|${contract}|`;
  const [newest] = tx.open.entriesReversed(`${start}~`);
  return newest?.[0].startsWith(start) === true ? newest[1] : undefined;
}
