import { sameDecimal } from '../../core/decimal.js';
import { receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { ORDER_IDS } from '../judges/digits.js';
import { type OrderBook, readOrderBook } from '../judges/order-book.js';
import { isResting } from '../judges/order-terms.js';
import { farFromMarket } from './market-prices.js';
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
