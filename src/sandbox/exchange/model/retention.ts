import type { Transaction } from './transaction.js';

/** Default number of finished orders, fills and profits that an exchange keeps. */
export const DEFAULT_MAX_FINISHED = 100_000;

/** Forgets the oldest finished orders, fills and profits beyond `max` of each; open orders always stay. */
export function forgetOldest(tx: Transaction, max: number): void {
  while (tx.finished.size > max) forgetOrder(tx, tx.finished.minKey()!);
  // Each fill is two trades.
  while (tx.trades.size > 2 * max) tx.delete(tx.trades, oldestKey(tx, tx.trades));
  while (tx.profits.size > max) tx.delete(tx.profits, oldestKey(tx, tx.profits));
}

function forgetOrder(tx: Transaction, place: number): void {
  const key = tx.finished.get(place)!;
  tx.delete(tx.finished, place);
  tx.delete(tx.done, key);
  const order = tx.orders.get(idOf(key))!;
  tx.delete(tx.orders, order.id);
  const clientKey = `${order.accountId}|${order.contract}|${order.clientOrderId}`;
  // A newer order may have the same clientOrderId.
  if (tx.clientIds.get(clientKey) === order.id) tx.delete(tx.clientIds, clientKey);
}

/** Keys sort by account, then by age: the oldest record of all is the oldest of one account. */
function oldestKey(tx: Transaction, records: Pick<Transaction['trades'], 'nextHigherKey'>): string {
  const firsts = tx.accounts
    .map(({ id }) => ({ id, key: records.nextHigherKey(`${id}|`) }))
    .filter((first): first is { id: string; key: string } => first.key?.startsWith(`${first.id}|`) === true);
  return firsts.reduce((oldest, first) => (idOf(first.key) < idOf(oldest.key) ? first : oldest)).key;
}

/** The number in a key. All have as many digits, so that they compare as text. */
const idOf = (key: string): string => key.slice(key.lastIndexOf('|') + 1);
