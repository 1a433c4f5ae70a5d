import type { TextInputs } from '../../../../generated/description.js';
import type { Tree } from './tree.js';
import type { Decimal } from '../decimal.js';

/** Rules and start of one contract. Decimals are text; prices are in the quote currency. */
export interface ContractRules {
  readonly name: string;
  readonly id: number;
  readonly base: string;
  readonly quote: string;
  readonly price: string;
  /** Decimal places of a price; the tick is one unit of the last. */
  readonly pricePrecision: number;
  readonly volumePrecision: number;
  readonly minVolume: string;
  /** Base currency in one contract. */
  readonly multiplier: string;
  readonly maxLeverage: number;
  /** Part of a position's value below which it is liquidated. */
  readonly maintenanceRate: string;
  readonly openMakerFee: string;
  readonly openTakerFee: string;
  readonly closeMakerFee: string;
  readonly closeTakerFee: string;
  /** Quotes of the house around the price: levels on each side, ticks between them, contracts at each. */
  readonly depth: { readonly levels: number; readonly stepTicks: number; readonly volume: string };
}

export type OrderSide = 'BUY' | 'SELL';
export type Direction = 'LONG' | 'SHORT';
/** 1 cross, 2 isolated (observed). */
export type MarginMode = 1 | 2;
/** 1 net, 2 two-way (observed). */
export type PositionMode = 1 | 2;

export type OrderStatus = 'INIT' | 'NEW' | 'PART_FILLED' | 'FILLED' | 'PENDING_CANCEL' | 'CANCELED' | 'EXPIRED';

/** An order without what the book sorts it by. Amounts are decimals in the exchange, and text for people. */
export interface OrderFacts<Amount> {
  readonly id: string;
  readonly accountId: string;
  readonly contract: string;
  /** Empty when the client chose none. */
  readonly clientOrderId: string;
  readonly side: OrderSide;
  readonly open: 'OPEN' | 'CLOSE';
  readonly type: 'LIMIT' | 'MARKET';
  readonly timeInForce: '' | 'IOC' | 'FOK' | 'POST_ONLY';
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly price: Amount;
  readonly volume: Amount;
  readonly filled: Amount;
  /** Sum of price × volume over the fills. */
  readonly turnover: Amount;
  readonly fee: Amount;
  readonly realized: Amount;
  /** Money of the account that is reserved for the unfilled part. */
  readonly hold: Amount;
  readonly status: OrderStatus;
  readonly createdMs: number;
}

export interface Order extends OrderFacts<Decimal> {
  /** Price in ticks; the book is sorted by it. */
  readonly ticks: number;
  /** Position in time of arrival. */
  readonly sequence: number;
}

export interface ConditionOrder {
  readonly id: string;
  readonly accountId: string;
  readonly contract: string;
  /** Direction in which the price has to go. */
  readonly when: 'rises' | 'falls';
  readonly triggerPrice: Decimal;
  /** The order that it becomes, without checks done yet. */
  readonly order: OrderInput;
  readonly createdMs: number;
}

export interface PositionFacts<Amount> {
  readonly id: number;
  readonly accountId: string;
  readonly contract: string;
  readonly direction: Direction;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly volume: Amount;
  /** Value at which the volume was opened: price × volume × multiplier. */
  readonly cost: Amount;
  /** Money that secures it. */
  readonly margin: Amount;
  readonly realized: Amount;
  readonly openedMs: number;
}
export type Position = PositionFacts<Decimal>;

export interface AccountSettings {
  readonly positionMode: PositionMode;
  readonly marginMode: MarginMode;
  readonly leverage: number;
}

