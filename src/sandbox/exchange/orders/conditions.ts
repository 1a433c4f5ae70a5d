import { hasPlaces, isPositive, readDecimal } from '../decimal.js';
import type { ConditionOrder, OrderInput } from '../model/model.js';
import { place } from './placing.js';
import { Refusal, refuse } from '../refusal.js';
import type { Transaction } from '../model/transaction.js';

/** Takes a condition order. Its identifier is not that of an order: the order it becomes has another. */
export function placeCondition(
  tx: Transaction,
  accountId: string,
  { triggerType, triggerPrice, order }: { triggerType: string; triggerPrice: string; order: OrderInput },
): ConditionOrder {
  const { rules } = tx.market(order.contractName);
  const price = readDecimal('triggerPrice', triggerPrice);
  if (!isPositive(price) || !hasPlaces(price, rules.pricePrecision))
    refuse('-1111', 'Precision is over the maximum defined for this asset.');
  const condition: ConditionOrder = {
    id: tx.nextId(),
    accountId,
    contract: order.contractName,
    when: readDirection(triggerType, order.side),
    triggerPrice: price,
    order,
    createdMs: tx.nowMs,
  };
  tx.set(tx.conditions, condition.id, condition);
  trigger(tx, order.contractName);
  return condition;
}

/** Turns the condition orders of a contract whose price is reached into orders, oldest first. */
export function trigger(tx: Transaction, contract: string): void {
  const { price } = tx.market(contract);
  const reached = tx.conditions
    .valuesArray()
    .filter((condition) => condition.contract === contract)
    .filter(({ when, triggerPrice }) => (when === 'rises' ? price.gte(triggerPrice) : price.lte(triggerPrice)));
  for (const { id, accountId, order } of reached) {
    tx.delete(tx.conditions, id);
    try {
      tx.events.push({ type: 'triggered', conditionId: id, orderId: place(tx, accountId, order).id });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tx.events.push({ type: 'triggered', conditionId: id, orderId: undefined, code: error.code });
    }
  }
}

/** 1 stop loss, 2 take profit, 3 rising, 4 falling (observed, n=3; VD writes 3UP and 4DOWN). */
function readDirection(triggerType: string, side: 'BUY' | 'SELL'): ConditionOrder['when'] {
  const buying = side === 'BUY';
  switch (triggerType.toUpperCase()) {
    case '1':
      return buying ? 'rises' : 'falls';
    case '2':
      return buying ? 'falls' : 'rises';
    case '3':
    case '3UP':
      return 'rises';
    case '4':
    case '4DOWN':
      return 'falls';
    default:
      return refuse('-2100', 'triggerType is 1 (stop loss), 2 (take profit), 3 (rising) or 4 (falling)');
  }
}
