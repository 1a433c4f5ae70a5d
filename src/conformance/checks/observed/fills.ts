import { recordsOf, type ResultRecord } from '../../call/answer.js';
import { type Context, needAccepted } from '../../findings/check.js';
import { isFilled } from '../../orders/find-order.js';
import { tradePage, tradesThere } from '../../orders/trading.js';
import { answerTo } from './forms.js';
import { observe } from './observation.js';

const LONGEST_PAGE = 1000;

/** The order history: on a throw-away target with orders that were filled. */
async function history(context: Context): Promise<readonly ResultRecord[]> {
  if (context.mode !== 'sandbox') return recordsOf(await answerTo(context, 'getOrderHistory')) ?? [];
  await tradesThere(context);
  const input = { contractName: context.contract, limit: String(LONGEST_PAGE) };
  return recordsOf(needAccepted(await context.call('getOrderHistory', input), 'getOrderHistory')) ?? [];
}

/** Checks that each order with a filled status has a trade. The trades are read last, so none of them can be missing yet. */
async function fills(context: Context): Promise<unknown> {
  const orders = (await history(context)).filter((record) => isFilled(record) === true);
  if (orders.length === 0) return 'no order says that it was filled';
  const page = needAccepted(await tradePage(context, { limit: String(LONGEST_PAGE) }), 'getTradeHistory');
  const trades = recordsOf(page) ?? [];
  // The document does not show which field of a trade names the order.
  const named = new Set(trades.flatMap((trade) => Object.values(trade)));
  const hasTrade = orders.map((order) => named.has(order['orderId']));
  // A full page does not show orders before its first trade and after its last.
  const isWhole = trades.length < LONGEST_PAGE;
  const judged = isWhole ? hasTrade : hasTrade.slice(hasTrade.indexOf(true), hasTrade.lastIndexOf(true) + 1);
  if (judged.length === 0 || (!isWhole && !hasTrade.includes(true))) return 'the trades are of other orders';
  const withoutTrades = judged.filter((has) => !has).length;
  return withoutTrades === 0 ? 'each filled order has a trade' : { filledOrders: judged.length, withoutTrades };
}

export const fillObservation = observe(
  'history.fills',
  ['getTradeHistory', 'getOrderHistory'],
  1,
)`page/trades/of-each-filled-order: whether each order that says that it was filled has a trade`(fills);
