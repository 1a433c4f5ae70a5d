import type { JournalIntent, OrderJournal } from './journal.js';

type Identity = Pick<JournalIntent, 'clientOrderId'> & { readonly account?: string | undefined };

export interface OrderUnderWay extends Pick<JournalIntent, 'input'> {
  readonly headers?: string | undefined;
  /** Ends with the work, after the journal has what became of the order. */
  readonly end: Promise<unknown>;
}

const MARKS = Symbol.for('futures-trading-client.under-way.1');
const shared = globalThis as { [MARKS]?: WeakMap<OrderJournal, Map<string, OrderUnderWay>> };

/** By journal object, for all copies of this package in a program: a second object of a shared store counts as another process. */
const ofJournals = (shared[MARKS] ??= new WeakMap());

const keyOf = ({ account = '', clientOrderId }: Identity): string => `${account} ${clientOrderId}`;

/** The work of this process on an order; undefined when there is none. */
export const underWay = (journal: OrderJournal, order: Identity): OrderUnderWay | undefined =>
  ofJournals.get(journal)?.get(keyOf(order));

/** Marks an order as under way until the work on it has ended. */
export function keepUnderWay<T>(
  journal: OrderJournal,
  order: Identity & Omit<OrderUnderWay, 'end'>,
  work: Promise<T>,
): Promise<T> {
  const orders = ofJournals.get(journal) ?? new Map<string, OrderUnderWay>();
  ofJournals.set(journal, orders);
  const key = keyOf(order);
  const end = work.finally(() => orders.get(key)?.end === end && orders.delete(key));
  orders.set(key, { input: order.input, headers: order.headers, end });
  return end;
}
