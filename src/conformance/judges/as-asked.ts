import { canonicalDecimal, sameDecimal } from '../../core/decimal.js';
import type { JsonRecord } from '../../core/json/decode.js';
import { receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import type { TracedCall } from '../call/traced-call.js';
import { groupBy } from '../model/groups.js';
import type { Say } from './claim-finding.js';
import type { OrderBook, PlacedOrder } from './order-book.js';
import { isFarOff, isSamePrice, problemsOf, ROUNDED } from './order-terms.js';

const AS_ASKED = 'state/order/as-asked';

/** One record of an order that was placed, and the response that shows it. */
interface Shown {
  readonly order: PlacedOrder;
  readonly call: TracedCall;
  readonly fields: ResultRecord;
}

/** Records of orders that were placed, compared with what was asked for. */
export function judgeAsAsked(book: OrderBook, say: Say): void {
  const { byId, shownIn, placed, of } = book;
  const contracts = new Set(placed.map(({ contract }) => contract));
  const read = [...of('getOrder'), ...of('getOrderHistory')].flatMap((call) =>
    (recordsOf(call.reading) ?? [receiptOf(call.reading) ?? {}]).flatMap((fields): readonly Shown[] => {
      const order = byId.get(textOf(fields['orderId']) ?? '');
      return order === undefined ? [] : [{ order, call, fields }];
    }),
  );
  for (const { order, call, fields } of read) {
    // A market order that is not filled may go on as another type.
    const [problem] = problemsOf(fields, { ...order.call.input, type: undefined }, contracts);
    const worse = worsePrice(fields, order.call.input);
    if (problem !== undefined || worse !== undefined) say(AS_ASKED, problem ?? worse, [order.call, call]);
  }
  const listed = [...byId.values()].flatMap((order) =>
    (shownIn.get(order.id) ?? []).map((list): Shown => {
      const { fields } = list.records.get(order.id)!;
      return { order, call: list.call, fields };
    }),
  );
  judgeVolumes(book, listed, say);
  judgeSteps(book, listed, say);
  const compared = listed.map(({ order: { call, id, contract }, call: list, fields }) => {
    const { input = {} } = call;
    const [problem] = problemsOf(fields, input, contracts);
    if (problem !== undefined) say(AS_ASKED, problem, [call, list]);
    const [shown, asked] = [textOf(fields['price']), textOf(input['price'])];
    const span = { fromMs: call.startMs, toMs: list.endMs };
    const isOdd = asked !== undefined && isFarOff(shown, asked) && book.rests({ id, contract }, input, span);
    // The price of another order is none that was rounded.
    const isOfAnother = isOdd && placed.some((other) => isSamePrice(shown, textOf(other.call.input?.['price'])));
    return { id, calls: [call, list], isPriced: isSamePrice(shown, asked), isOdd, isOfAnother };
  });
  const priced = compared.filter(({ isPriced }) => isPriced);
  const odd = compared.find(({ isOdd }) => isOdd);
  const taken = compared.find(({ isOfAnother }) => isOfAnother);
  const text = `the order ${odd?.id} is open at another price than was asked for, and others are at theirs`;
  if (taken !== undefined) say(AS_ASKED, `the order ${taken.id} is open at the price of another one`, taken.calls);
  else if (odd !== undefined && priced.length > 0) say(AS_ASKED, text, odd.calls);
  else if (priced.some(({ id }) => id !== priced[0]!.id)) say(AS_ASKED, undefined, priced[0]!.calls);
}

/**
 * Prices that no rounding explains: all that are shown are multiples of a step, so a multiple of what they have in common stays as it
 * is. Only more digits than were asked for count, because steps may be larger where prices are high, and more than a double loses.
 */
function judgeSteps(book: OrderBook, listed: readonly Shown[], say: Say): void {
  for (const own of groupBy(listed, ({ order }) => order.contract).values()) {
    const prices = own.map((one) => ({
      ...one,
      shown: inUnits(one.fields['price']),
      asked: inUnits(one.order.call.input?.['price']),
    }));
    const exact = prices.filter(({ shown, asked }) => shown.units === asked.units && asked.units > 0n);
    const step = prices.reduce((divisor, { shown }) => common(divisor, shown.units), 0n);
    const off = prices.find(({ order, call, shown, asked }) => {
      if (shown.digits <= asked.digits || asked.units <= 0n || asked.units % step !== 0n) return false;
      const { startMs, input = {} } = order.call;
      const isMore = ((shown.units - asked.units) * MOST_OF_DOUBLE) / asked.units !== 0n;
      return isMore && book.rests(order, input, { fromMs: startMs, toMs: call.endMs });
    });
    if (off === undefined || new Set(exact.map(({ asked }) => asked.units)).size < 2) continue;
    const { order, call, fields } = off;
    const text = `the order ${order.id} is open at ${String(fields['price'])}, which is no rounded ${String(order.call.input?.['price'])}: others are at their prices`;
    say(AS_ASKED, text, [order.call, exact[0]!.call, call]);
  }
}

const MOST_OF_DOUBLE = 10n ** 9n;
/** Decimals of a price that are looked at. */
const PLACES = 12;

/** A price as a whole number, and how many digits it takes; 0 where it is none, or has more decimals. */
function inUnits(price: unknown): { readonly units: bigint; readonly digits: number } {
  const [digits = '', power = '0'] = canonicalDecimal(String(price))?.split('e') ?? [];
  const zeros = Number(power) + PLACES;
  const isPrice = zeros >= 0 && zeros < 3 * PLACES && digits.length < 3 * PLACES;
  return isPrice ? { units: BigInt(digits) * 10n ** BigInt(zeros), digits: digits.length } : { units: 0n, digits: 0 };
}

const common = (one: bigint, other: bigint): bigint => (other === 0n ? one : common(other, one % other));

/** The share by which an average may be off where it is the quotient of rounded sums. */
const AVERAGED = 9e-4;

/**
 * A limit order is filled at its price or a better one, as far as a record shows it; the name of the field was observed. A price that is
 * not shown as asked for may have been rounded, and an average is, to the digits that it has.
 */
function worsePrice(
  { avgPrice, price: shown }: ResultRecord,
  { type, side, price }: AnyInput = {},
): string | undefined {
  const [paid = '', asked = ''] = [textOf(avgPrice), textOf(price)];
  if (type !== 'LIMIT' || (side !== 'BUY' && side !== 'SELL') || !(Number(paid) > 0 && Number(asked) > 0))
    return undefined;
  const worseBy = (side === 'BUY' ? 1 : -1) * (Number(paid) - Number(asked));
  const lastDigit = 0.999 * 10 ** -(paid.split('.')[1] ?? '').length;
  const isWorse =
    worseBy >= Math.max(lastDigit, Number(asked) * (isSamePrice(textOf(shown), asked) ? AVERAGED : ROUNDED));
  return isWorse ? `an order to ${side} at ${asked} was filled at ${paid}` : undefined;
}

/** Names that were observed for the quantity of an order or a trade: volume, origQty, qty. */
export const QUANTITY = /vol|qty|quantity|size/i;

/** A field that shows the volume that was asked for, in several orders on one contract, shows it in each one that nothing was filled of. */
function judgeVolumes(book: OrderBook, listed: readonly Shown[], say: Say): void {
  const names = new Set(listed.flatMap((one) => Object.keys(one.fields).filter((name) => QUANTITY.test(name))));
  const isAsked = ({ fields, order }: Shown, name: string): boolean | undefined => {
    const [shown, asked] = [textOf((fields as JsonRecord)[name]), textOf(order.call.input?.['volume'])];
    // A quantity of 0 shows how much was filled.
    return shown === undefined || asked === undefined || Number(shown) === 0 ? undefined : sameDecimal(shown, asked);
  };
  for (const name of names)
    for (const contract of new Set(listed.map(({ order }) => order.contract))) {
      const own = listed.filter(({ order }) => order.contract === contract);
      const asAsked = own.filter((one) => isAsked(one, name) === true);
      const other = own.find((one) => isAsked(one, name) === false);
      if (other === undefined || asAsked.every(({ order }) => order === asAsked[0]!.order)) continue;
      const { order, call: list, fields } = other;
      const { id, call } = order;
      const span = { fromMs: call.startMs, toMs: list.endMs };
      if (!book.rests({ id, contract }, call.input ?? {}, span)) continue;
      const [shown, asked] = [textOf((fields as JsonRecord)[name]), textOf(call.input?.['volume'])];
      say(
        AS_ASKED,
        `the order ${id} is open with ${name} ${shown}, and was asked for with volume ${asked}; others are as asked`,
        [asAsked[0]!.call, call, list],
      );
    }
}
