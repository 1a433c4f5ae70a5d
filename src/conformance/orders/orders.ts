import { type OpenRecord, openRecordsOf } from '../call/open-records.js';
import { isNew, orderIdOf, type Reading, recordsOf, resultOf, type ResultRecord, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { lookUntil } from '../findings/patience.js';
import { groupBy } from '../model/groups.js';
import type { OperationId } from '../model/operations.js';
import { sideBySide } from '../model/side-by-side.js';
import { type ListedMarket, NAMINGS } from './contract-names.js';
import { recordOf } from './find-order.js';
import { sendOrder } from './order-terms.js';
import {
  asNone,
  cannotTell,
  type Context,
  needAccepted,
  notApplicable,
  type Placed,
  premiseOpen,
} from '../findings/check.js';

export type TradeSide = 'BUY' | 'SELL';

/** Contracts of the public list, as the names that trading uses (unknown `contracts.names`). */
export async function markets(context: Context): Promise<readonly ListedMarket[]> {
  return marketsOf(await contractList(context));
}

export function marketsOf(reading: Reading): readonly ListedMarket[] {
  const result = resultOf(reading, 'object') as { readonly contracts?: unknown } | undefined;
  const records = Array.isArray(result?.contracts) ? (result.contracts as ResultRecord[]) : [];
  return records.flatMap((record) => {
    const names = ['base_currency', 'quote_currency', 'last_price', 'ticker_id', 'low', 'high'] as const;
    const [base, quote, last, ticker, low, high] = names.map((name) => textOf(record?.[name]));
    return base !== undefined && quote !== undefined && last !== undefined
      ? [{ base, quote, last, ticker, low, high }]
      : [];
  });
}

export const contractList = (context: Context): Promise<Reading> =>
  context.shared('valid getContracts', (inner) => inner.call('getContracts', {}));

const nameIn = ({ contracts: { naming } }: Context, market: ListedMarket): string => NAMINGS[naming]!(market);

/** A contract besides the one under test; undefined when none is known. */
export async function otherContract(context: Context): Promise<string | undefined> {
  return (await otherContracts(context))[0];
}

export async function otherContracts(context: Context): Promise<readonly string[]> {
  const { contract, existing } = context;
  const traded = (await markets(context)).filter(({ last }) => Number(last) > 0);
  const listed = traded.map((market) => nameIn(context, market)).filter((name) => name !== contract);
  const named = existing.otherContractName;
  return named === undefined ? listed : [named, ...listed.filter((name) => name !== named)];
}

export const second = async (context: Context): Promise<string> =>
  (await otherContract(context)) ??
  notApplicable(`there is no second contract: name one with ${context.optionName('existing.otherContractName')}`);

/** Number of contracts to try: one may be suspended, and a position may keep an order of some kind out. */
export const TRIED = 3;

/** A price that no buyer waits for: a limit order there rests until it is cancelled. */
export const farPrice = (context: Context, contract = context.contract): Promise<string> =>
  restingPrice(context, contract, 'BUY');

/** The price of an order that rests, by `step` hundredths further from the last one than usual. */
export async function restingPrice(context: Context, contract: string, side: TradeSide, step = 0n): Promise<string> {
  const { farPrice: given, order } = context;
  if (side === 'SELL') return sellingPrice(context, order.sellHundredths + step, contract);
  if (given !== undefined) return given;
  const last = await lastPrice(context, contract, `give one with ${context.optionName('orders.price')}`);
  return roundDown(scaled(last, order.priceHundredths - step));
}

/** A price that no seller's order is taken at, in hundredths of the last one. */
export const sellingPrice = async (
  context: Context,
  hundredths: bigint,
  contract = context.contract,
): Promise<string> => roundDown(scaled(await lastPrice(context, contract), hundredths));

/** A price that is sure to meet the market. */
export function crossingPrice(context: Context, side: TradeSide, contract: string): Promise<string> {
  const { crossHundredths } = context.order;
  return sellingPrice(context, side === 'BUY' ? 100n + crossHundredths : 100n - crossHundredths, contract);
}

/** @param advice What helps: a limit price that is given is only for orders that rest. */
export async function lastPrice(context: Context, contract: string, advice?: string): Promise<string> {
  const listed = await markets(context);
  const market = listed.find((candidate) => nameIn(context, candidate) === contract);
  const last = market?.last ?? cannotTell(await whyNoPrice(context, contract, listed[0], advice));
  // A bound: BigInt takes quadratic time for the digits of a service.
  return /^\d{1,60}(\.\d{1,60})?$/.test(last)
    ? last
    : cannotTell(`the last price ${last.slice(0, 40)} is not a decimal of at most 60 digits on either side`);
}

/** Another contract helps where the list has one. */
async function whyNoPrice(context: Context, contract: string, other?: ListedMarket, given?: string): Promise<string> {
  const { kind, summary } = await contractList(context);
  const why = kind === 'accepted' ? 'the list of contracts has none' : `getContracts was not accepted: ${summary}`;
  const isOther = contract === context.existing.otherContractName;
  const option = context.optionName(isOther ? 'existing.otherContractName' : 'existing.contractName');
  const another = other && `name another contract, such as ${nameIn(context, other)}, with ${option}`;
  const advice = isOther ? `leave ${option} out, or name one that has` : (given ?? another);
  return `it needs the last price of ${contract}, and ${why}${advice === undefined ? '' : `. To go on, ${advice}`}`;
}

/**
 * Prices move, and what rests far from them is filled when they come there. Reads the list of contracts once more, before an
 * order that was seen open is called gone.
 */
export async function assertPricesStayed(context: Context, contracts: readonly string[]): Promise<void> {
  const now = marketsOf(await context.call('getContracts', {}));
  for (const contract of contracts) {
    const market = now.find((candidate) => nameIn(context, candidate) === contract);
    if (market === undefined) continue;
    const nearly = 100n + ((context.order.sellHundredths - 100n) * 9n) / 10n;
    const [bought, sold] = [await farPrice(context, contract), await sellingPrice(context, nearly, contract)];
    const { last, low, high } = market;
    // Where the last price is beyond both, they are of another contract, or of no use.
    const isRange = Number(low) <= Number(last) && Number(last) <= Number(high);
    const there = Object.entries({ last_price: last, ...(isRange && { low, high }) }).find(
      ([, price]) => Number(price) > 0 && (Number(price) <= Number(bought) || Number(price) >= Number(sold)),
    );
    if (there !== undefined)
      premiseOpen(
        'states.order',
        `${there[0]} of ${contract} is ${there[1]}: the price has been where the orders were, which may be filled`,
      );
  }
}

/** Multiplies a decimal by hundredths, and keeps its number of places. */
export function scaled(decimal: string, hundredths: bigint): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const units = String((BigInt(whole + fraction) * hundredths) / 100n).padStart(fraction.length + 1, '0');
  const cut = units.length - fraction.length;
  return fraction === '' ? units : `${units.slice(0, cut)}.${units.slice(cut)}`;
}

