import { Decimal } from './exchange/decimal.js';
import type { ExchangeEvent, OrderFacts, PlainEvent, PositionFacts, TradeFacts } from './exchange/model/model.js';

/** An order as it stands after an event; decimals are text. */
export type SandboxOrder = OrderFacts<string>;

/** One fill of one account; decimals are text. */
export type SandboxTrade = TradeFacts<string>;

/** A position; decimals are text. */
export type SandboxPosition = PositionFacts<string>;

/** The event that `onEvent` receives. */
export type SandboxEvent =
  | { readonly type: 'order'; readonly order: SandboxOrder }
  | { readonly type: 'trade'; readonly trade: SandboxTrade }
  | { readonly type: 'liquidated'; readonly position: SandboxPosition }
  | PlainEvent;

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
