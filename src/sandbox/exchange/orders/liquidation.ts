import { changeClosing } from '../account/closing.js';
import { type Decimal, isNegative, ruleDecimal, ZERO } from '../decimal.js';
import { HOUSE } from '../account/house.js';
import { crossEquity, profitOf } from '../account/margin.js';
import { fillAtMark } from './matching.js';
import type { Order, Position } from '../model/model.js';
import { finish, openOrders } from './resting.js';
import { newOrder } from './new-order.js';
import type { Transaction } from '../model/transaction.js';

/** Closes, at the mark price, the positions whose money has run out; the house takes them over. */
export function liquidate(tx: Transaction): void {
  for (const { id, unlimited, positions, balance } of tx.accounts) {
    if (unlimited) continue;
    if (Object.keys(positions).length === 0) {
      payShortfall(tx, id, balance);
      continue;
    }
    for (const position of positionsOf(tx, id, 2)) {
      if (position.margin.plus(profitOf(tx, position)).lte(maintenance(tx, position))) takeOverIsolated(tx, position);
    }
    const cross = positionsOf(tx, id, 1);
    const needed = cross.reduce((sum, position) => sum.plus(maintenance(tx, position)), ZERO);
    if (cross.length > 0 && crossEquity(tx, tx.account(id)).lte(needed)) {
      // All its orders hold money that is needed now.
      for (const order of openOrders(tx, id)) finish(tx, order, 'EXPIRED');
      for (const position of cross) takeOver(tx, position);
    }
    payShortfall(tx, id, crossEquity(tx, tx.account(id)));
  }
}

function positionsOf(tx: Transaction, accountId: string, marginMode: 1 | 2): Position[] {
  return Object.values(tx.account(accountId).positions).filter((position) => position.marginMode === marginMode);
}

function maintenance(tx: Transaction, { contract, volume }: Position): Decimal {
  const { price, rules } = tx.market(contract);
  return price.times(volume).times(ruleDecimal(rules.multiplier)).times(ruleDecimal(rules.maintenanceRate));
}

/** An isolated position costs its margin and no more, the fee of closing it included. */
function takeOverIsolated(tx: Transaction, position: Position): void {
  const { accountId, contract, margin } = position;
  for (const order of openOrders(tx, accountId, contract)) finish(tx, order, 'EXPIRED');
  const { realized, fee } = takeOver(tx, position);
  payShortfall(tx, accountId, margin.plus(realized).minus(fee));
}

/** More than the money that was there cannot be lost: the house pays what is missing. */
function payShortfall(tx: Transaction, accountId: string, left: Decimal): void {
  if (!isNegative(left)) return;
  tx.setAccount(HOUSE, { balance: tx.account(HOUSE).balance.plus(left) });
  tx.setAccount(accountId, { balance: tx.account(accountId).balance.minus(left) });
}

/** Closes a position by a new order, so that history shows it. */
function takeOver(tx: Transaction, position: Position): Order {
  const { accountId, contract, volume, direction, marginMode, leverage } = position;
  const { price } = tx.market(contract);
  const order = newOrder(tx, {
    accountId,
    contract,
    clientOrderId: '',
    side: direction === 'LONG' ? 'SELL' : 'BUY',
    open: 'CLOSE',
    type: 'MARKET',
    timeInForce: '',
    marginMode,
    leverage,
    price,
    volume,
  });
  changeClosing(tx, order, volume);
  const closed = finish(tx, fillAtMark(tx, order), 'FILLED');
  tx.events.push({ type: 'liquidated', position });
  return closed;
}
