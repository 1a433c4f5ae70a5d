import { type Decimal, decimal, isNegative, less, ruleDecimal } from '../decimal.js';
import type { Account, Order, Position } from '../model/model.js';
import { unrealized } from './positions.js';
import type { Transaction } from '../model/transaction.js';

const UNLIMITED = decimal('1e30');

/** Money that an account may still commit: losses of cross positions count against it, their gains do not. */
export function available(tx: Transaction, account: Account): Decimal {
  if (account.unlimited) return UNLIMITED;
  let free = account.balance.minus(account.held);
  for (const position of Object.values(account.positions)) {
    free = free.minus(position.margin);
    const profit = profitOf(tx, position);
    if (position.marginMode === 1 && isNegative(profit)) free = free.plus(profit);
  }
  return free;
}

/** Profit of a position at the mark price. */
export function profitOf(tx: Transaction, position: Position): Decimal {
  const { price, rules } = tx.market(position.contract);
  return unrealized(position, price, ruleDecimal(rules.multiplier));
}

/** The amount kept back for an order: margin and the larger fee of what it may still open. */
export function holdFor(
  tx: Transaction,
  order: Pick<Order, 'contract' | 'leverage'>,
  price: Decimal,
  volume: Decimal,
): Decimal {
  const { multiplier, openMakerFee, openTakerFee } = tx.market(order.contract).rules;
  const value = price.times(volume).times(ruleDecimal(multiplier));
  const [maker, taker] = [ruleDecimal(openMakerFee), ruleDecimal(openTakerFee)];
  const rate = maker.gt(taker) ? maker : taker;
  return value.div(ruleDecimal(String(order.leverage))).plus(value.times(rate));
}

/** Money that is not lost already: the rest if everything were closed at the mark price, isolated positions apart. */
export function crossEquity(tx: Transaction, account: Account): Decimal {
  return Object.values(account.positions).reduce(
    (sum, position) => (position.marginMode === 2 ? sum.minus(position.margin) : sum.plus(profitOf(tx, position))),
    account.balance,
  );
}

/** Changes what is kept back for an order, and with it what its account has held. */
export function setHold(tx: Transaction, order: Order, hold: Decimal): Order {
  const account = tx.account(order.accountId);
  tx.setAccount(account.id, { held: account.held.plus(less(hold, order.hold)) });
  return { ...order, hold };
}
