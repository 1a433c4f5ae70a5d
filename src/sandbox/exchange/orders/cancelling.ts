import type { Order } from '../model/model.js';
import { refuse } from '../refusal.js';
import { findOrder } from './records.js';
import { finish, openOrders } from './resting.js';
import type { Transaction } from '../model/transaction.js';

export function cancelOne(
  tx: Transaction,
  accountId: string,
  contract: string,
  orderId: string,
  delayMs: number,
): Order {
  const order = findOrder(tx, accountId, { contractName: contract, orderId });
  if (order.status !== 'NEW' && order.status !== 'PART_FILLED') refuse('-1145', 'The state does not allow cancelling.');
  cancel(tx, order, delayMs);
  return order;
}

/** Cancels the open orders of an account: of one contract where it is named, all of them otherwise. */
export function cancelMany(tx: Transaction, accountId: string, contract: string | undefined, delayMs: number): void {
  for (const order of openOrders(tx, accountId, contract)) {
    if (order.status !== 'PENDING_CANCEL') cancel(tx, order, delayMs);
  }
}

/** Ends the cancellations whose time has come. */
export function settleCancellations(tx: Transaction): void {
  const due: [string, string][] = [];
  tx.cancelling.forRange('', `${dueKey(tx.nowMs)}~`, true, (key, id) => void due.push([key, id]));
  for (const [key, id] of due) {
    tx.delete(tx.cancelling, key);
    const order = tx.orders.get(id);
    if (order?.status === 'PENDING_CANCEL') finish(tx, order, 'CANCELED');
  }
}

function cancel(tx: Transaction, order: Order, delayMs: number): void {
  if (delayMs === 0) {
    finish(tx, order, 'CANCELED');
    return;
  }
  tx.setOrder({ ...order, status: 'PENDING_CANCEL' });
  tx.set(tx.cancelling, `${dueKey(tx.nowMs + delayMs)}|${order.id}`, order.id);
}

const dueKey = (timeMs: number): string => String(timeMs).padStart(16, '0');
