import { decimal, hasPlaces, isPositive, readDecimal, ZERO } from '../decimal.js';
import { quotes, toTicks } from '../account/house.js';
import { meetHouse } from '../orders/matching.js';
import type { ContractRules, Market } from '../model/model.js';
import { refuse } from '../refusal.js';
import { trigger } from '../orders/conditions.js';
import { liquidate } from '../orders/liquidation.js';
import type { Transaction } from '../model/transaction.js';

export function createMarket(rules: ContractRules): Market {
  const price = decimal(rules.price);
  return {
    rules,
    price,
    lastPrice: price,
    high: price,
    low: price,
    volume: ZERO,
    turnover: ZERO,
    ...quotes(rules, price),
  };
}

/** Moves the price: the house quotes again, what it crosses is filled, conditions trigger, positions may be taken over. */
export function setPrice(tx: Transaction, contract: string, text: string): void {
  const { rules } = tx.market(contract);
  const price = readDecimal('price', text);
  if (!isPositive(price) || !hasPlaces(price, rules.pricePrecision) || !Number.isSafeInteger(toTicks(price, rules))) {
    refuse('-1138', `The price needs at most ${rules.pricePrecision} decimal places and must be above 0.`);
  }
  tx.setMarket(contract, { price, ...quotes(rules, price) });
  tx.events.push({ type: 'price', contract, price: text });
  meetHouse(tx, contract);
  // Orders between the old price and the new one were filled on the way.
  const { high, low } = tx.market(contract);
  tx.setMarket(contract, { lastPrice: price, high: price.gt(high) ? price : high, low: price.lt(low) ? price : low });
  trigger(tx, contract);
  liquidate(tx);
}
