import { type Decimal, isZero, ZERO } from '../decimal.js';
import type { Order } from '../model/model.js';
import { positionKey, reducedBy } from './positions.js';
import type { Transaction } from '../model/transaction.js';

/** The part of an order that finds the position it closes. */
export type Closing = Pick<Order, 'accountId' | 'contract' | 'side'>;

const closingKey = ({ contract, side }: Closing): string => `${contract}|${side}`;

/** Volume that orders of this account, contract and side are to close already. */
export const closingVolume = (tx: Transaction, order: Closing): Decimal =>
  tx.account(order.accountId).closing[closingKey(order)] ?? ZERO;

/** Volume that orders of this side can close at all. */
export function closableVolume(tx: Transaction, { accountId, contract, side }: Closing): Decimal {
  const { positionMode } = tx.settings(accountId, contract);
  const key = positionKey(contract, positionMode, side, 'CLOSE');
  return reducedBy(tx.account(accountId), key, side)?.volume ?? ZERO;
}

/** Counts volume that an order is to close; a negative one is closed now, or is not going to be. */
export function changeClosing(tx: Transaction, order: Closing & Pick<Order, 'open'>, volume: Decimal): void {
  if (order.open === 'OPEN' || isZero(volume)) return;
  const { [closingKey(order)]: before = ZERO, ...others } = tx.account(order.accountId).closing;
  const after = before.plus(volume);
  tx.setAccount(order.accountId, { closing: isZero(after) ? others : { ...others, [closingKey(order)]: after } });
}
