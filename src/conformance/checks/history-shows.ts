import { countRecords, orderIdOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { clauses, fieldOf } from '../model/clauses.js';
import {
  asNone,
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  Found,
  holds,
  needAccepted,
  notApplicable,
  seen,
  shown,
} from '../findings/check.js';
import type { Finding } from '../model/report-model.js';
import { cancelByItsId } from '../orders/cancelling.js';
import {
  cancelQuietly,
  crossingPrice,
  notYetOpen,
  otherContracts,
  otherSide,
  readOpenOrders,
  scaled,
  stillOpen,
  type TradeSide,
  TRIED,
  tryPlace,
} from '../orders/orders.js';
import { isFilled, recordOf } from '../orders/find-order.js';
import { close, closesAfter, cross, IOC, type Taking } from '../orders/trading.js';
import { QUANTITY } from '../judges/as-asked.js';
import { lookInFull, lookUntil } from '../findings/patience.js';
import { CHANGES, FILLS } from '../findings/premises.js';

/*
 *   close: refused ─► open ─► close: accepted ─► close: refused     so a position was opened and closed, which takes two trades
 */

/** Declared as what a page holds at least where there is more: one with fewer records is the whole history. */
const PAGE = 100;

type History = 'getOrderHistory' | 'getTradeHistory' | 'getProfitHistory';
type Records = readonly ResultRecord[];

/** The whole history of a contract; undefined where one page does not hold it. */
async function whole(context: Context, history: History, contractName: string): Promise<Records | undefined> {
  const reading = await context.call(history, { contractName, limit: String(PAGE) });
  const records = recordsOf(needAccepted(reading, history)) ?? cannotTell(`${history} is not a list of records`);
  return records.length < PAGE ? records : undefined;
}

/** True when a position was opened and closed: closing is refused before and after, and accepted in between. */
const traded = async (context: Context, contract: string): Promise<boolean> =>
  (await closesAfter(context, contract)) === true && (await close(context, contract)) === 'refused';

/** Does something, and looks in the time that a change may take for what the history shows then, and did not before. */
async function changes(
  context: Context,
  history: History,
  contract: string,
  act: () => Promise<boolean>,
): Promise<Records | undefined> {
  const before = await whole(context, history, contract);
  if (before === undefined || !(await act())) return undefined;
  const known = new Set(before.map((record) => JSON.stringify(record)));
  const look = async (): Promise<Records | undefined> => {
    const now = await whole(context, history, contract);
    const fresh = now?.filter((record) => !known.has(JSON.stringify(record)));
    // Records that change with their place on a page do not show what is new.
    return now === undefined || fresh?.length === now.length - before.length ? fresh : fresh?.map(() => ({}));
  };
  return lookInFull(context, look, (fresh) => fresh?.length !== 0);
}

const otherOf = (side: TradeSide): TradeSide => (side === 'BUY' ? 'SELL' : 'BUY');

interface Round {
  readonly side: TradeSide;
  readonly opening: Taking;
  readonly closing: Taking;
}

/** Orders that open a position and close it. */
const ROUNDS: readonly Round[] = [
  { side: 'BUY', opening: IOC, closing: IOC },
  { side: 'BUY', opening: { type: 'LIMIT' }, closing: { type: 'MARKET' } },
  { side: 'SELL', opening: { type: 'LIMIT', timeInForce: 'FOK' }, closing: { type: 'LIMIT' } },
  { side: 'SELL', opening: { type: 'MARKET' }, closing: IOC },
];

/** The prices of trades, the orders that added trades to the history, by their sides, and the number of trades that name no order of the run. */
const newSeen = () => ({ prices: new Set<unknown>(), sides: new Map<string, TradeSide>(), nameless: 0 });

/** The orders that a trade names: other numbers may be those of an order by chance. */
const ordersOf = (trade: ResultRecord): readonly string[] =>
  Object.entries(trade).flatMap(([name, value]) =>
    /order.*(?:id|no|sn)$|^(?:bid|ask)_?id$/i.test(name) ? String(value) : [],
  );

/** Sends orders that are filled at once, and finds what each adds to the trades; one that is not filled may go on waiting. */
const trading =
  (context: Context, contract: string, orders = newSeen()) =>
  async (side: TradeSide, open: 'OPEN' | 'CLOSE', as: Taking, volume: string): Promise<Records | undefined> => {
    let id: string | undefined;
    const trades = await changes(context, 'getTradeHistory', contract, async () => {
      const { reading } = await cross(context, { side, open, contract, volume, as });
      id = orderIdOf(reading);
      if (as.timeInForce === undefined) {
        // Orders may meet some time after they were accepted.
        const look = () => readOpenOrders(context, contract);
        await lookUntil(context, look, (records) => records?.some((one) => one.id === id) !== true);
        // A list that lags does not show it before it is matched.
        if ((await cancelQuietly(context, reading, contract)) && as.type === 'LIMIT') return false;
      }
      return reading.kind === 'accepted';
    });
    for (const one of trades ?? []) {
      orders.prices.add(one.price);
      if (!ordersOf(one).some((own) => context.ownIds.has(own))) orders.nameless++;
    }
    if (id !== undefined && trades?.length) orders.sides.set(id, side);
    return trades;
  };

/** An order without a trade where trades name others of either side: those that name none of the run may be the trades of as many. */
async function withoutTrade(
  context: Context,
  contract: string,
  { sides, nameless }: ReturnType<typeof newSeen>,
): Promise<string | undefined> {
  const look = async (): Promise<readonly string[]> => {
    const values = new Set((await whole(context, 'getTradeHistory', contract))?.flatMap(ordersOf));
    const named = new Set([...sides].filter(([id]) => values.has(id)).map(([, side]) => side));
    return named.size < 2 ? [] : [...sides.keys()].filter((id) => !values.has(id));
  };
  const missing = await lookInFull(context, look, ({ length }) => length <= nameless);
  const [orderId] = missing;
  if (orderId === undefined || missing.length <= nameless) return undefined;
  // The trades that came after it may be of an order before it, which was matched late.
  return isFilled(await recordOf(context, { contract, orderId })) === false ? undefined : orderId;
}

const volumeOf = (trades: Records | undefined): number =>
  trades === undefined
    ? NaN
    : trades.reduce((sum, one) => sum + Number(Object.entries(one).find(([name]) => QUANTITY.test(name))?.[1]), 0);

/** Both trades change the history, or not; or the orders did something else. Undefined where nothing shows that there were two. */
async function playRound(
  context: Context,
  contract: string,
  { side, opening, closing }: Round,
  orders: ReturnType<typeof newSeen>,
  isEmpty = false,
): Promise<boolean | 'other side' | 'left over' | 'turned over' | undefined> {
  const other = otherOf(side);
  const isRefused = async (by: TradeSide): Promise<boolean> => (await close(context, contract, by)) === 'refused';
  const isFlat = async (by = other): Promise<boolean> => (await isRefused(by)) && (await isRefused(otherOf(by)));
  // There may be a position of before: each try closes some of it.
  if (!isEmpty && !(await isFlat()) && !(await isFlat()) && !(await isFlat(side))) return undefined;
  const isAtMarket = closing.type === 'MARKET';
  const trade = trading(context, contract, orders);
  const volume = isAtMarket ? await volumeOfValue(context, contract) : context.order.volume;
  const opened = await trade(side, 'OPEN', opening, volume);
  if (opened?.length === 0 && opening.type === 'MARKET') await assertNotElsewhere(context, contract, side);
  const closed = await trade(other, 'CLOSE', closing, volume);
  // The rest that a market order leaves can be closed at a limit; where it leaves none, its trades are not shown.
  const left = isAtMarket ? volumeOf(opened) - volumeOf(closed ?? []) : 0;
  const rest = left > 0 ? await trade(other, 'CLOSE', IOC, part(context, volume, left / volumeOf(opened))) : undefined;
  if (closed === undefined) return opened?.length && !(await isRefused(side)) ? 'other side' : undefined;
  if (left < 0 || rest?.length) return assertFilled(context, contract, volume);
  if (!(await isRefused(side))) return 'turned over';
  if (await isRefused(other)) return opened && opened.length > 0 && closed.length > 0;
  // In which unit the volume of a market order is counted is not shown.
  return isAtMarket || opening.type === 'MARKET' ? undefined : 'left over';
}

/** A share of a volume, in steps that a contract takes. */
const part = ({ order: { volume } }: Context, all: string, share: number): string =>
  scaled(volume, 100n * BigInt(Math.max(1, Math.floor((share * Number(all)) / Number(volume) + 1e-6))));

/** The volume that has the number of the value of a market order. */
const volumeOfValue = async (context: Context, contract: string): Promise<string> =>
  part(context, scaled(await crossingPrice(context, 'BUY', contract), 2n), 1);

/**
 * A market order that closes is filled like one at a limit, or like one that opens for a value of that number: in which unit it counts is
 * not shown. Where it is twice filled otherwise, and what it leaves is there to be closed at a limit, it goes by something else.
 */
async function assertFilled(context: Context, contract: string, volume: string): Promise<undefined> {
  const trade = trading(context, contract);
  const closes = async (share: number): Promise<number> =>
    share > 0 ? volumeOf(await trade('SELL', 'CLOSE', IOC, part(context, volume, share))) : 0;
  let text = '';
  let closed = NaN;
  for (let times = 0; times < 2; times++) {
    if ((await close(context, contract)) !== 'refused') return undefined;
    const opened = volumeOf(await trade('BUY', 'OPEN', IOC, volume));
    closed = volumeOf(await trade('SELL', 'CLOSE', { type: 'MARKET' }, volume));
    const left = await closes(1 - closed / opened);
    const ofValue = volumeOf(await trade('BUY', 'OPEN', { type: 'MARKET' }, volume));
    await closes(ofValue / opened);
    const isLess = closed < 0.9 * opened && Math.abs(closed + left - opened) < opened / 100;
    if (!(closed > 1.1 * opened || (isLess && Math.abs(closed - ofValue) > ofValue / 5))) return undefined;
    text = `an order MARKET SELL CLOSE of ${volume} on ${contract} was filled by ${closed}, and one at a limit by ${opened}`;
  }
  throw new Found(shown(broken(text, undefined, closed === 0 ? TYPE_ROW : VOLUME_ROW)));
}

/** A market order that adds no trade to its own contract is not an order of the one under test. */
async function assertNotElsewhere(context: Context, contract: string, side: TradeSide): Promise<void> {
  const known = [...context.ownIds];
  const { reading } = await cross(context, { side, open: 'OPEN', contract, as: { type: 'MARKET' } });
  await cancelQuietly(context, reading, contract);
  const orderId = orderIdOf(reading);
  // Each contract may have numbers of its own: then this one is not larger than all others.
  const isSmaller = (id: string): boolean => id.padStart(40, '0') < String(orderId).padStart(40, '0');
  if (orderId === undefined || !known.every(isSmaller)) return;
  const find = (there: string) => recordOf(context, { contract: there, orderId });
  const isMissing = async (): Promise<boolean> =>
    (await lookInFull(context, () => find(contract), Boolean)) === undefined;
  if (!(await isMissing())) return;
  const found = await find(context.contract);
  // One that is new may be found late.
  if (found === undefined || textOf(found.contractName) === contract || !(await isMissing())) return;
  const text = `the order ${orderId} MARKET ${side} OPEN on ${contract} is one of ${context.contract}, and none of ${contract}`;
  throw new Found(broken(text, undefined, CONTRACT_ROW));
}

async function showsFills(context: Context): Promise<Finding> {
  for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
    const profits = () =>
      whole(context, 'getProfitHistory', contract).then((all) => all && JSON.stringify(all), asNone);
    const orders = newSeen();
    const found: Awaited<ReturnType<typeof playRound>>[] = [];
    let before = await profits();
    let unchanged: TradeSide | undefined;
    let hasProfit = false;
    for (const [at, round] of ROUNDS.entries()) {
      orders.prices.clear();
      let trade = await playRound(context, contract, round, orders, typeof found.at(-1) === 'boolean');
      if (typeof trade === 'string') {
        // The service may know late that there is a position.
        await context.pause(context.patienceMs);
        trade = await playRound(context, contract, round, orders);
      }
      // Which side closes a position is seen in the rounds before.
      const isSeen = trade !== 'other side' || found.some((one) => typeof one === 'boolean');
      if (typeof trade === 'string' && isSeen) return broken(inWords(contract, round, trade), undefined, OPEN_ROW);
      // At once: the contract is left as it was, so that it can be looked at again.
      if (trade === false)
        return broken(
          `a position in ${contract} was opened and closed, and one of the two is not in its trade history`,
        );
      found.push(trade);
      // At one price there may be no profit to record.
      hasProfit ||= trade === true && orders.prices.size > 1;
      if (ROUNDS[at + 1]?.side === round.side) continue;
      const mayStay = before === undefined || !hasProfit;
      const after = mayStay ? await profits() : await lookInFull(context, profits, (all) => all !== before);
      if (!mayStay && after === before) unchanged ??= round.side;
      before = after;
      hasProfit = false;
    }
    // A market may take orders of one kind alone.
    if (!found.includes(true)) continue;
    const id = await withoutTrade(context, contract, orders);
    if (id !== undefined) return broken(`the order ${id} was filled, and the trades name others and not this one`);
    if (unchanged === undefined) return holds(contract);
    const what = `positions in ${contract} were opened by ${unchanged} and closed at other prices, and the profit history does not change`;
    // No size of a page is declared for profits: all that is shown may be a page.
    const own = ((await whole(context, 'getProfitHistory', contract)) ?? []).length;
    const other = await context.call('getProfitHistory', { contractName: context.contract, limit: String(PAGE) });
    return own === 0 || own < (recordsOf(other) ?? []).length
      ? broken(what)
      : cannotTell(`${what}: it may be a page of ${own}`);
  }
  return notApplicable('no position could be opened and closed on a contract whose trades are on one page');
}

