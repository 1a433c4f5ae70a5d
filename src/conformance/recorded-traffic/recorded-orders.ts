import { receiptOf, recordsOf, textOf } from '../call/answer.js';
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

/** Orders that records of trades name, or that are over otherwise than by a cancellation. */
function endedOrders(recording: Recording): ReadonlySet<string> {
  const ended = new Set<string>();
  for (const call of recording.of('getTradeHistory'))
    for (const record of recordsOf(call.reading) ?? [])
      for (const name of ORDER_IDS) ended.add(textOf(record[name]) ?? '');
  const shown = [
    ...recording.of('getOrderHistory').flatMap(({ reading }) => recordsOf(reading) ?? []),
    ...recording.of('getOrder').flatMap(({ reading }) => receiptOf(reading) ?? []),
  ];
  for (const record of shown) {
    const fields: Readonly<Record<string, unknown>> = record;
    const isFilled = Object.entries(fields).some(([name, value]) => FILLED.test(name) && Number(value) > 0);
    if (isFilled || ENDED.test(textOf(fields['status']) ?? '')) ended.add(textOf(record.orderId) ?? '');
  }
  return ended;
}