/** A price of three digits and no more decimals than that takes, which fits any step of prices. */
const roundDown = (price: string): string => {
  let kept = 0;
  return price
    .replace(/\d/g, (digit) => (kept > 0 || digit !== '0' ? (kept++ < 3 ? digit : '0') : digit))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
};

let count = 0;

/** Fresh on every call, and of this run alone, within the length that hosts allow. */
export function nextClientOrderId({ prefix, order }: Context): string {
  count++;
  const id = `${prefix}${count.toString(36)}`;
  return order.clientOrderId === 'plain' ? id.replace(/[^a-z0-9]/gi, '') : id;
}

/** Fields of an order that rests, as this target takes them; sent with `clientOrderId` unless it refuses those. */
export async function restingOrder(context: Context, contract: string, side: TradeSide = 'BUY') {
  const { volume, positionType, clientOrderId } = context.order;
  return {
    contractName: contract,
    price: await restingPrice(context, contract, side),
    ...(clientOrderId === 'none' ? {} : { clientOrderId: nextClientOrderId(context) }),
    type: 'LIMIT',
    side,
    open: 'OPEN',
    positionType,
    volume,
  } as const;
}

/** Places an order that rests, and notes it for the clean-up. */
export async function place(context: Context, contract = context.contract, side: TradeSide = 'BUY'): Promise<Placed> {
  let clientOrderId = '';
  const reading = await sendOrder(
    context,
    async () => {
      const input = await restingOrder(context, contract, side);
      clientOrderId = input.clientOrderId ?? '';
      return context.call('createOrder', input);
    },
    { contract, side },
  );
  return placedBy(context, needAccepted(reading, 'createOrder'), contract, clientOrderId);
}

/** The same, or none: an account may have a limit of open orders, or allow none of a contract. */
export async function tryPlace(...where: Parameters<typeof place>): Promise<readonly Placed[]> {
  const order = await place(...where).catch(asNone);
  return order === undefined ? [] : [order];
}

/** The order that an accepted createOrder made. */
export async function placedBy(
  context: Context,
  reading: Reading,
  contract: string,
  clientOrderId: string,
): Promise<Placed> {
  const orderId = orderIdOf(reading) ?? (await findByClientOrderId(context, contract, clientOrderId));
  if (orderId === undefined) {
    context.keep({ contract, orderId: '', clientOrderId });
    return cannotTell('neither the receipt nor the open orders show the id of the order that was placed');
  }
  const placed = { contract, orderId, clientOrderId };
  context.keep(placed);
  return placed;
}

/** Where the receipt does not show the id; the names of the fields are observed (unknown `response.open-orders`). */
async function findByClientOrderId(context: Context, contract: string, id: string): Promise<string | undefined> {
  if (id === '') return undefined;
  const look = async (): Promise<string | undefined> => {
    const records = recordsOf(await context.call('getOpenOrders', { contractName: contract }));
    const found = records?.find((record) => record['clientId'] === id || record['clientOrderId'] === id);
    return textOf(found?.['orderId']);
  };
  return lookUntil(context, look, (orderId) => orderId !== undefined);
}

