import { type Reading, receiptOf, recordsOf, type ResultRecord, textOf, throughDouble } from '../call/answer.js';
import { orderPlace } from '../orders/valid-inputs.js';
import {
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  holds,
  needAccepted,
  notApplicable,
  type Placed,
} from '../findings/check.js';
import { clauses, rowOf } from '../model/clauses.js';
import type { Finding } from '../model/report-model.js';
import { cancelByItsId } from '../orders/cancelling.js';
import { place, stillOpen } from '../orders/orders.js';
import { lookUntil } from '../findings/patience.js';
import { crossAndPlace, tradeIdOf, tradePage } from '../orders/trading.js';
import { CHANGES, FILLS } from '../findings/premises.js';

type RecordList = readonly ResultRecord[];

/**
 * Looks for an identifier digit for digit, and for the form that it has after a way through a double. `others` are the identifiers
 * that were there before: neighbours share a double, which is not a fault.
 */
export function judgeDigits(
  records: RecordList,
  fields: readonly (keyof ResultRecord)[],
  expected: string,
  others: readonly string[],
): Finding | undefined {
  const found = records.flatMap((record) => fields.map((field) => textOf(record[field])));
  if (found.includes(expected)) return holds(expected);
  const lossy = throughDouble(expected);
  const count = (ids: readonly unknown[], wanted: string): number => ids.filter((id) => id === wanted).length;
  const rounded = found.find(
    (id) => id !== undefined && lossy.some((text) => sameNumber(text, id)) && count(found, id) > count(others, id),
  );
  return rounded === undefined ? undefined : broken(`the id ${expected} is shown as ${rounded}: digits were lost`);
}

/** The same digits, with an exponent or without. */
const sameNumber = (text: string, id: string): boolean =>
  text === id || (/e/i.test(id) && /^\d+(\.\d+)?e\+?\d+$/i.test(id) && Number(id) === Number(text));

const listOf = (reading: Reading, what: string): RecordList =>
  recordsOf(needAccepted(reading, what)) ?? cannotTell(`${what} is not a list of records`);

/** Identifiers of the orders that a list shows now. */
async function idsIn(context: Context, operationId: 'getOpenOrders' | 'getOrderHistory'): Promise<readonly string[]> {
  const records = listOf(await context.call(operationId, { contractName: context.contract }), operationId);
  return records.flatMap((record) => textOf(record['orderId']) ?? []);
}

async function inOpenOrders(context: Context): Promise<Finding> {
  const others = await idsIn(context, 'getOpenOrders');
  const { orderId } = await place(context);
  const look = async () => {
    const reading = await context.call('getOpenOrders', { contractName: context.contract });
    const finding = judgeDigits(listOf(reading, 'getOpenOrders'), ['orderId'], orderId, others);
    return { finding, reading };
  };
  const { finding, reading } = await lookUntil(context, look, (seen) => seen.finding?.outcome === 'holds');
  return finding ?? notShown(orderId, reading);
}

async function inOrderHistory(context: Context): Promise<Finding> {
  const others = await idsIn(context, 'getOrderHistory');
  const order = await place(context);
  const contractName = order.contract;
  await cancelByItsId(context, order);
  await stillOpen(context, [order], contractName);
  const look = async (): Promise<Finding | undefined> => {
    let lossy: Finding | undefined;
    for (const fromId of [order.orderId, before(order.orderId), undefined]) {
      const input = fromId === undefined ? { contractName } : { contractName, fromId };
      const reading = await context.call('getOrderHistory', input);
      // The meaning of fromId is an open question here; only the page without it has to be there.
      if (fromId !== undefined && reading.kind === 'refused') continue;
      const finding = judgeDigits(listOf(reading, 'getOrderHistory'), ['orderId'], order.orderId, others);
      if (finding?.outcome === 'holds') return finding;
      lossy ??= finding;
    }
    return lossy;
  };
  const finding = await lookUntil(context, look, (seen) => seen?.outcome === 'holds');
  return (
    finding ??
    cannotTell(`the cancelled order ${order.orderId} is not on the page of the order history that starts with it`)
  );
}

