import { sameDecimal } from '../../core/decimal.js';
import type { JsonRecord } from '../../core/json/decode.js';
import { receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import type { Say } from './claim-finding.js';
import type { OpenList, OrderBook, PlacedOrder } from './order-book.js';
import { isFarOff, isSamePrice, problemsOf } from './order-terms.js';

const AS_ASKED = 'state/order/as-asked';

interface Shown {
  readonly order: PlacedOrder;
  readonly list: OpenList;
}

/** Records of orders that were placed, compared with what was asked for. */
export function judgeAsAsked(book: OrderBook, say: Say): void {
  const { byId, shownIn, placed, of } = book;
  const contracts = new Set(placed.map(({ contract }) => contract));
  for (const call of [...of('getOrder'), ...of('getOrderHistory')])
    for (const record of recordsOf(call.reading) ?? [receiptOf(call.reading) ?? {}]) {
      const order = byId.get(textOf(record['orderId']) ?? '');
      // A market order that is not filled may go on as another type.
      const input = { ...order?.call.input, type: undefined };
      const [problem] = order === undefined ? [] : problemsOf(record, input, contracts);
      const worse = order && worsePrice(record, order.call.input);
      if (problem !== undefined || worse !== undefined) say(AS_ASKED, problem ?? worse, [order!.call, call]);
    }
  const listed = [...byId.values()].flatMap((order) =>
    (shownIn.get(order.id) ?? []).map((list): Shown => ({ order, list })),
  );
  judgeVolumes(book, listed, say);
  const compared = listed.map(({ order: { call, id, contract }, list }) => {
    const { input = {} } = call;
    const { fields } = list.records.get(id)!;
    const [problem] = problemsOf(fields, input, contracts);
    if (problem !== undefined) say(AS_ASKED, problem, [call, list.call]);
    const [shown, asked] = [textOf(fields['price']), textOf(input['price'])];
    const span = { fromMs: call.startMs, toMs: list.call.endMs };
    const isOdd = asked !== undefined && isFarOff(shown, asked) && book.rests({ id, contract }, input, span);
    // The price of another order is none that was rounded.
    const isOfAnother = isOdd && placed.some((other) => isSamePrice(shown, textOf(other.call.input?.['price'])));
    return { id, calls: [call, list.call], isPriced: isSamePrice(shown, asked), isOdd, isOfAnother };
  });
  const priced = compared.filter(({ isPriced }) => isPriced);
  const odd = compared.find(({ isOdd }) => isOdd);
  const taken = compared.find(({ isOfAnother }) => isOfAnother);
  const text = `the order ${odd?.id} is open at another price than was asked for, and others are at theirs`;
  if (taken !== undefined) say(AS_ASKED, `the order ${taken.id} is open at the price of another one`, taken.calls);
  else if (odd !== undefined && priced.length > 0) say(AS_ASKED, text, odd.calls);
  else if (priced.some(({ id }) => id !== priced[0]!.id)) say(AS_ASKED, undefined, priced[0]!.calls);
}

/** A limit order is filled at its price or a better one, as far as a record shows it; the name of the field was observed. */
function worsePrice({ avgPrice }: ResultRecord, { type, side, price }: AnyInput = {}): string | undefined {
  const [paid, asked] = [textOf(avgPrice), textOf(price)];
  if (type !== 'LIMIT' || asked === undefined || !isFarOff(paid, asked)) return undefined;
  const isWorse = side === 'BUY' ? Number(paid) > Number(asked) : side === 'SELL' && Number(paid) < Number(asked);
  return isWorse ? `an order to ${side} at ${asked} was filled at ${paid}` : undefined;
}

/** Names that were observed for the quantity of an order or a trade: volume, origQty, qty. */
export const QUANTITY = /vol|qty|quantity|size/i;

/** A field that shows the volume that was asked for, in several orders on one contract, shows it in each one that nothing was filled of. */
function judgeVolumes(book: OrderBook, listed: readonly Shown[], say: Say): void {
  const fields = ({ order: { id }, list }: Shown): JsonRecord => list.records.get(id)!.fields;
  const names = new Set(listed.flatMap((one) => Object.keys(fields(one)).filter((name) => QUANTITY.test(name))));
  const isAsked = (one: Shown, name: string): boolean | undefined => {
    const [shown, asked] = [textOf(fields(one)[name]), textOf(one.order.call.input?.['volume'])];
    // A quantity of 0 shows how much was filled.
    return shown === undefined || asked === undefined || Number(shown) === 0 ? undefined : sameDecimal(shown, asked);
  };
  for (const name of names)
    for (const contract of new Set(listed.map(({ order }) => order.contract))) {
      const own = listed.filter(({ order }) => order.contract === contract);
      const asAsked = own.filter((one) => isAsked(one, name) === true);
      const other = own.find((one) => isAsked(one, name) === false);
      if (other === undefined || asAsked.every(({ order }) => order === asAsked[0]!.order)) continue;
      const { order, list } = other;
      const { id, call } = order;
      const span = { fromMs: call.startMs, toMs: list.call.endMs };
      if (!book.rests({ id, contract }, call.input ?? {}, span)) continue;
      const [shown, asked] = [textOf(fields(other)[name]), textOf(call.input?.['volume'])];
      say(
        AS_ASKED,
        `the order ${id} is open with ${name} ${shown}, and was asked for with volume ${asked}; others are as asked`,
        [asAsked[0]!.list.call, call, list.call],
      );
    }
}
