import type { Transaction } from './transaction.js';

/** How many finished orders, fills and profits an exchange keeps unless it is told otherwise. */
export const DEFAULT_MAX_FINISHED = 100_000;

type Records = Pick<Transaction['trades'], 'size' | 'nextHigherKey'> & { delete(key: string): boolean };

/** Forgets the oldest finished orders, fills and profits beyond `max` of each; open orders always stay. */
export function forgetOldest(tx: Transaction, max: number): void {
  while (tx.finished.size > max) forgetOrder(tx, tx.finished.minKey()!);
  // Each fill is two trades.
  while (tx.trades.size > 2 * max) tx.trades.delete(oldestKey(tx, tx.trades));
  while (tx.profits.size > max) tx.profits.delete(oldestKey(tx, tx.profits));
}

function forgetOrder(tx: Transaction, place: number): void {
  const key = tx.finished.get(place)!;
  tx.finished.delete(place);
  tx.done.delete(key);
  const order = tx.orders.get(idOf(key))!;
  tx.orders.delete(order.id);
  const clientKey = `${order.accountId}|${order.contract}|${order.clientOrderId}`;
  // A newer order may have the same clientOrderId.
  if (tx.clientIds.get(clientKey) === order.id) tx.clientIds.delete(clientKey);
}

/** Keys sort by account, then by age: the oldest record of all is the oldest of one account. */
function oldestKey(tx: Transaction, records: Records): string {
  const firsts = tx.accounts
    .map(({ id }) => ({ id, key: records.nextHigherKey(`${id}|`) }))
    .filter((first): first is { id: string; key: string } => first.key?.startsWith(`${first.id}|`) === true);
  return firsts.reduce((oldest, first) => (idOf(first.key) < idOf(oldest.key) ? first : oldest)).key;
}

/** The number in a key. All have as many digits, so that they compare as text. */
const idOf = (key: string): string => key.slice(key.lastIndexOf('|') + 1);
