import { ZERO } from '../decimal.js';
import { toTicks } from '../account/house.js';
import type { Order } from '../model/model.js';
import type { Transaction } from '../model/transaction.js';

/** The first values of an order; the rest is the same for all. */
type OrderStart = Pick<
  Order,
  | 'accountId'
  | 'contract'
  | 'clientOrderId'
  | 'side'
  | 'open'
  | 'type'
  | 'timeInForce'
  | 'marginMode'
  | 'leverage'
  | 'price'
  | 'volume'
>;

/** A new order with its identifier and its place in time; nothing has happened to it yet. */
export function newOrder(tx: Transaction, start: OrderStart): Order {
  // Written out, because spreading costs several times as much as the rest of an order.
  return {
    accountId: start.accountId,
    contract: start.contract,
    clientOrderId: start.clientOrderId,
    side: start.side,
    open: start.open,
    type: start.type,
    timeInForce: start.timeInForce,
    marginMode: start.marginMode,
    leverage: start.leverage,
    price: start.price,
    volume: start.volume,
    id: tx.nextId(),
    ticks: toTicks(start.price, tx.market(start.contract).rules),
    filled: ZERO,
    turnover: ZERO,
    fee: ZERO,
    realized: ZERO,
    hold: ZERO,
    status: 'INIT',
    sequence: tx.nextSequence(),
    createdMs: tx.nowMs,
  };
}
