import {
  asNone,
  cannotTell,
  type CheckRow,
  type Context,
  needAccepted,
  notApplicable,
  type Placed,
} from '../findings/check.js';
import { clauses, rowOf } from '../model/clauses.js';
import type { Reading } from '../call/answer.js';
import { cancelByItsId } from '../orders/cancelling.js';
import { notYetOpen, otherContract, place, stillOpen, tryPlace } from '../orders/orders.js';
import { lookUntil } from '../findings/patience.js';
import { close, crossAndPlace, lastTrades } from '../orders/trading.js';
import { CHANGES, FILLS } from '../findings/premises.js';
import { judgeDigits } from '../judges/digits.js';
import { orderPlace } from '../orders/valid-inputs.js';
import { asCheck, type OrderCheck } from './judged-orders.js';

const shows = ({ sent }: Reading, { orderId }: Placed): boolean => sent.response?.body.includes(orderId) === true;

async function listOpen(context: Context): Promise<void> {
  const missing = await notYetOpen(context, [await place(context)]);
  if (missing.length > 0) cannotTell(`the order ${missing[0]!.orderId} is not among the open orders`);
}

async function listHistory(context: Context): Promise<void> {
  const order = await place(context);
  const { contract: contractName, orderId } = order;
  await cancelByItsId(context, order);
  await stillOpen(context, [order]);
  const orders = [order];
  const isNumber = /^\d+$/.test(orderId);
  const look = async (): Promise<boolean> => {
    const page = needAccepted(await context.call('getOrderHistory', { contractName }), 'getOrderHistory');
    if (orders.some((one) => shows(page, one))) return true;
    for (const fromId of isNumber ? [orderId, before(orderId)] : []) {
      // The meaning of fromId is an open question here; only the page without it has to be there.
      if (shows(await context.call('getOrderHistory', { contractName, fromId }), order)) return true;
    }
    if (orders.length > 1 || context.mode !== 'sandbox') return false;
    // It may hold filled orders alone.
    orders.push(await crossAndPlace(context, { side: 'BUY', open: 'OPEN' }).catch(() => order));
    await close(context, contractName);
    return false;
  };
  if (await lookUntil(context, look, Boolean)) return;
  if (!isNumber)
    notApplicable(`fromId is a number and ${orderId} is not, so the order history may show it in another form`);
  cannotTell(`the cancelled order ${orderId} is not on the page of the order history that starts with it`);
}

const before = (id: string): string => (/^[1-9]\d{0,99}$/.test(id) ? String(BigInt(id) - 1n) : id);

async function listTrades(context: Context): Promise<void> {
  const order = await crossAndPlace(context, { side: 'BUY', open: 'OPEN' }).catch(asNone);
  if (order === undefined) return notApplicable('no order could be filled whose id is shown');
  const look = (): Promise<string> => lastTrades(context);
  // A trade may take its time, and with it the position. One without its digits is never there.
  await lookUntil(context, look, (pages) => pages.includes(order.orderId));
  await close(context, context.contract);
  await look();
}

async function askForDetails(context: Context): Promise<void> {
  const { contract: contractName, orderId } = await place(context);
  const where = { place: await orderPlace(context) };
  const ask = () => context.call('getOrder', { contractName, orderId }, where);
  needAccepted(await lookUntil(context, ask, ({ kind }) => kind !== 'refused'), 'getOrder');
}

/** The details of an order name another contract than its own only where that is one, which a call shows. */
async function askForContract(context: Context): Promise<void> {
  await askForDetails(context);
  const contractName = await otherContract(context);
  if (contractName === undefined) return;
  await context.call('getOpenOrders', { contractName });
  if (context.mode !== 'sandbox') return;
  // Asked for a contract alone, a target may show the newest order of the account, or ask for more.
  await tryPlace(context, contractName);
  await context.call('getOrder', { contractName: context.contract }, { place: await orderPlace(context) });
}

const digitCheck = (
  operationId: 'getOrder' | 'getOpenOrders' | 'getOrderHistory' | 'getTradeHistory',
  rest: Pick<OrderCheck, 'play'> & Partial<OrderCheck>,
): CheckRow =>
  asCheck({
    id: `shape/${operationId}/ids-keep-their-digits`,
    title: `${operationId} shows identifiers digit for digit`,
    clause: clauses.orderIdText,
    control: `shape/${operationId}/success`,
    judge: (book) => judgeDigits(book, 1),
    ...rest,
  });

export const digitChecks: readonly CheckRow[] = [
  digitCheck('getOrder', {
    operations: ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder'],
    assumes: [...CHANGES, 'response.order'],
    play: askForDetails,
  }),
  digitCheck('getOrder', {
    id: 'shape/getOrder/of-its-contract',
    title: 'getOrder shows an order of the contract that was asked for',
    clause: rowOf('getOrder'),
    operations: ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder'],
    assumes: [...CHANGES, 'response.order', 'contracts.names'],
    play: askForContract,
  }),
  digitCheck('getOpenOrders', {
    operations: ['createOrder', 'getOpenOrders', 'cancelOrder'],
    assumes: CHANGES,
    play: listOpen,
  }),
  digitCheck('getOrderHistory', {
    operations: ['createOrder', 'cancelOrder', 'getOrderHistory'],
    assumes: [...CHANGES, 'response.order-history', 'history.from-id', 'history.order-of-records'],
    play: listHistory,
  }),
  digitCheck('getTradeHistory', {
    operations: ['createOrder', 'getTradeHistory'],
    throwAway: true,
    assumes: [...FILLS, 'response.trade-history', 'history.from-id', 'history.order-of-records'],
    play: listTrades,
  }),
];
