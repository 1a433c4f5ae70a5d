import { type Decimal, decimal, shifted } from '../decimal.js';
import type { ContractRules, Market } from '../model/model.js';

/** The account that quotes around the price; it is never refused. */
export const HOUSE = 'house';

export const toTicks = (price: Decimal, { pricePrecision }: ContractRules): number => shifted(price, pricePrecision);

export const fromTicks = (ticks: number, { pricePrecision }: ContractRules): Decimal =>
  decimal(String(ticks)).times(`1e-${pricePrecision}`);

/** Fresh quotes of the house on both sides of a price. */
export function quotes(rules: ContractRules, price: Decimal): Pick<Market, 'houseBids' | 'houseAsks'> {
  const middle = toTicks(price, rules);
  const { levels, stepTicks, volume } = rules.depth;
  const side = (sign: 1 | -1): (readonly [number, Decimal])[] =>
    Array.from({ length: levels }, (_, i): readonly [number, Decimal] => [
      middle + sign * stepTicks * (i + 1),
      decimal(volume),
    ]).filter(([ticks]) => ticks > 0);
  return { houseBids: side(-1), houseAsks: side(1) };
}
