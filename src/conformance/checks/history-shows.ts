import { recordsOf } from '../call/answer.js';
import { clauses } from '../model/clauses.js';
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
import { notYetOpen, otherContracts, stillOpen, tryPlace } from '../orders/orders.js';
import { close, closesAfter } from '../orders/trading.js';
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

/** Twice: a history may take in the first record, and no other. */
async function showsFills(context: Context): Promise<Finding> {
  for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
    const trade = () => changes(context, 'getTradeHistory', contract, () => traded(context, contract));
    const changed = [await trade(), await trade()];
    if (changed.includes(undefined)) continue;
    return changed.includes(false)
      ? broken(`a position in ${contract} was opened and closed, and the trade history of it is what it was before`)
      : holds(contract);
  }
  return notApplicable('no position could be opened and closed on a contract whose trades are on one page');
}

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
    title: 'a position that is opened and closed changes the trade history',
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
