import type { FuturesOperations } from '../../generated/client.js';
import type { ServiceClock } from '../client/clock/clock.js';
import type { CallOptions } from '../client/options.js';
import type { ClientTime } from './clock-mark.js';

/** The methods of a client that look an order up. */
export type LookupClient = Pick<
  FuturesOperations<CallOptions>,
  'getOrder' | 'getOpenOrders' | 'getOrderHistory' | 'getTradeHistory'
> &
  ClientTime;

/** One read that was made to find out what became of an order. */
export interface Lookup {
  readonly operation: 'getOrder' | 'getOpenOrders' | 'getOrderHistory' | 'getTradeHistory' | 'getServerTime';
  /** X-CH-TS when it began, milliseconds. */
  readonly atMs: number;
  /**
   * - `ours`: it shows the order, with proof;
   * - `candidate`: it shows something that may be the order, which does not prove it;
   * - `nothing`: it answered, and shows nothing of the kind;
   * - `failed`: it failed.
   */
  readonly said: 'ours' | 'candidate' | 'nothing' | 'failed';
  /** The same in words, with what the error said. */
  readonly reason: string;
  /** The order or orders that it shows. */
  readonly orderIds: readonly string[];
}

/** Notes lookups as they are made. */
export interface OrderEvidence {
  readonly lookups: Lookup[];
  readonly clock: ServiceClock;
  /** Tells whether the time to look has passed, so that it was not the caller who ended a read. */
  readonly isOver: () => boolean;
}

/** The reason of a read that was cut off. */
export const TIME_OVER = 'the time for lookups was over';

/** An empty list of lookups. More than a few are one line where a runtime shows them: a log of an order is not to be a page. */
export function createLookups(): Lookup[] {
  const lookups: Lookup[] = [];
  const summarize = (): unknown => {
    if (lookups.length <= MOST_SHOWN) return [...lookups];
    const failed = lookups.filter(({ said }) => said === 'failed').length;
    return `${lookups.length} lookups, ${failed} of them failed; JSON.stringify(evidence) shows each`;
  };
  return Object.defineProperty(lookups, Symbol.for('nodejs.util.inspect.custom'), { value: summarize });
}

const MOST_SHOWN = 3;

/** Makes one read; `undefined` when it failed, which is noted. What it showed is for the caller to note. */
export async function ask<T>(
  { lookups, clock, isOver }: OrderEvidence,
  operation: Lookup['operation'],
  read: () => Promise<T>,
): Promise<{ readonly atMs: number; readonly found: T } | undefined> {
  const atMs = clock.timestampMs();
  try {
    return { atMs, found: await read() };
  } catch (error) {
    const reason = isOver() ? TIME_OVER : error instanceof Error ? error.message : String(error);
    lookups.push({ operation, atMs, said: 'failed', reason, orderIds: [] });
    return undefined;
  }
}
