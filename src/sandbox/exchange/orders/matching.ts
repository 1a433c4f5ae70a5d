import { type Decimal, isPositive, isZero, less, smaller } from '../decimal.js';
import { fromTicks, HOUSE } from '../account/house.js';
import { holdFor, setHold } from '../account/margin.js';
import type { BookKey, Order, OrderSide, Trade } from '../model/model.js';
import { applyFill, recordKey } from '../account/positions.js';
import { changeClosing } from '../account/closing.js';
import { expireUnbacked, finish } from './resting.js';
import type { Transaction } from '../model/transaction.js';

/** The best offer against a side: a resting order, or a quote of the house. */
interface Offer {
  readonly ticks: number;
  readonly order: Order | undefined;
  readonly volume: Decimal;
}

const opposite = (side: OrderSide): OrderSide => (side === 'BUY' ? 'SELL' : 'BUY');

/** Best price first; at one price, resting orders in the order of their arrival, then the house. */
export function bestOffer(tx: Transaction, contract: string, side: OrderSide): Offer | undefined {
  const book = tx.book(contract, opposite(side));
  const market = tx.market(contract);
  const key = book.minKey() as BookKey | undefined;
  const order = key === undefined ? undefined : tx.orders.get(book.get(key)!);
  const [quote] = side === 'BUY' ? market.houseAsks : market.houseBids;
  const better = (a: number, b: number): boolean => (side === 'BUY' ? a <= b : a >= b);
  if (order !== undefined && (quote === undefined || better(order.ticks, quote[0]))) {
    return { ticks: order.ticks, order, volume: order.volume.minus(order.filled) };
  }
  return quote === undefined ? undefined : { ticks: quote[0], order: undefined, volume: quote[1] };
}

/** Tells whether an order at this price would meet the offer. */
export const crosses = (side: OrderSide, ticks: number, offer: Offer): boolean =>
  side === 'BUY' ? offer.ticks <= ticks : offer.ticks >= ticks;

/** Fills an order against what it meets, price by price, at the price of what was there first. */
export function match(tx: Transaction, order: Order): Order {
  let taker = order;
  for (;;) {
    const left = less(taker.volume, taker.filled);
    const offer = isPositive(left) ? bestOffer(tx, taker.contract, taker.side) : undefined;
    if (offer === undefined || !crosses(taker.side, taker.ticks, offer)) return taker;
    const volume = smaller(left, offer.volume);
    const price = fromTicks(offer.ticks, tx.market(taker.contract).rules);
    const makerId = offer.order?.id ?? tx.nextId();
    taker = fill(tx, taker, { price, volume, isMaker: false, otherId: makerId });
    if (offer.order === undefined) {
      fillHouse(tx, taker, { price, volume, isMaker: true, otherId: taker.id }, makerId);
      takeQuote(tx, taker.contract, opposite(taker.side), volume);
    } else afterFill(tx, fill(tx, offer.order, { price, volume, isMaker: true, otherId: taker.id }));
    expireUnbacked(tx, taker);
    recordMarket(tx, taker.contract, price, volume);
  }
}

/** Fills resting orders that the house now crosses, after it has quoted again: at their own price. */
export function meetHouse(tx: Transaction, contract: string): void {
  for (const side of ['BUY', 'SELL'] as const) {
    for (;;) {
      const book = tx.book(contract, side);
      const key = book.minKey() as BookKey | undefined;
      const order = key === undefined ? undefined : tx.orders.get(book.get(key)!)!;
      const market = tx.market(contract);
      const [quote] = side === 'BUY' ? market.houseAsks : market.houseBids;
      if (order === undefined || quote === undefined) break;
      if (!crosses(side, order.ticks, { ticks: quote[0], order: undefined, volume: quote[1] })) break;
      const volume = smaller(order.volume.minus(order.filled), quote[1]);
      const houseId = tx.nextId();
      const filled = fill(tx, order, { price: order.price, volume, isMaker: true, otherId: houseId });
      fillHouse(tx, filled, { price: order.price, volume, isMaker: false, otherId: order.id }, houseId);
      takeQuote(tx, contract, opposite(side), volume);
      afterFill(tx, filled);
      recordMarket(tx, contract, order.price, volume);
    }
  }
}

