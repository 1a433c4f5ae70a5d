import type {
  ConditionOrderReceipt,
  Contract,
  ContractList,
  OrderReceipt,
  ServerTime,
} from '../../../generated/client.js';
import type { TextInputs } from '../../../generated/description.js';
import type { OperationId } from '../../../generated/operations.js';
import { cancelMany, cancelOne } from './orders/cancelling.js';
import { placeCondition } from './orders/conditions.js';
import type { OrderInput } from './model/model.js';
import { place } from './orders/placing.js';
import {
  findOrder,
  historyPage,
  openOrderRecords,
  orderRecord,
  profitPage,
  type Rules,
  tradePage,
} from './orders/records.js';
import { refuse } from './refusal.js';
import { adjustPositionMargin, changeLeverage, changeMode, readMode } from './settings.js';
import type { Transaction } from './model/transaction.js';
import { type Decimal, ZERO } from './decimal.js';
import { fromTicks } from './account/house.js';
import { bestOffer } from './orders/matching.js';

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
  changePositionMode: ({ tx, accountId, input: { contractName, positionModel } }) =>
    changeMode(tx, accountId, contractName, { positionMode: readMode('positionModel', positionModel) }),
  changeMarginMode: ({ tx, accountId, input: { contractName, marginModel } }) =>
    changeMode(tx, accountId, contractName, { marginMode: readMode('marginModel', marginModel) }),
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

/** The 28 declared fields of each contract, from the state. */
function contractRecords(tx: Transaction): Contract[] {
  return tx.contracts.map((name): Contract => {
    const { rules, price, lastPrice, high, low, volume, turnover } = tx.market(name);
    const quote = (side: 'BUY' | 'SELL'): string => {
      const offer = bestOffer(tx, name, side);
      return offer === undefined ? '0' : fromTicks(offer.ticks, rules).toFixed(rules.pricePrecision);
    };
    const openInterest = interest(tx, name);
    const text = (value: Decimal): string => value.toFixed(rules.pricePrecision);
    return {
      ticker_id: `${rules.base}-PERP${rules.quote}`,
      base_currency: rules.base,
      quote_currency: rules.quote,
      last_price: text(lastPrice),
      base_volume: volume.times(rules.multiplier).toFixed(),
      quote_volume: turnover.toFixed(),
      volume_usd: turnover.toFixed(),
      bid: quote('SELL'),
      ask: quote('BUY'),
      high: text(high),
      low: text(low),
      product_type: 'Perpetual',
      open_interest: openInterest.toFixed(),
      open_interest_usd: openInterest.times(rules.multiplier).times(price).toFixed(),
      index_price: text(price),
      creation_timestamp: 0,
      expiry_timestamp: 0,
      funding_rate: '0.0001',
      next_funding_rate: '0.0001',
      next_funding_rate_timestamp: (Math.floor(tx.nowMs / 28_800_000) + 1) * 28_800_000,
      open_maker_fee: rules.openMakerFee,
      open_taker_fee: rules.openTakerFee,
      close_maker_fee: rules.closeMakerFee,
      close_taker_fee: rules.closeTakerFee,
      contract_type: 'Vanilla',
      contract_price: text(price),
      contract_price_currency: rules.quote,
      timestamp: tx.nowMs,
    };
  });
}

/** Contracts held long by everybody: as many as are held short. */
function interest(tx: Transaction, contract: string): Decimal {
  return tx.accounts
    .flatMap(({ positions }) => Object.values(positions))
    .filter((position) => position.contract === contract && position.direction === 'LONG')
    .reduce((sum, { volume }) => sum.plus(volume), ZERO);
}