export async function openOrders(context: Context, contract?: string): Promise<readonly ResultRecord[]> {
  const input = contract === undefined ? {} : { contractName: contract };
  const reading = needAccepted(await context.call('getOpenOrders', input), 'getOpenOrders');
  const records = recordsOf(reading) ?? cannotTell('the open orders are not a list of records');
  return records.every((record) => textOf(record['orderId']) !== undefined)
    ? records
    : cannotTell('a record of the open orders has no orderId');
}

/** The open orders of one contract, or of all; undefined when they cannot be read now. */
export async function readOpenOrders(
  context: Context,
  contract: string | undefined,
): Promise<readonly OpenRecord[] | undefined> {
  const input = contract === undefined ? {} : { contractName: contract };
  const reading = await context.call('getOpenOrders', input).catch(asNone);
  return reading && openRecordsOf(reading, contract);
}

/** Ids of the open orders, digit for digit. */
export async function openIds(context: Context, contract?: string): Promise<ReadonlySet<string>> {
  return new Set((await openOrders(context, contract)).map((record) => String(record['orderId'])));
}

/** Looks under the contract of each until all of the orders are there, or none; returns those of which that is not so. */
async function lookForAll(context: Context, orders: readonly Placed[], areThere: boolean): Promise<Placed[]> {
  const byContract = groupBy(orders, ({ contract }) => contract);
  const left = await sideBySide(byContract, context.atOnce, ([contract, own]) => {
    const look = async (): Promise<Placed[]> => {
      const ids = await openIds(context, contract === '' ? undefined : contract);
      return own.filter(({ orderId }) => ids.has(orderId) !== areThere);
    };
    return lookUntil(context, look, ({ length }) => length === 0);
  });
  return left.flat();
}

/** Looks until the orders are gone, because a cancellation may take its time; the details of one that is not may show that it is over. */
export async function stillOpen(context: Context, orders: readonly Placed[]): Promise<Placed[]> {
  const left = await lookForAll(context, orders, false);
  if (left[0] !== undefined) await recordOf(context, left[0]).catch(asNone);
  return left;
}

/** Looks until the orders are listed, because that may take its time; returns those that are not. */
export const notYetOpen = (context: Context, orders: readonly Placed[]): Promise<Placed[]> =>
  lookForAll(context, orders, true);

/** Orders that were open, and are not. Where the details of one under a contract show it as new, its list leaves them out. */
export async function goneOf(context: Context, orders: readonly Placed[]): Promise<Placed[]> {
  const missing: Placed[] = [];
  for (const own of groupBy(await notYetOpen(context, orders), ({ contract }) => contract).values())
    if (!isNew(await recordOf(context, own[0]!))) missing.push(...own);
  return missing;
}

/** An open order on which one call can be tried; placed again when it is gone. */
export async function bait(context: Context): Promise<Placed> {
  return context.shared(`bait ${context.bait.generation}`, (inner) => place(inner));
}

/** Cancels what this run left open under a contract, for calls that need it empty; throw-away targets only. Returns what is left. */
export async function clear(context: Context, contract: string): Promise<ReadonlySet<string>> {
  if (context.emptied.has(contract)) return new Set();
  const cancelled = await context.call('cancelOrder', { contractName: contract });
  context.bait.spend();
  const left = await lookUntil(
    context,
    () => openIds(context, contract),
    ({ size }) => size === 0,
  );
  // Where nothing was open, there may be nothing to cancel.
  if (left.size > 0) needAccepted(cancelled, 'cancelOrder without orderId');
  else context.emptied.add(contract);
  return left;
}

/** The side of every other order, where the list of contracts has a price to sell at; a price that was given is for
 * buying, and on an account that matters nothing is sold. */
export const otherSide = ({ farPrice: given, mode }: Context): TradeSide =>
  given === undefined && mode === 'sandbox' ? 'SELL' : 'BUY';

/** Cancels the order of a response, if there is one, and resolves to whether that was accepted. */
export async function cancelQuietly(context: Context, reading: Reading, contract: string): Promise<boolean> {
  const orderId = orderIdOf(reading);
  if (orderId === undefined) return false;
  return (await context.call('cancelOrder', { contractName: contract, orderId })).kind === 'accepted';
}

/** Makes a call, on a contract; what it placed is cancelled again. */
export async function callAndCancel(
  context: Context,
  operationId: OperationId,
  input: AnyInput,
  contract = context.contract,
): Promise<Reading> {
  const reading = await context.callWith(operationId, input);
  if (operationId === 'createOrder') await cancelQuietly(context, reading, contract);
  return reading;
}

/** True when an open order may be a condition order of this run: the document does not show whether open orders list them. */
export const maybeCondition = ({ conditionReceipts }: Context, orderId: string): boolean =>
  conditionReceipts.some((receipt) => !/\d/.test(receipt) || receipt.split(/\W+/).includes(orderId));
