import { recordsOf, textOf } from '../call/answer.js';
import { addTo, getOrMake } from '../model/groups.js';
import { marketsOf } from '../orders/orders.js';
import { NAMINGS } from '../orders/contract-names.js';
import { firstFrom, type TimeSpan } from '../judges/time-span.js';
import type { ObservedCall, Recording } from './recording-model.js';

/** Age at which a price says nothing any more. */
const MOST_AGE_MS = 60_000;

/** A list whose prices are so many times those of all trades has the prices of something else. */
const MOST_TIMES = 2;

/**
 * Tells whether a price was, for a whole time, so far from the last price of its contract that nothing fills an order at it. A
 * last price that is older than a minute may have moved there.
 */
export function farFromMarket(
  recording: Recording,
): (contract: string | undefined, side: unknown, price: unknown, span: TimeSpan) => boolean {
  const seen = new Map<string, { readonly call: ObservedCall; readonly last: number }[]>();
  for (const call of recording.of('getContracts')) {
    for (const market of marketsOf(call.reading)) {
      const last = Number(market.last);
      if (!(last > 0)) continue;
      for (const name of new Set(NAMINGS.map((nameOf) => nameOf(market)))) addTo(seen, name, { call, last });
    }
  }
  const traded = new Map<string, Set<number>>();
  for (const { reading, input } of recording.of('getTradeHistory'))
    for (const { contractName, price } of recordsOf(reading)?.filter((trade) => Number(trade.price) > 0) ?? [])
      getOrMake(traded, textOf(contractName ?? input?.contractName) ?? '', () => new Set()).add(Number(price));
  const isTradedNear = (contract: string, last: number): boolean =>
    [...(traded.get(contract) ?? [last])].some((price) => price < last * MOST_TIMES && price * MOST_TIMES > last);
  return (contract, side, price, { fromMs, toMs }) => {
    const value = typeof price === 'string' && price !== '' ? Number(price) : Number.NaN;
    const prices = seen.get(contract ?? '');
    if (prices === undefined || Number.isNaN(value)) return false;
    const first = firstFrom(prices, fromMs + 1) - 1;
    for (let at = first; ; at++) {
      const known = prices[at];
      if (known === undefined || !isFar(side, value, known.last) || !isTradedNear(contract!, known.last)) return false;
      // Each one says something until the next one, or until the end.
      const nextMs = Math.min(prices[at + 1]?.call.startMs ?? Infinity, toMs);
      if (Math.max(nextMs, fromMs) - known.call.startMs > MOST_AGE_MS) return false;
      if (nextMs === toMs) return true;
    }
  };
}

const isFar = (side: unknown, price: number, last: number): boolean =>
  side === 'BUY' ? price <= last * 0.95 : side === 'SELL' && price >= last * 1.05;
