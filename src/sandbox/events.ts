import { Decimal } from './exchange/decimal.js';
import type { ExchangeEvent, MarginMode, OrderStatus } from './exchange/model/model.js';

/** An order as it stands after an event; decimals are text. */
export interface SandboxOrder {
  readonly id: string;
  readonly accountId: string;
  readonly contract: string;
  /** Empty when the client chose none. */
  readonly clientOrderId: string;
  readonly side: 'BUY' | 'SELL';
  readonly open: 'OPEN' | 'CLOSE';
  readonly type: 'LIMIT' | 'MARKET';
  readonly timeInForce: '' | 'IOC' | 'FOK' | 'POST_ONLY';
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly price: string;
  readonly volume: string;
  readonly filled: string;
  /** Sum of price × volume over the fills. */
  readonly turnover: string;
  readonly fee: string;
  readonly realized: string;
  /** Money of the account that is reserved for the unfilled part. */
  readonly hold: string;
  readonly status: OrderStatus;
  readonly createdMs: number;
}

/** One fill of one account; decimals are text. */
export interface SandboxTrade {
  readonly id: number;
  readonly accountId: string;
  readonly contract: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly volume: string;
  readonly amount: string;
  readonly fee: string;
  readonly isMaker: boolean;
  readonly bidId: string;
  readonly askId: string;
  readonly timeMs: number;
}

/** A position; decimals are text. */
export interface SandboxPosition {
  readonly id: number;
  readonly accountId: string;
  readonly contract: string;
  readonly direction: 'LONG' | 'SHORT';
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly volume: string;
  /** Value at which the volume was opened: price × volume × multiplier. */
  readonly cost: string;
  /** Money that secures it. */
  readonly margin: string;
  readonly realized: string;
  readonly openedMs: number;
}

/** The event that `onEvent` receives. */
export type SandboxEvent =
  | { readonly type: 'order'; readonly order: SandboxOrder }
  | { readonly type: 'trade'; readonly trade: SandboxTrade }
  | { readonly type: 'liquidated'; readonly position: SandboxPosition }
  | {
      readonly type: 'triggered';
      readonly conditionId: string;
      readonly orderId: string | undefined;
      readonly code?: string;
    }
  | { readonly type: 'price'; readonly contract: string; readonly price: string };

/** An event for people and tests: plain, decimals as text. */
export function viewEvent(event: ExchangeEvent): SandboxEvent {
  switch (event.type) {
    case 'order': {
      const { ticks: _ticks, sequence: _sequence, ...order } = event.order;
      return { type: 'order', order: withTexts(order) };
    }
    case 'trade':
      return { type: 'trade', trade: withTexts(event.trade) };
    case 'liquidated':
      return { type: 'liquidated', position: withTexts(event.position) };
    default:
      return event;
  }
}

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends Decimal ? string : T[Key] };

function withTexts<T extends object>(record: T): Texts<T> {
  const entries = Object.entries(record).map(([key, value]) => [
    key,
    value instanceof Decimal ? value.toFixed() : value,
  ]);
  return Object.fromEntries(entries) as Texts<T>;
}
