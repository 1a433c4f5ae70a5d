import { recordsOf, type Reading, textOf, type ResultRecord } from '../call/answer.js';
import { broken, cannotTell, type Check, type Context, holds, needAccepted, notApplicable } from '../engine/check.js';
import { clauses } from '../clauses.js';
import type { Finding } from '../model.js';
import { place, stillOpen } from '../account/orders.js';
import { crossAndPlace, tradeIdOf, tradePage } from '../account/trading.js';
import { CHANGES, FILLS } from '../premises/premises.js';

type RecordList = readonly ResultRecord[];

/** Looks for an identifier digit for digit, and for what is left of it after a way through a double. */
function judgeDigits(
  records: RecordList,
  fields: readonly (keyof ResultRecord)[],
  expected: string,
): Finding | undefined {
  const found = records.flatMap((record) => fields.map((field) => textOf(record[field])));
  if (found.includes(expected)) return holds(expected);
  const rounded = found.find(
    (id) => id !== undefined && /^\d+(\.\d+)?(e\+?\d+)?$/i.test(id) && Number(id) === Number(expected),
  );
  return rounded === undefined ? undefined : broken(`the id ${expected} is shown as ${rounded}: digits were lost`);
}

const listOf = (reading: Reading, what: string): RecordList =>
  recordsOf(needAccepted(reading, what)) ?? cannotTell(`${what} is no list of records`);

async function inOpenOrders(context: Context): Promise<Finding> {
  const { orderId } = await place(context);
  const reading = await context.call('getOpenOrders', { contractName: context.contract });
  return judgeDigits(listOf(reading, 'getOpenOrders'), ['orderId'], orderId) ?? notShown(orderId, reading);
}

async function inOrderHistory(context: Context): Promise<Finding> {
  const order = await place(context);
  const cancelled = await context.call('cancelOrder', { contractName: order.contract, orderId: order.orderId });
  needAccepted(cancelled, 'cancelOrder');
  await stillOpen(context, [order], order.contract);
  const contractName = order.contract;
  for (const fromId of [order.orderId, before(order.orderId), undefined]) {
    const input = fromId === undefined ? { contractName } : { contractName, fromId };
    const records = listOf(await context.call('getOrderHistory', input), 'getOrderHistory');
    const finding = judgeDigits(records, ['orderId'], order.orderId);
    if (finding !== undefined) return finding;
  }
  return cannotTell(`the cancelled order ${order.orderId} is not on the page of the order history that starts with it`);
}

async function inTrades(context: Context): Promise<Finding> {
  const crossing = { side: 'BUY', open: 'OPEN', contract: context.contract, volume: context.volume } as const;
  const { orderId } = await crossAndPlace(context, crossing);
  await crossAndPlace(context, { ...crossing, side: 'SELL', open: 'CLOSE' });
  let fromId: string | undefined;
  for (let pages = 0; pages < 5; pages++) {
    const { records = [] } = await tradePage(context, { limit: '1000', ...(fromId !== undefined && { fromId }) });
    const finding = judgeDigits(records, ['bidId', 'askId', 'orderId'], orderId);
    if (finding !== undefined) return finding;
    const last = records.at(-1);
    const next = last && tradeIdOf(last);
    if (next === undefined || next === fromId) break;
    fromId = next;
  }
  return notApplicable('the trades show no order ids');
}

function notShown(orderId: string, { sent }: Reading): Finding {
  const lines = sent.response?.body.length ?? 0;
  return cannotTell(`the order ${orderId} is not among the open orders (${lines} characters)`);
}

const before = (id: string): string => (/^[1-9]\d{0,99}$/.test(id) ? String(BigInt(id) - 1n) : id);

const digitCheck = (
  operationId: 'getOpenOrders' | 'getOrderHistory' | 'getTradeHistory',
  rest: Pick<Check, 'run' | 'effect' | 'operations' | 'assumes'> & { readonly throwAway?: true },
): Check => ({
  ...rest,
  id: `shape/${operationId}/ids-keep-their-digits`,
  family: 'SHAPE',
  title: `${operationId} shows identifiers digit for digit`,
  clause: clauses.orderIdText,
  signed: true,
  control: `shape/${operationId}/success`,
});

export const digitChecks: readonly Check[] = [
  digitCheck('getOpenOrders', {
    effect: 'wipe',
    operations: ['createOrder', 'getOpenOrders', 'cancelOrder'],
    assumes: CHANGES,
    run: inOpenOrders,
  }),
  digitCheck('getOrderHistory', {
    effect: 'wipe',
    operations: ['createOrder', 'cancelOrder', 'getOrderHistory'],
    assumes: [...CHANGES, 'response.order-history', 'history.from-id', 'history.order-of-records'],
    run: inOrderHistory,
  }),
  digitCheck('getTradeHistory', {
    effect: 'money',
    operations: ['createOrder', 'getTradeHistory'],
    throwAway: true,
    assumes: [...FILLS, 'response.trade-history', 'history.from-id', 'history.order-of-records'],
    run: inTrades,
  }),
];