function inWords(contract: string, { side, opening, closing }: Round, found: string): string {
  const opened = `a position in ${contract} that was opened by ${side} ${wordsOf(opening)}`;
  const closed = `${opened} and closed by ${otherOf(side)} ${wordsOf(closing)}`;
  if (found === 'other side') return `${opened} could be closed by ${side} alone`;
  if (found === 'turned over') return `${closed} was followed by one that ${side} closes`;
  return `${closed} with the same volume could be closed once more`;
}

const wordsOf = ({ type, timeInForce }: Taking): string => [type, timeInForce].filter(Boolean).join(' ');

const [VOLUME_ROW, TYPE_ROW, OPEN_ROW, CONTRACT_ROW] = ['volume', 'type', 'open', 'contractName'].map((name) =>
  fieldOf('createOrder', name),
);

async function cancelled(context: Context, contract: string, side: TradeSide): Promise<boolean> {
  const [order] = await tryPlace(context, contract, side);
  if (order === undefined || (await notYetOpen(context, [order])).length > 0) return false;
  await cancelByItsId(context, order);
  return (await stillOpen(context, [order])).length === 0;
}

/** The history has to take in cancelled or filled orders. One kind alone is noted: the document does not show which it holds. */
async function showsOrders(context: Context): Promise<Finding> {
  for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
    const act = async (work: () => Promise<boolean>) =>
      (await changes(context, 'getOrderHistory', contract, work))?.length;
    const cancels = async (side: TradeSide) => act(() => cancelled(context, contract, side));
    const fills = async () => act(() => traded(context, contract));
    const afterCancel = [await cancels('BUY'), await cancels(otherSide(context))];
    const afterFill = [await fills(), await fills()];
    if (afterCancel.includes(undefined) || afterFill.includes(undefined)) continue;
    const [buys, sells] = afterCancel;
    // Once may be a history that is late.
    if (buys && sells === 0 && (await cancels('BUY')) && (await cancels(otherSide(context))) === 0)
      return broken(`orders of ${contract} were cancelled, and the order history takes in those to buy alone`);
    const [takesCancelled, takesFilled] = [!afterCancel.includes(0), !afterFill.includes(0)];
    if (takesCancelled && takesFilled) return holds(contract);
    if (takesCancelled || takesFilled)
      return seen(`the order history takes in ${takesCancelled ? 'cancelled' : 'filled'} orders and no others`);
    // Of a size that was not asked for before: a page may be told as it was.
    const limit = String(PAGE - 1);
    const length = async (input: { readonly limit?: string }) =>
      countRecords(await context.call('getOrderHistory', { contractName: contract, ...input }));
    if ((await length({ limit })) === 0 && (await length({})))
      return broken(
        `the order history of ${contract} is empty with limit ${limit}, and not without limit`,
        undefined,
        clauses.pageSize,
      );
    return broken(`orders of ${contract} were cancelled and filled, and the order history is what it was before`);
  }
  return notApplicable('no order could be cancelled and another filled on a contract whose orders are on one page');
}

const shows = (
  history: 'getOrderHistory' | 'getTradeHistory',
  rest: Pick<CheckRow, 'id' | 'title' | 'operations' | 'assumes' | 'run'>,
): CheckRow => ({
  ...rest,
  clause: clauses.reads,
  throwAway: true,
  control: `shape/${history}/success`,
});

export const historyShowsChecks: readonly CheckRow[] = [
  shows('getTradeHistory', {
    id: 'state/getTradeHistory/shows-fills',
    title: 'a position that is opened and closed is in the trade history and the profit history',
    operations: ['getTradeHistory', 'createOrder'],
    assumes: [...FILLS, 'response.trade-history'],
    run: showsFills,
  }),
  shows('getOrderHistory', {
    id: 'state/getOrderHistory/shows-orders',
    title: 'orders that are cancelled or filled change the order history',
    operations: ['getOrderHistory', 'createOrder', 'getOpenOrders', 'cancelOrder'],
    assumes: [...CHANGES, ...FILLS, 'response.order-history'],
    run: showsOrders,
  }),
];
