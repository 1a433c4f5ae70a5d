import type { JournalIntent, OrderJournal } from './journal.js';

type Identity = Pick<JournalIntent, 'clientOrderId'> & { readonly account?: string | undefined };

export interface OrderUnderWay {
  readonly input: JournalIntent['input'];
  /** Ends with the work, after the journal has what became of the order. */
  readonly end: Promise<unknown>;
}

/** By journal object: a second object of a shared store counts as another process. */
const ofJournals = new WeakMap<OrderJournal, Map<string, OrderUnderWay>>();

const keyOf = ({ account = '', clientOrderId }: Identity): string => `${account} ${clientOrderId}`;

/** The work of this process on an order; undefined when there is none. */
export const underWay = (journal: OrderJournal, order: Identity): OrderUnderWay | undefined =>
  ofJournals.get(journal)?.get(keyOf(order));

/** Marks an order as under way until the work on it has ended. */
export function keepUnderWay<T>(
  journal: OrderJournal,
  order: Identity & Pick<OrderUnderWay, 'input'>,
  work: Promise<T>,
): Promise<T> {
  const orders = ofJournals.get(journal) ?? new Map<string, OrderUnderWay>();
  ofJournals.set(journal, orders);
  const key = keyOf(order);
  const end = work.finally(() => orders.get(key)?.end === end && orders.delete(key));
  orders.set(key, { input: order.input, end });
  return end;
}
