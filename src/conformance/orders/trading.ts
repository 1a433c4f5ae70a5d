import {
  countRecords,
  mayBeRefused,
  orderIdOf,
  type Reading,
  recordsOf,
  type ResultRecord,
  textOf,
} from '../call/answer.js';
import { asNone, cannotTell, type Context, needAccepted, type Placed, premiseOpen } from '../findings/check.js';
import type { Input } from '../call/input.js';
import { lookInFull, lookUntil } from '../findings/patience.js';
import { isFilled, recordOf } from './find-order.js';
import { crossingPrice, nextClientOrderId, placedBy, scaled, sellingPrice, type TradeSide } from './orders.js';

/** More than the declared maximum of a page. */
const ENOUGH_TRADES = 1001;
/** More than a page has by default. */
const ENOUGH_ORDERS = 112;
const AT_ONCE = 16;

interface Crossing {
  readonly side: TradeSide;
  readonly open: 'OPEN' | 'CLOSE';
  /** Default: the one under test. */
  readonly contract?: string;
  /** Default: the least. */
  readonly volume?: string;
  /** Default: one that is sure to meet the market. */
  readonly price?: string;
  /** Default: a limit order with IOC. */
  readonly as?: Taking;
}

/** The kinds of order that may be filled at once. */
export interface Taking {
  readonly type: 'LIMIT' | 'MARKET';
  readonly timeInForce?: 'IOC' | 'FOK';
}

export const IOC: Taking = { type: 'LIMIT', timeInForce: 'IOC' };

/** Sends an order that meets the market at once; the part that is not filled then is gone. */
export async function cross(context: Context, { side, open, ...given }: Crossing) {
  const { contract = context.contract, volume = context.order.volume } = given;
  const send = async () => {
    const clientOrderId = nextClientOrderId(context);
    const price = given.price ?? (await crossingPrice(context, side, contract));
    const { positionType, clientOrderId: names } = context.order;
    const as = given.as ?? IOC;
    // In which unit a market order counts is not shown: it may be a value.
    const amount = as.type === 'MARKET' && open === 'OPEN' ? scaled(price, 2n) : volume;
    const order = { contractName: contract, side, open, price, volume: amount, positionType };
    const reading = await context.call('createOrder', {
      ...order,
      ...(names !== 'none' && { clientOrderId }),
      ...as,
    });
    return { reading, clientOrderId };
  };
  let sent = await send();
  const { order, mode } = context;
  // One that closes may be refused for want of a position.
  if (order.crosses || !order.settled || given.price !== undefined || open !== 'OPEN' || mode !== 'sandbox')
    return sent;
  const usual = order.crossHundredths;
  for (const nearer of [2n, 1n]) {
    if (!mayBeRefused(sent.reading)) break;
    order.crossHundredths = nearer;
    sent = await send();
  }
  order.crosses = true;
  if (mayBeRefused(sent.reading)) order.crossHundredths = usual;
  return sent;
}

export async function crossAndPlace(context: Context, crossing: Crossing): Promise<Placed> {
  const { reading, clientOrderId } = await cross(context, crossing);
  return placedBy(context, needAccepted(reading, 'createOrder'), crossing.contract ?? context.contract, clientOrderId);
}

/**
 * True when a position can be closed after an action, false when it cannot; undefined where none can be opened. Closing is refused
 * before: so there was none.
 */
export async function closesAfter(
  context: Context,
  contract: string,
  act?: () => Promise<Reading>,
): Promise<boolean | undefined> {
  if ((await close(context, contract)) !== 'refused') return undefined;
  const opening = await cross(context, { side: 'BUY', open: 'OPEN', contract });
  if (opening.reading.kind !== 'accepted' || (act && (await act()).kind !== 'accepted')) return undefined;
  return (await close(context, contract)) === 'accepted';
}

export const close = async (context: Context, contract: string, side: TradeSide = 'SELL'): Promise<Reading['kind']> =>
  (await cross(context, { side, open: 'CLOSE', contract })).reading.kind;

export const tradePage = (context: Context, input: Omit<Input<'getTradeHistory'>, 'contractName'>): Promise<Reading> =>
  context.call('getTradeHistory', { contractName: context.contract, ...input });

