import type { Trade } from '../../generated/client.js';
import type { FuturesError } from '../core/errors.js';
import type { Lookup } from '../orders/evidence.js';
import type { FoundOrder } from '../orders/match.js';

interface WatchEvent {
  /** X-CH-TS when the event was noticed, milliseconds. The time of a fill is in its trade. */
  readonly at: number;
  /** The reads that show it. */
  readonly evidence: readonly Lookup[];
  /** Resumes right after this event: pass it as `since`, in another process, too. */
  readonly token: string;
}

interface OrderChange extends WatchEvent {
  readonly orderId: string;
  /** The id that its program chose; absent when it chose none, or no record shows it. */
  readonly clientOrderId?: string;
  /** The order as it was last seen; absent when no record shows it. */
  readonly order?: FoundOrder;
  /** The order as `submitOrder` wrote it to the journal, if it did. */
  readonly input?: Readonly<Record<string, string>>;
}

/** Why something may have been missed: the fills of one order do not add up, or a history cannot be read back to where it was left. */
export type GapReason = 'fills' | 'trade-history' | 'order-history';

/**
 * One change of an order, or what is known about the watch itself. In order for each order: `opened`, then a fill at a time, then one end.
 *
 * - `opened`: the service has the order;
 * - `partly-filled`: one fill, with its trade; `filled`: the whole order is, with its last trade;
 * - `cancelled`, `rejected`, `expired`: a record says so;
 * - `gone`: no read shows the order any more, and none says why;
 * - `gap`: changes may have been missed;
 * - `started`: the orders that are open have been told, and nothing is missed from here on: `settleMs` after the first look;
 * - `interrupted`: reads fail, and are retried (option `interruptions`).
 */
export type OrderEvent =
  | (OrderChange & { readonly type: 'partly-filled'; readonly trade: Trade })
  | (OrderChange & { readonly type: 'filled'; readonly trade?: Trade })
  | (OrderChange & { readonly type: 'opened' | 'cancelled' | 'rejected' | 'expired' | 'gone'; readonly trade?: never })
  | (WatchEvent & {
      readonly type: 'gap';
      readonly reason: GapReason;
      readonly message: string;
      /** The order whose fills do not add up. */
      readonly orderId?: string;
      /** A trade that cannot be attributed. */
      readonly trade?: Trade;
    })
  | (WatchEvent & { readonly type: 'started' })
  | (WatchEvent & { readonly type: 'interrupted'; readonly error: FuturesError; readonly retryInMs: number });

type Without<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never;

/** An event before it is returned. */
export type Told = Without<OrderEvent, 'token' | 'at' | 'input'>;
