import type { OrderEvent } from '../../src/index.js';
import type { SandboxEvent } from '../../src/sandbox/events.js';
import type { Sandbox } from '../../src/sandbox/index.js';

type OrderStatus = Extract<SandboxEvent, { type: 'order' }>['order']['status'];

/** The history of one order, by the exchange itself. */
export interface LedgerOrder {
  readonly createdMs: number;
  readonly fills: { readonly id: string; readonly atMs: number }[];
  status: OrderStatus;
  endedMs: number;
}
export type Ledger = ReadonlyMap<string, LedgerOrder>;

/** Writes down what happens to the orders of the first account on one contract. */
export function createLedger(exchange: Sandbox, contractName: string): Ledger {
  const orders = new Map<string, LedgerOrder>();
  const ofTrades = new Map<string, LedgerOrder['fills']>();
  const fillsOf = (id: string): LedgerOrder['fills'] => {
    if (!ofTrades.has(id)) ofTrades.set(id, []);
    return ofTrades.get(id)!;
  };
  exchange.onEvent((event) => {
    if (event.type === 'trade') {
      const { accountId, contract, side, bidId, askId, id, timeMs } = event.trade;
      if (accountId !== 'account-1' || contract !== contractName) return;
      fillsOf(side === 'BUY' ? bidId : askId).push({ id: String(id), atMs: timeMs });
    }
    if (event.type === 'order') {
      const { id, accountId, contract, createdMs, status } = event.order;
      if (accountId !== 'account-1' || contract !== contractName) return;
      const order = orders.get(id) ?? { createdMs, fills: fillsOf(id), status, endedMs: Infinity };
      orders.set(id, Object.assign(order, { status, endedMs: status in ENDS ? exchange.now() : Infinity }));
    }
  });
  return orders;
}

const ENDS: { readonly [Status in OrderStatus]?: string } = {
  FILLED: 'filled',
  CANCELED: 'cancelled',
  EXPIRED: 'expired',
};

/** The story of an order as a watch should tell it. */
export const storyOf = ({ fills, status }: LedgerOrder): readonly string[] => {
  const end = ENDS[status];
  return ['opened', ...fills.map(({ id }) => `fill ${id}`), ...(end === undefined ? [] : [end])];
};

/** The events of a watch, by order. */
export function toldStories(log: readonly OrderEvent[]): ReadonlyMap<string, readonly string[]> {
  const stories = new Map<string, string[]>();
  for (const event of log) {
    if (event.type === 'gap' || event.type === 'started' || event.type === 'interrupted') continue;
    const story = stories.get(event.orderId) ?? [];
    stories.set(event.orderId, story);
    if (event.trade !== undefined) story.push(`fill ${event.trade.tradeId}`);
    if (event.type !== 'partly-filled') story.push(event.type);
  }
  return stories;
}