/** The longest page of trades; on a throw-away target they are made first. */
export function tradesThere(context: Context): Promise<Reading> {
  return context.shared('trades', async (inner) => {
    let { reading, lines } = await longestPage(inner);
    // A few at first: where they do not show, a thousand would not either.
    for (let rounds = 0; inner.mode === 'sandbox' && rounds < 10 && lines < 1000; rounds++) {
      await makeTrades(inner, rounds === 0 ? AT_ONCE : ENOUGH_TRADES - lines);
      const known = lines;
      const look = () => longestPage(inner);
      ({ reading, lines } = await lookInFull(inner, look, (now) => now.lines > known));
      if (lines <= known) break;
    }
    return reading;
  });
}

/** The orders behind those trades; where trades are not shown they are made as well. */
export const ordersThere = (context: Context): Promise<unknown> =>
  tradesThere(context).catch((error: unknown) => {
    asNone(error);
    return context.shared('orders', async (inner) => {
      if ((await cross(inner, { side: 'BUY', open: 'OPEN' })).reading.kind === 'accepted')
        await makeTrades(inner, ENOUGH_ORDERS);
    });
  });

async function longestPage(context: Context): Promise<{ readonly reading: Reading; readonly lines: number }> {
  const reading = needAccepted(await tradePage(context, { limit: '1000' }), 'getTradeHistory with limit 1000');
  return { reading, lines: countRecords(reading) ?? cannotTell('the trades are not a list of records') };
}

/** Buys and sells by turns, so that the position stays small. */
async function makeTrades(context: Context, count: number): Promise<void> {
  for (let made = 0; made < count; made += AT_ONCE) {
    const side = (made / AT_ONCE) % 2 === 0 ? ('BUY' as const) : ('SELL' as const);
    const open = side === 'BUY' ? ('OPEN' as const) : ('CLOSE' as const);
    await Promise.all(Array.from({ length: AT_ONCE }, () => cross(context, { side, open })));
  }
}

/** The last page of trades, whichever way pages go. */
export async function lastTrades(context: Context): Promise<string> {
  let fromId: string | undefined;
  let pages = '';
  for (let count = 0; count < 5; count++) {
    const reading = await tradePage(context, { limit: '1000', ...(fromId !== undefined && { fromId }) });
    const records = recordsOf(reading);
    // A refusal may name the time.
    if (records === undefined) break;
    pages += reading.sent.response?.body ?? '';
    const last = records.at(-1);
    const next = last && tradeIdOf(last);
    if (next === undefined || next === fromId || records.length < 1000) break;
    fromId = next;
  }
  return pages;
}

/**
 * Prices come from the public list, and a book may be elsewhere. Looked at before an order is called missing: an order to buy
 * above the last price has to be filled, and one below it has not. What is not filled at once is gone. Where nothing is ever
 * filled, the records of orders on both sides have to say so.
 */
export const assertPricesHold = (context: Context): Promise<void> =>
  context.shared('prices of the list hold', async (inner) => {
    const { contract } = inner;
    const wasFilled = async (side: TradeSide, hundredths: bigint): Promise<boolean | undefined> => {
      const before = await lastTrades(inner);
      const known = new Set(inner.ownIds);
      const price = await sellingPrice(inner, hundredths);
      const { reading } = await cross(inner, { side, open: 'OPEN', price });
      const look = (): Promise<string> => lastTrades(inner);
      if ((await lookUntil(inner, look, (trades) => trades !== before)) !== before) return true;
      const orderId = orderIdOf(reading);
      // The record of an id that was given before is of another order.
      return orderId === undefined || known.has(orderId)
        ? undefined
        : isFilled(await recordOf(inner, { contract, orderId }).catch(asNone));
    };
    const below = await wasFilled('BUY', 95n);
    if (below === true) premiseOpen('states.order', 'orders are filled at other prices than those of the public list');
    // Twice: one order may go wrong.
    for (let tries = 0; tries < 2; tries++) if ((await wasFilled('BUY', 105n)) === true) return;
    if (below === undefined || (await wasFilled('SELL', 105n)) !== false)
      premiseOpen('states.order', 'nothing shows at which prices orders are filled: neither trades nor their records');
  });

/** The id of a trade; both names were observed. */
export const tradeIdOf = (record: ResultRecord): string | undefined =>
  textOf(record['tradeId']) ?? textOf(record['id']);