interface FillInput {
  readonly price: Decimal;
  readonly volume: Decimal;
  readonly isMaker: boolean;
  readonly otherId: string;
}

/** One side of a fill: position, money, trade record, and what is still held for the rest. */
function fill(tx: Transaction, order: Order, { price, volume, isMaker, otherId }: FillInput): Order {
  const { fee, realized } = applyFill(tx, { order, price, volume, isMaker });
  recordTrade(tx, order, { price, volume, isMaker, otherId }, fee);
  changeClosing(tx, order, volume.times(-1));
  const filled = order.filled.plus(volume);
  const left = order.volume.minus(filled);
  const held = isZero(order.hold) ? order : setHold(tx, order, holdFor(tx, order, order.price, left));
  return {
    ...held,
    filled,
    turnover: order.turnover.plus(price.times(volume)),
    fee: order.fee.plus(fee),
    realized: order.realized.plus(realized),
    status: isZero(left) ? 'FILLED' : order.status === 'PENDING_CANCEL' ? 'PENDING_CANCEL' : 'PART_FILLED',
  };
}

/** Keeps a resting order that was filled: gone when it is full. */
function afterFill(tx: Transaction, order: Order): void {
  if (order.filled.eq(order.volume)) finish(tx, order, 'FILLED');
  else tx.setOrder(order);
  expireUnbacked(tx, order);
}

/** Fills an order against the house at a price that is not quoted: a position that is taken over. */
export function fillAtMark(tx: Transaction, order: Order): Order {
  const { price } = tx.market(order.contract);
  const houseId = tx.nextId();
  const filled = fill(tx, order, { price, volume: order.volume, isMaker: false, otherId: houseId });
  fillHouse(tx, order, { price, volume: order.volume, isMaker: true, otherId: order.id }, houseId);
  recordMarket(tx, order.contract, price, order.volume);
  return filled;
}

function fillHouse(tx: Transaction, { contract, side }: Order, input: FillInput, id: string): void {
  const owner = { accountId: HOUSE, contract, side: opposite(side), open: 'OPEN', marginMode: 1, leverage: 1 } as const;
  const { fee } = applyFill(tx, { order: owner, price: input.price, volume: input.volume, isMaker: input.isMaker });
  recordTrade(tx, { ...owner, id }, input, fee);
}

function takeQuote(tx: Transaction, contract: string, side: OrderSide, volume: Decimal): void {
  const name = side === 'BUY' ? 'houseBids' : 'houseAsks';
  const [best, ...others] = tx.market(contract)[name];
  const [ticks, offered] = best!;
  const left = offered.minus(volume);
  tx.setMarket(contract, { [name]: isPositive(left) ? [[ticks, left], ...others] : others });
}

type TradeOwner = Pick<Order, 'id' | 'accountId' | 'contract' | 'side'>;

function recordTrade(
  tx: Transaction,
  order: TradeOwner,
  { price, volume, isMaker, otherId }: FillInput,
  fee: Decimal,
): void {
  const id = tx.nextSequence();
  const trade: Trade = {
    id,
    accountId: order.accountId,
    contract: order.contract,
    side: order.side,
    price,
    volume,
    amount: price.times(volume).times(tx.market(order.contract).rules.multiplier),
    fee,
    isMaker,
    bidId: order.side === 'BUY' ? order.id : otherId,
    askId: order.side === 'SELL' ? order.id : otherId,
    timeMs: tx.nowMs,
  };
  tx.set(tx.trades, recordKey(order.accountId, id), trade);
  tx.events.push({ type: 'trade', trade });
}

function recordMarket(tx: Transaction, contract: string, price: Decimal, volume: Decimal): void {
  const market = tx.market(contract);
  tx.setMarket(contract, {
    lastPrice: price,
    high: price.gt(market.high) ? price : market.high,
    low: price.lt(market.low) ? price : market.low,
    volume: market.volume.plus(volume),
    turnover: market.turnover.plus(price.times(volume).times(market.rules.multiplier)),
  });
}
