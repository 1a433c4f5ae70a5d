import type { Contract } from '../../../../generated/client.js';
import { type Decimal, ZERO } from '../decimal.js';
import { fromTicks } from '../account/house.js';
import { bestOffer } from '../orders/matching.js';
import type { Transaction } from '../model/transaction.js';

/** The 28 declared fields of each contract, from the state. */
export function contractRecords(tx: Transaction): Contract[] {
  return tx.contracts.map((name): Contract => {
    const { rules, price, lastPrice, high, low, volume, turnover } = tx.market(name);
    const quote = (side: 'BUY' | 'SELL'): string => {
      const offer = bestOffer(tx, name, side);
      return offer === undefined ? '0' : fromTicks(offer.ticks, rules).toFixed(rules.pricePrecision);
    };
    const openInterest = interest(tx, name);
    const text = (value: Decimal): string => value.toFixed(rules.pricePrecision);
    return {
      ticker_id: `${rules.base}-PERP${rules.quote}`,
      base_currency: rules.base,
      quote_currency: rules.quote,
      last_price: text(lastPrice),
      base_volume: volume.times(rules.multiplier).toFixed(),
      quote_volume: turnover.toFixed(),
      volume_usd: turnover.toFixed(),
      bid: quote('SELL'),
      ask: quote('BUY'),
      high: text(high),
      low: text(low),
      product_type: 'Perpetual',
      open_interest: openInterest.toFixed(),
      open_interest_usd: openInterest.times(rules.multiplier).times(price).toFixed(),
      index_price: text(price),
      creation_timestamp: 0,
      expiry_timestamp: 0,
      funding_rate: '0.0001',
      next_funding_rate: '0.0001',
      next_funding_rate_timestamp: (Math.floor(tx.nowMs / 28_800_000) + 1) * 28_800_000,
      open_maker_fee: rules.openMakerFee,
      open_taker_fee: rules.openTakerFee,
      close_maker_fee: rules.closeMakerFee,
      close_taker_fee: rules.closeTakerFee,
      contract_type: 'Vanilla',
      contract_price: text(price),
      contract_price_currency: rules.quote,
      timestamp: tx.nowMs,
    };
  });
}

/** Contracts held long by everybody: as many as are held short. */
function interest(tx: Transaction, contract: string): Decimal {
  return tx.accounts
    .flatMap(({ positions }) => Object.values(positions))
    .filter((position) => position.contract === contract && position.direction === 'LONG')
    .reduce((sum, { volume }) => sum.plus(volume), ZERO);
}