export interface Account {
  readonly id: string;
  readonly balance: Decimal;
  /** Sum of the holds of its orders. */
  readonly held: Decimal;
  /** Volume that orders not done yet are to close, by contract and side of the order: `E-BTC-USDT|SELL`. */
  readonly closing: Readonly<Record<string, Decimal>>;
  /** Never refused for lack of money: the house that quotes around the price. */
  readonly unlimited: boolean;
  /** By contract; a contract that is missing has the defaults. */
  readonly settings: Readonly<Record<string, AccountSettings>>;
  /** By contract and side of the position: `E-BTC-USDT|LONG`, or `E-BTC-USDT|NET`. */
  readonly positions: Readonly<Record<string, Position>>;
}

/** One fill of one account: one side of it. */
export interface TradeFacts<Amount> {
  readonly id: number;
  readonly accountId: string;
  readonly contract: string;
  readonly side: OrderSide;
  readonly price: Amount;
  readonly volume: Amount;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly isMaker: boolean;
  readonly bidId: string;
  readonly askId: string;
  readonly timeMs: number;
}
export type Trade = TradeFacts<Decimal>;

/** The profit of closing a position, or a part of it. */
export interface Profit {
  readonly id: number;
  readonly accountId: string;
  readonly contract: string;
  readonly side: OrderSide;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly volume: Decimal;
  readonly openPrice: Decimal;
  readonly closePrice: Decimal;
  readonly fee: Decimal;
  readonly profit: Decimal;
  readonly openedMs: number;
  readonly closedMs: number;
}

export interface Market {
  readonly rules: ContractRules;
  /** Mark price, set from outside. */
  readonly price: Decimal;
  readonly lastPrice: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  /** Contracts and value traded since the start. */
  readonly volume: Decimal;
  readonly turnover: Decimal;
  /** The rest of the house's quotes, best first: [ticks, volume]. */
  readonly houseBids: readonly (readonly [number, Decimal])[];
  readonly houseAsks: readonly (readonly [number, Decimal])[];
}

/** Sorted by price, best first, then by arrival: [ticks, or their negative for bids; sequence]. */
export type BookKey = readonly [number, number];

/** Everything there is. Copies of trees share what did not change. A step changes the trees of its state. */
export interface State {
  readonly seed: number;
  readonly nowMs: number;
  readonly sequence: number;
  readonly fees: Decimal;
  readonly markets: Readonly<Record<string, Market>>;
  readonly accounts: Readonly<Record<string, Account>>;
  readonly bids: Readonly<Record<string, Tree<BookKey, string>>>;
  readonly asks: Readonly<Record<string, Tree<BookKey, string>>>;
  /** By id. */
  readonly orders: Tree<string, Order>;
  /** Open orders: account | contract | id → id. */
  readonly open: Tree<string, string>;
  /** Orders that are done: account | id → contract. */
  readonly done: Tree<string, string>;
  /** The same in the order in which they finished: place → account | id. */
  readonly finished: Tree<number, string>;
  /** Newest order of a client's own id: account | contract | clientOrderId → id. */
  readonly clientIds: Tree<string, string>;
  readonly conditions: Tree<string, ConditionOrder>;
  /** account | id of the trade. */
  readonly trades: Tree<string, Trade>;
  /** account | id of the profit. */
  readonly profits: Tree<string, Profit>;
  /** Cancellations that take their time: due time | id of the order. */
  readonly cancelling: Tree<string, string>;
}

type OrderText = TextInputs['createOrder'];

/** Input of an order, as text and already of the described shape; a condition order may come without a price. */
export type OrderInput = Pick<
  OrderText,
  'contractName' | 'type' | 'side' | 'open' | 'positionType' | 'volume' | 'clientOrderId' | 'timeInForce'
> &
  Pick<TextInputs['createConditionOrder'], 'price'>;

/** Something that happened, for those who watch. */
export type ExchangeEvent =
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'trade'; readonly trade: Trade }
  | { readonly type: 'liquidated'; readonly position: Position }
  | PlainEvent;

/** An event without amounts: it is shown as it is. */
export type PlainEvent =
  | {
      readonly type: 'triggered';
      readonly conditionId: string;
      readonly orderId: string | undefined;
      readonly code?: string;
    }
  | { readonly type: 'price'; readonly contract: string; readonly price: string };
