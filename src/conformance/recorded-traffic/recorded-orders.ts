import { sameDecimal } from '../../core/decimal.js';
import { receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { ORDER_IDS } from '../judges/digits.js';
import { type OrderBook, readOrderBook } from '../judges/order-book.js';
import { isResting } from '../judges/order-terms.js';
import { firstFrom, type TimeSpan } from '../judges/time-span.js';
import { addTo, getOrMake } from '../model/groups.js';
import { NAMINGS } from '../orders/contract-names.js';
import { marketsOf } from '../orders/orders.js';
import type { ObservedCall, Recording } from './recording-model.js';
import { wrongnessOf } from './on-purpose.js';

export function readRecordedOrders(recording: Recording): OrderBook {
  const isFar = farFromMarket(recording);
  const ended = endedOrders(recording);
  return readOrderBook({
    isWhole: false,
    of: (operationId) => recording.of(operationId),
    outcomeOf(call: ObservedCall) {
      const isOpenList = call.operation.operationId === 'getOpenOrders' && call.faults.open !== undefined;
      if (!isOpenList && call.isAccepted) return 'accepted';
      return call.reading.kind === 'refused' && recording.knowsRefusals ? 'refused' : 'unclear';
    },
    wrongIn(call: ObservedCall) {
      return wrongnessOf(call) !== undefined ? 'forged' : call.faults.input.length > 0 ? 'refused' : undefined;
    },
    isUnclear: () => false,
    isKnown: () => false,
    // One to open, at a price that is far from the last one, of which no record says that it was filled or ended otherwise.
    rests({ id, contract }, fields, span) {
      const { price, side, open = 'OPEN' } = fields;
      return isResting(fields) && open === 'OPEN' && !ended.has(id) && isFar(contract, side, price, span);
    },
  });
}

/** Words for an end of its own, and fields that show how much of an order was filled. */
const [ENDED, FILLED] = [/fill|expire|reject|trigger|liquid/i, /^(?:deal|exec|filled|cum)/i];
const FILLED_VOLUME = /^(?:deal|exec|filled|cum).*(?:vol|qty|quantity)/i;

const fillsIn = (record: ResultRecord, names = FILLED): readonly string[] =>
  Object.entries(record).flatMap(([name, value]) => (names.test(name) && Number(value) > 0 ? String(value) : []));

/** The records that show one order, as it stands or as it ended, and when they were shown. */
const shownOrders = (recording: Recording) =>
  [...recording.of('getOrderHistory'), ...recording.of('getOrder')].flatMap(({ reading, endMs }) =>
    (recordsOf(reading) ?? [receiptOf(reading) ?? {}]).map((record) => ({ record, endMs })),
  );

/** Orders that records of trades name, or that are over otherwise than by a cancellation. */
function endedOrders(recording: Recording): ReadonlySet<string> {
  const ended = new Set<string>();
  for (const call of recording.of('getTradeHistory'))
    for (const record of recordsOf(call.reading) ?? [])
      for (const name of ORDER_IDS) ended.add(textOf(record[name]) ?? '');
  for (const { record } of shownOrders(recording))
    if (fillsIn(record).length > 0 || ENDED.test(textOf(record.status) ?? '')) ended.add(textOf(record.orderId) ?? '');
  return ended;
}

/** Orders of which a record says that all of their volume was filled, and when one said it first. */
export function filledOrders(recording: Recording): ReadonlyMap<string, number> {
  const filled = new Map<string, number>();
  for (const { record, endMs } of shownOrders(recording)) {
    const [id, volume] = [textOf(record.orderId), textOf(record.volume ?? record.origQty) ?? ''];
    const isWhole = fillsIn(record, FILLED_VOLUME).some((fill) => sameDecimal(fill, volume));
    if (id !== undefined && isWhole) filled.set(id, Math.min(endMs, filled.get(id) ?? endMs));
  }
  return filled;
}

/** Age at which a price says nothing any more. */
const MOST_AGE_MS = 60_000;

/** A list whose prices are so many times those of all trades has the prices of something else. */
const MOST_TIMES = 2;

/**
 * Tells whether a price was, for a whole time, so far from the last price of its contract that nothing fills an order at it. A
 * last price that is older than a minute may have moved there.
 */
function farFromMarket(
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
