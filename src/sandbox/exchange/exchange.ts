import { cancelMany, cancelOne, settleCancellations } from './cancelling.js';
import type { Command, Fields } from './command.js';
import { placeCondition } from './conditions.js';
import { liquidate } from './liquidation.js';
import { setPrice } from './markets.js';
import type { ExchangeEvent, OrderInput, State } from './model.js';
import { place } from './placing.js';
import { contractRecords } from './contract-records.js';
import {
  findOrder,
  historyPage,
  openOrderRecords,
  orderRecord,
  type Paging,
  profitPage,
  tradePage,
} from './records.js';
import { NoRoute, Refusal, refuse } from './refusal.js';
import { adjustPositionMargin, changeLeverage, changeMarginMode, changePositionMode } from './settings.js';
import { Transaction } from './transaction.js';

export interface Rules extends Paging {
  /** Milliseconds that a cancellation takes; 0: at once. */
  readonly cancelDelayMs: number;
}

export type Reply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface Step {
  readonly state: State;
  readonly reply: Reply;
  readonly events: readonly ExchangeEvent[];
}

/**
 * One step of the exchange: pure, no clock, no chance but the seed. A refusal leaves the state as it was, apart from
 * what time alone has brought about.
 */
export function step(state: State, command: Command, nowMs: number, rules: Rules): Step {
  const passed = new Transaction(state, nowMs);
  settleCancellations(passed);
  const before = passed.commit();
  const tx = new Transaction(before, nowMs);
  try {
    const result = run(tx, command, rules);
    return { state: tx.commit(), reply: { ok: true, result }, events: [...passed.events, ...tx.events] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { state: before, reply: { ok: false, code: error.code, message: error.message }, events: passed.events };
  }
}

function run(tx: Transaction, command: Command, rules: Rules): unknown {
  if (command.type === 'tick') return null;
  if (command.type === 'setPrice') return setPrice(tx, command.contract, command.price);
  const result = call(tx, command, rules);
  liquidate(tx);
  return result;
}

function call(tx: Transaction, { operationId, accountId, input }: Command & { type: 'call' }, rules: Rules): unknown {
  const contract = input['contractName'];
  if (contract !== undefined) tx.market(contract);
  switch (operationId) {
    case 'createOrder':
      return { orderId: place(tx, accountId, toOrder(input)).id };
    case 'createConditionOrder':
      return { triggerIds: [placeCondition(tx, accountId, toCondition(input)).id], ids: [], cancelIds: [] };
    case 'cancelOrder':
      if (input['orderId'] !== undefined && input['orderId'] !== '') {
        return { orderId: cancelOne(tx, accountId, contract!, input['orderId'], rules.cancelDelayMs).id };
      }
      return void cancelMany(tx, accountId, contract!, rules.cancelDelayMs);
    case 'cancelAllOrders':
      return void cancelMany(tx, accountId, undefined, rules.cancelDelayMs);
    case 'getOrder':
      return orderRecord(findOrder(tx, accountId, input));
    case 'getOpenOrders':
      return openOrderRecords(tx, accountId, contract);
    case 'getOrderHistory':
      return historyPage(tx, accountId, input, rules);
    case 'getProfitHistory':
      return profitPage(tx, accountId, input, rules);
    case 'getTradeHistory':
      return tradePage(tx, accountId, input, rules);
    case 'changePositionMode':
      return changePositionMode(tx, accountId, contract!, input['positionModel']!);
    case 'changeMarginMode':
      return changeMarginMode(tx, accountId, contract!, input['marginModel']!);
    case 'adjustPositionMargin':
      return adjustPositionMargin(tx, accountId, input['positionId']!, input['amount']!);
    case 'changeLeverage':
      return changeLeverage(tx, accountId, contract!, input['nowLevel']!);
    case 'ping':
      return {};
    case 'getServerTime':
      return { serverTime: tx.nowMs, timezone: 'Coordinated Universal Time' };
    case 'getContracts':
      return { contracts: contractRecords(tx) };
    default:
      throw new NoRoute(`The sandbox has no route for ${String(operationId)} yet.`);
  }
}

function toOrder(input: Fields): OrderInput {
  return input as unknown as OrderInput;
}

/** The values of a condition order are not shown by the document; they are those of an order here. */
function toCondition(input: Fields): Parameters<typeof placeCondition>[2] {
  const allowed = { type: ['LIMIT', 'MARKET'], side: ['BUY', 'SELL'], open: ['OPEN', 'CLOSE'] };
  for (const [name, values] of Object.entries(allowed)) {
    if (!values.includes(input[name]!)) refuse('-2100', `${name} is ${values.join(' or ')}`);
  }
  const { triggerType, triggerPrice, ...order } = input;
  return { triggerType: triggerType!, triggerPrice: triggerPrice!, order: toOrder(order) };
}