export const ORDER_IDS = ['bidId', 'askId', 'orderId'] as const;

const idsOf = (record: ResultRecord): readonly string[] => ORDER_IDS.flatMap((name) => textOf(record[name]) ?? []);

/** The trades before are a long page, and read only where digits seem to be lost. */
async function inTrades(context: Context): Promise<Finding> {
  const first = await ownTrade(context, []);
  if (first.outcome !== 'broken') return first;
  const { records } = await tradePage(context, { limit: '1000' });
  return ownTrade(context, records?.flatMap(idsOf) ?? []);
}

async function ownTrade(context: Context, others: readonly string[]): Promise<Finding> {
  const crossing = { side: 'BUY', open: 'OPEN', contract: context.contract, volume: context.volume } as const;
  const { orderId } = await crossAndPlace(context, crossing);
  await crossAndPlace(context, { ...crossing, side: 'SELL', open: 'CLOSE' });
  let fromId: string | undefined;
  for (let pages = 0; pages < 5; pages++) {
    const { records = [] } = await tradePage(context, { limit: '1000', ...(fromId !== undefined && { fromId }) });
    const finding = judgeDigits(records, ORDER_IDS, orderId, others);
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

/** The record that Get Order Details has of an order that was just placed. */
async function detailsOf(context: Context, { contract, orderId }: Placed): Promise<ResultRecord | undefined> {
  const where = await orderPlace(context);
  const reading = await context.call('getOrder', { contractName: contract, orderId }, { place: where });
  return receiptOf(needAccepted(reading, 'getOrder')) ?? recordsOf(reading)?.[0];
}

/** Where the one that was asked for is shown at all: a target may show another order of the contract. */
async function inOrderDetails(context: Context): Promise<Finding> {
  const order = await place(context);
  const record = await detailsOf(context, order);
  const finding = record && judgeDigits([record], ['orderId'], order.orderId, []);
  return finding ?? notApplicable('the response shows no orderId of the order that was asked for');
}

/** A field that is called as in the request is taken for what it is there. */
async function ofItsContract(context: Context): Promise<Finding> {
  const order = await place(context);
  const { contractName } = (await detailsOf(context, order)) ?? {};
  if (typeof contractName !== 'string') return notApplicable('the response names no contract');
  return contractName === order.contract
    ? holds(contractName)
    : broken(`asked for an order of ${order.contract}, got one of ${contractName}`);
}

const digitCheck = (
  operationId: 'getOrder' | 'getOpenOrders' | 'getOrderHistory' | 'getTradeHistory',
  rest: Pick<CheckRow, 'run' | 'operations' | 'assumes' | 'throwAway'>,
): CheckRow => ({
  ...rest,
  id: `shape/${operationId}/ids-keep-their-digits`,
  title: `${operationId} shows identifiers digit for digit`,
  clause: clauses.orderIdText,
  control: `shape/${operationId}/success`,
});

export const digitChecks: readonly CheckRow[] = [
  digitCheck('getOrder', {
    operations: ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder'],
    assumes: [...CHANGES, 'response.order'],
    run: inOrderDetails,
  }),
  {
    ...digitCheck('getOrder', {
      operations: ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder'],
      assumes: [...CHANGES, 'response.order', 'contracts.names'],
      run: ofItsContract,
    }),
    id: 'shape/getOrder/of-its-contract',
    title: 'getOrder shows an order of the contract that was asked for',
    clause: rowOf('getOrder'),
  },
  digitCheck('getOpenOrders', {
    operations: ['createOrder', 'getOpenOrders', 'cancelOrder'],
    assumes: CHANGES,
    run: inOpenOrders,
  }),
  digitCheck('getOrderHistory', {
    operations: ['createOrder', 'cancelOrder', 'getOrderHistory'],
    assumes: [...CHANGES, 'response.order-history', 'history.from-id', 'history.order-of-records'],
    run: inOrderHistory,
  }),
  digitCheck('getTradeHistory', {
    operations: ['createOrder', 'getTradeHistory'],
    throwAway: true,
    assumes: [...FILLS, 'response.trade-history', 'history.from-id', 'history.order-of-records'],
    run: inTrades,
  }),
];
