import type { ConditionOrderReceipt, ContractList, OrderReceipt, ServerTime } from '../../../generated/client.js';
import type { TextInputs } from '../../../generated/description.js';
import type { OperationId } from '../../../generated/operations.js';
import { cancelMany, cancelOne } from './orders/cancelling.js';
import { placeCondition } from './orders/conditions.js';
import { contractRecords } from './markets/contract-records.js';
import type { OrderInput } from './model/model.js';
import { place } from './orders/placing.js';
import {
  findOrder,
  historyPage,
  openOrderRecords,
  orderRecord,
  type Paging,
  profitPage,
  tradePage,
} from './orders/records.js';
import { refuse } from './refusal.js';
import { adjustPositionMargin, changeLeverage, changeMarginMode, changePositionMode } from './settings.js';
import type { Transaction } from './model/transaction.js';

export interface Rules extends Paging {
  /** Milliseconds that a cancellation takes; 0: at once. */
  readonly cancelDelayMs: number;
}

/** Lets the exchange do what one operation asks for; returns its result. */
export type Route<Input> = (call: {
  readonly tx: Transaction;
  readonly accountId: string;
  readonly input: Input;
  readonly rules: Rules;
}) => unknown;

/** The commands of the exchange, by operation; one that is missing has no route yet. */
export const ROUTES: { readonly [Id in OperationId]?: Route<TextInputs[Id]> } = {
  createOrder: ({ tx, accountId, input }): OrderReceipt => ({ orderId: place(tx, accountId, input).id }),
  createConditionOrder({ tx, accountId, input: { triggerType, triggerPrice, ...order } }): ConditionOrderReceipt {
    const condition = { triggerType, triggerPrice, order: toOrder(order) };
    return { triggerIds: [placeCondition(tx, accountId, condition).id], ids: [], cancelIds: [] };
  },
  cancelOrder({ tx, accountId, input: { contractName, orderId }, rules }): OrderReceipt | undefined {
    if (orderId === undefined || orderId === '') {
      cancelMany(tx, accountId, contractName, rules.cancelDelayMs);
      return undefined;
    }
    return { orderId: cancelOne(tx, accountId, contractName, orderId, rules.cancelDelayMs).id };
  },
  cancelAllOrders: ({ tx, accountId, rules }) => cancelMany(tx, accountId, undefined, rules.cancelDelayMs),
  getOrder: ({ tx, accountId, input }) => orderRecord(findOrder(tx, accountId, input)),
  getOpenOrders: ({ tx, accountId, input }) => openOrderRecords(tx, accountId, input.contractName),
  getOrderHistory: ({ tx, accountId, input, rules }) => historyPage(tx, accountId, input, rules),
  getProfitHistory: ({ tx, accountId, input, rules }) => profitPage(tx, accountId, input, rules),
  getTradeHistory: ({ tx, accountId, input, rules }) => tradePage(tx, accountId, input, rules),
  changePositionMode: ({ tx, accountId, input }) =>
    changePositionMode(tx, accountId, input.contractName, input.positionModel),
  changeMarginMode: ({ tx, accountId, input }) =>
    changeMarginMode(tx, accountId, input.contractName, input.marginModel),
  adjustPositionMargin: ({ tx, accountId, input }) =>
    adjustPositionMargin(tx, accountId, input.positionId, input.amount),
  changeLeverage: ({ tx, accountId, input }) => changeLeverage(tx, accountId, input.contractName, input.nowLevel),
  ping: () => ({}),
  getServerTime: ({ tx }): ServerTime => ({ serverTime: tx.nowMs, timezone: 'Coordinated Universal Time' }),
  getContracts: ({ tx }): ContractList => ({ contracts: contractRecords(tx) }),
};

type ConditionInput = Omit<TextInputs['createConditionOrder'], 'triggerType' | 'triggerPrice'>;

/** The values of a condition order are not shown by the document; they are those of an order here. */
function toOrder(input: ConditionInput): OrderInput {
  return {
    ...input,
    type: oneOf('type', input.type, ['LIMIT', 'MARKET']),
    side: oneOf('side', input.side, ['BUY', 'SELL']),
    open: oneOf('open', input.open, ['OPEN', 'CLOSE']),
  };
}

function oneOf<const Value extends string>(name: keyof ConditionInput, text: string, values: readonly Value[]): Value {
  return values.find((value) => value === text) ?? refuse('-2100', `${name} is ${values.join(' or ')}`);
}
