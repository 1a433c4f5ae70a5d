import type {
  OpenOrder,
  OrderHistoryRecord,
  Order as OrderRecord,
  ProfitHistoryRecord,
  Trade as TradeRecord,
} from '../../../../generated/client.js';
import type { TextInputs } from '../../../../generated/description.js';
import type { SandboxDialect } from '../../dialect.js';
import { type Decimal, isZero } from '../decimal.js';
import type { Order, OrderStatus, Profit, Trade } from '../model/model.js';
import { recordKey } from '../account/positions.js';
import { refuse } from '../refusal.js';
import { newestOpen, openOrders } from './resting.js';
import type { Transaction } from '../model/transaction.js';

/** The direction and size of pages, and the time of a cancellation: open questions of the service document (`history.from-id` …). */
export type Rules = Pick<
  SandboxDialect,
  'fromIdInclusive' | 'newestFirst' | 'orderPageMaximum' | 'profitPageDefault' | 'cancelDelayMs'
>;

/** Declared for the trade history; taken for the other two as well, unless the deployment has others. */
const LINES = { usual: 100, most: 1000 } as const;
/** Above every identifier. */
const LAST_ID = '9'.repeat(19);

/** Numbers of the history (observed). */
const STATUS_NUMBERS: Readonly<Record<OrderStatus, string>> = {
  INIT: '0',
  NEW: '1',
  FILLED: '2',
  PART_FILLED: '3',
  CANCELED: '4',
  PENDING_CANCEL: '5',
  EXPIRED: '6',
};

const TIME_IN_FORCE_NUMBERS = { '': '1', IOC: '3', FOK: '4', POST_ONLY: '5' } as const;

/** Decimals as hosts write them: with sixteen places. */
const places = (value: Decimal): string => value.toFixed(16);

const averagePrice = (order: Order): string =>
  isZero(order.filled) ? '0E-8' : places(order.turnover.div(order.filled));

/** The order of an account by id or by the client's own id; the newest of the contract where neither is given. */
export function findOrder(tx: Transaction, accountId: string, input: TextInputs['getOrder']): Order {
  const { contractName, orderId, clientOrderId } = input;
  const id =
    orderId ??
    (clientOrderId === undefined
      ? newest(tx, accountId, contractName)
      : tx.clientIds.get(`${accountId}|${contractName}|${clientOrderId}`));
  const order = id === undefined ? undefined : tx.orders.get(id);
  if (order === undefined || order.accountId !== accountId || order.contract !== contractName) {
    return refuse('-2013', 'Order does not exist.');
  }
  return order;
}

function newest(tx: Transaction, accountId: string, contract: string): string | undefined {
  const open = newestOpen(tx, accountId, contract);
  const done = newestDone(tx, accountId, contract);
  return open === undefined || (done !== undefined && done > open) ? done : open;
}

function newestDone(tx: Transaction, accountId: string, contract: string): string | undefined {
  for (const [key, name] of tx.done.entriesReversed(`${accountId}|~`)) {
    if (!key.startsWith(`${accountId}|`)) return undefined;
    if (name === contract) return key.slice(accountId.length + 1);
  }
  return undefined;
}

export function orderRecord(order: Order): OrderRecord {
  return {
    orderId: order.id,
    contractName: order.contract,
    side: order.side,
    action: order.open,
    type: order.type,
    price: places(order.price),
    origQty: places(order.volume),
    executedQty: places(order.filled),
    avgPrice: averagePrice(order),
    transactTime: order.createdMs,
    status: order.status,
    timeInForce: TIME_IN_FORCE_NUMBERS[order.timeInForce],
    tradeFee: places(order.fee),
    realizedAmount: places(order.realized),
    fills: [],
  };
}

export function openOrderRecords(tx: Transaction, accountId: string, contract: string | undefined): OpenOrder[] {
  return openOrders(tx, accountId, contract).map((order): OpenOrder => {
    const { fills: _fills, ...record } = orderRecord(order);
    return { ...record, clientId: order.clientOrderId || '0' };
  });
}

export function historyPage(
  tx: Transaction,
  accountId: string,
  input: TextInputs['getOrderHistory'],
  paging: Rules,
): OrderHistoryRecord[] {
  const wanted = (_key: string, contract: string): boolean => contract === input.contractName;
  const lines = { ...LINES, most: paging.orderPageMaximum };
  return page(tx.done, accountId, input, paging, wanted, lines).map(([key]) =>
    historyRecord(tx, tx.orders.get(key.slice(accountId.length + 1))!),
  );
}

/** An order that is done does not change, and one page after the other shows it. */
const historyRecords = new WeakMap<Order, OrderHistoryRecord>();

function historyRecord(tx: Transaction, order: Order): OrderHistoryRecord {
  let record = historyRecords.get(order);
  if (record === undefined) historyRecords.set(order, (record = makeHistoryRecord(tx, order)));
  return record;
}

