import { recordsOf } from '../call/answer.js';
import { clauses, fieldRow } from '../model/clauses.js';
import { declaredFields, operations } from '../model/operations.js';
import {
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  holds,
  needAccepted,
  notApplicable,
  seen,
} from '../findings/check.js';
import type { Finding } from '../model/report-model.js';
import { cancelByItsId } from '../orders/cancelling.js';
import { cancelQuietly, notYetOpen, otherContracts, stillOpen, type TradeSide, tryPlace } from '../orders/orders.js';
import { close, closesAfter, cross, IOC, type Taking } from '../orders/trading.js';
import { lookInFull } from '../findings/patience.js';
import { CHANGES, FILLS } from '../findings/premises.js';

/*
 *   close: refused ─► open ─► close: accepted ─► close: refused     so a position was opened and closed, which takes two trades
 */

/** Declared as what a page holds at least where there is more: one with fewer records is the whole history. */
const PAGE = 100;
/** Number of contracts to try: an account may have a position in one. */
const TRIED = 3;

type OrdersOrTrades = 'getOrderHistory' | 'getTradeHistory';

/** The whole history of a contract as text; undefined where one page does not hold it. */
async function whole(context: Context, history: OrdersOrTrades, contractName: string): Promise<string | undefined> {
  const reading = await context.call(history, { contractName, limit: String(PAGE) });
  const records = recordsOf(needAccepted(reading, history)) ?? cannotTell(`${history} is not a list of records`);
  return records.length < PAGE ? JSON.stringify(records) : undefined;
}

/** True when a position was opened and closed: closing is refused before and after, and accepted in between. */
const traded = async (context: Context, contract: string): Promise<boolean> =>
  (await closesAfter(context, contract)) === true && (await close(context, contract)) === 'refused';

/** Does something, and looks whether the history changes in the time that a change may take. */
async function changes(
  context: Context,
  history: OrdersOrTrades,
  contract: string,
  act: () => Promise<boolean>,
): Promise<boolean | undefined> {
  const before = await whole(context, history, contract);
  if (before === undefined || !(await act())) return undefined;
  const look = () => whole(context, history, contract);
  return (await lookInFull(context, look, (now) => now !== before)) !== before;
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

/** Both trades change the history, or not; or the orders did something else. Undefined where nothing shows that there were two. */
async function playRound(
  context: Context,
  contract: string,
  { side, opening, closing }: Round,
  isEmpty = false,
): Promise<boolean | 'other side' | 'left over' | 'turned over' | undefined> {
  const other = otherOf(side);
  const isRefused = async (by: TradeSide): Promise<boolean> => (await close(context, contract, by)) === 'refused';
  const isFlat = async (): Promise<boolean> => (await isRefused(other)) && (await isRefused(side));
  // There may be a position of before: each try closes some of it.
  if (!isEmpty && !(await isFlat()) && !(await isFlat()) && !(await isFlat())) return undefined;
  const after = (by: TradeSide, open: 'OPEN' | 'CLOSE', as: Taking) =>
    changes(context, 'getTradeHistory', contract, async () => {
      const { reading } = await cross(context, { side: by, open, contract, volume: context.volume, as });
      // One that is not filled at once may go on waiting.
      if (as.timeInForce === undefined) await cancelQuietly(context, reading, contract);
      return reading.kind === 'accepted';
    });
  const isOpeningShown = await after(side, 'OPEN', opening);
  const isClosingShown = await after(other, 'CLOSE', closing);
  if (isClosingShown === undefined) return isOpeningShown && !(await isRefused(side)) ? 'other side' : undefined;
  if (!(await isRefused(side))) return 'turned over';
  if (await isRefused(other)) return isOpeningShown && isClosingShown;
  // In which unit the volume of a market order is counted is not shown.
  return [opening, closing].some(({ type }) => type === 'MARKET') ? undefined : 'left over';
}

async function showsFills(context: Context): Promise<Finding> {
  for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
    const found: Awaited<ReturnType<typeof playRound>>[] = [];
    for (const round of ROUNDS) {
      let trade = await playRound(context, contract, round, typeof found.at(-1) === 'boolean');
      if (typeof trade === 'string') {
        // The service may know late that there is a position.
        await context.pause(context.patienceMs);
        trade = await playRound(context, contract, round);
      }
      // Which side closes a position is seen in the rounds before.
      if (
        trade === 'left over' ||
        trade === 'turned over' ||
        (trade === 'other side' && found.some((one) => typeof one === 'boolean'))
      )
        return broken(inWords(contract, round, trade), undefined, OPEN_ROW);
      found.push(trade);
    }
    if (found.includes(false))
      return broken(`a position in ${contract} was opened and closed, and one of the two is not in its trade history`);
    // A market may take orders of one kind alone.
    if (found.includes(true)) return holds(contract);
  }
  return notApplicable('no position could be opened and closed on a contract whose trades are on one page');
}

function inWords(
  contract: string,
  { side, opening, closing }: Round,
  found: 'other side' | 'left over' | 'turned over',
): string {
  const opened = `a position in ${contract} that was opened by ${side} ${wordsOf(opening)}`;
  if (found === 'other side') return `${opened} could be closed by ${side} alone`;
  if (found === 'turned over')
    return `${opened} and closed by ${otherOf(side)} ${wordsOf(closing)} was followed by one that ${side} closes`;
  return `${opened} and closed by ${otherOf(side)} ${wordsOf(closing)} with the same volume could be closed once more`;
}

const wordsOf = ({ type, timeInForce }: Taking): string => [type, timeInForce].filter(Boolean).join(' ');

const OPEN_ROW = fieldRow(
  'createOrder',
  declaredFields(operations.createOrder).find(({ name }) => name === 'open')!,
);

async function cancelled(context: Context, contract: string): Promise<boolean> {
  const [order] = await tryPlace(context, contract);
  if (order === undefined || (await notYetOpen(context, [order])).length > 0) return false;
  await cancelByItsId(context, order);
  return (await stillOpen(context, [order], contract)).length === 0;
}

/** The history has to take in cancelled or filled orders. One kind alone is noted: the document does not show which it holds. */
async function showsOrders(context: Context): Promise<Finding> {
  for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
    const act = (work: (context: Context, contract: string) => Promise<boolean>) =>
      changes(context, 'getOrderHistory', contract, () => work(context, contract));
    const afterCancel = [await act(cancelled), await act(cancelled)];
    const afterFill = [await act(traded), await act(traded)];
    if (afterCancel.includes(undefined) || afterFill.includes(undefined)) continue;
    const [takesCancelled, takesFilled] = [!afterCancel.includes(false), !afterFill.includes(false)];
    if (takesCancelled && takesFilled) return holds(contract);
    if (takesCancelled || takesFilled)
      return seen(`the order history takes in ${takesCancelled ? 'cancelled' : 'filled'} orders and no others`);
    return broken(`orders of ${contract} were cancelled and filled, and the order history is what it was before`);
  }
  return notApplicable('no order could be cancelled and another filled on a contract whose orders are on one page');
}

const shows = (
  history: OrdersOrTrades,
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
    title: 'the order that opens a position and the one that closes it are in the trade history',
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