function makeHistoryRecord(tx: Transaction, order: Order): OrderHistoryRecord {
  const { rules } = tx.market(order.contract);
  return {
    orderId: order.id,
    clientId: order.clientOrderId || '0',
    ctimeMs: order.createdMs,
    ctime: localText(order.createdMs),
    positionType: order.marginMode,
    side: order.side,
    openOrClose: order.open,
    leverageLevel: order.leverage,
    type: order.type === 'MARKET' ? '2' : TIME_IN_FORCE_NUMBERS[order.timeInForce],
    status: STATUS_NUMBERS[order.status],
    volume: order.volume.toFixed(),
    dealVolume: order.filled.toFixed(),
    price: order.price.toFixed(),
    avgPrice: isZero(order.filled) ? null : order.turnover.div(order.filled).toFixed(),
    dealMoney: order.turnover.times(rules.multiplier).toFixed(),
    openTakerFeeRate: rules.openTakerFee,
    openMakerFeeRate: rules.openMakerFee,
    closeTakerFeeRate: rules.closeTakerFee,
    closeMakerFeeRate: rules.closeMakerFee,
    contractId: String(rules.id),
    contractName: order.contract,
  };
}

export function profitPage(
  tx: Transaction,
  accountId: string,
  input: TextInputs['getProfitHistory'],
  paging: Rules,
): ProfitHistoryRecord[] {
  const { contractName, startTime = '0', endTime = '9999999999999' } = input;
  const wanted = (_key: string, { contract, closedMs }: Profit): boolean =>
    (contractName === undefined || contract === contractName) &&
    closedMs >= Number(startTime) &&
    closedMs <= Number(endTime);
  const lines = { ...LINES, usual: paging.profitPageDefault };
  return page(tx.profits, accountId, input, paging, wanted, lines).map(([, profit]): ProfitHistoryRecord => ({
    id: String(profit.id),
    side: profit.side,
    positionType: profit.marginMode,
    leverageLevel: profit.leverage,
    contractId: String(tx.market(profit.contract).rules.id),
    volume: profit.volume.toFixed(),
    openPrice: profit.openPrice.toFixed(),
    openEndPrice: profit.closePrice.toFixed(),
    tradeFee: profit.fee.times(-1).toFixed(),
    realizedAmount: profit.profit.toFixed(),
    settleProfit: '0',
    shareAmount: '0',
    closeProfit: profit.profit.toFixed(),
    historyRealizedAmount: profit.profit.minus(profit.fee).toFixed(),
    capitalFee: '0',
    ctime: profit.openedMs,
    mtime: profit.closedMs,
  }));
}

export function tradePage(
  tx: Transaction,
  accountId: string,
  input: TextInputs['getTradeHistory'],
  paging: Rules,
): TradeRecord[] {
  const wanted = (_key: string, { contract }: Trade): boolean =>
    input.contractName === undefined || contract === input.contractName;
  return page(tx.trades, accountId, input, paging, wanted).map(([, trade]): TradeRecord => ({
    tradeId: String(trade.id),
    bidId: trade.bidId,
    askId: trade.askId,
    contractName: trade.contract,
    side: trade.side,
    price: trade.price.toFixed(),
    qty: trade.volume.toFixed(),
    amount: trade.amount.toFixed(),
    fee: trade.fee.toFixed(),
    isBuyer: trade.side === 'BUY',
    isMaker: trade.isMaker,
    time: trade.timeMs,
  }));
}

interface OrderedRecords<T> {
  entries(lowestKey?: string): IterableIterator<[string, T]>;
  entriesReversed(highestKey?: string): IterableIterator<[string, T]>;
}

/** One page of an account's records, from the identifier given, by the rule of the deployment. */
function page<T>(
  tree: OrderedRecords<T>,
  accountId: string,
  input: Pick<TextInputs['getTradeHistory'], 'limit' | 'fromId'>,
  { fromIdInclusive, newestFirst }: Rules,
  wanted: (key: string, value: T) => boolean,
  { usual, most }: Readonly<Record<keyof typeof LINES, number>> = LINES,
): [string, T][] {
  const limit = Math.min(readLimit(input.limit ?? String(usual)), most);
  const start = startKey(accountId, input.fromId ?? (newestFirst ? LAST_ID : '0'));
  const found: [string, T][] = [];
  for (const [key, value] of newestFirst ? tree.entriesReversed(start) : tree.entries(start)) {
    if (!key.startsWith(`${accountId}|`) || found.length === limit) break;
    if (key === start && !fromIdInclusive) continue;
    if (wanted(key, value)) found.push([key, value]);
  }
  return found;
}

/** Key of the identifier, or of the place where it would be: one may be asked for that does not exist. */
function startKey(accountId: string, fromId: string): string {
  if (!/^-?\d+$/.test(fromId)) refuse('-1102', 'fromId is not a whole number');
  const id = BigInt(fromId);
  return recordKey(accountId, String(id < 0n ? 0n : id > BigInt(LAST_ID) ? BigInt(LAST_ID) : id));
}

function readLimit(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0) return refuse('-1000', 'limit is not a number');
  return Number(text);
}

/** Time as hosts write it: without zone, in UTC+8 (observed). */
const localText = (timeMs: number): string => new Date(timeMs + 8 * 3_600_000).toISOString().slice(0, 19);
