import { judgeCancels } from './cancels.js';
import { type ClaimFinding, collect } from './claim-finding.js';
import { createLooks } from './open-list-looks.js';
import { judgeOpenLists } from './open-lists.js';
import { judgeDisplaced, judgeOpenOrders, judgeTwins } from './open-orders.js';
import type { OrderBook } from './order-book.js';

/**
 * Judges the birth, the terms, the lists and the end of orders, from calls and from nothing else.
 *
 * @param patienceMs How long a change may take to show.
 */
export function judgeOrders(book: OrderBook, patienceMs: number): readonly ClaimFinding[] {
  const looks = createLooks(book, patienceMs);
  const listed = collect((say) => {
    judgeOpenOrders(looks, say);
    judgeOpenLists(looks, say);
  });
  const isReliable = (id: string): boolean => !listed.some((one) => one.id === id && one.finding.outcome === 'broken');
  // Lists that do not show what they were asked for say nothing about cancellations.
  const isFiltered = isReliable('rule/open-orders/filtered-by-contract');
  const isWhole = isReliable('rule/open-orders/all-contracts-without-filter');
  const lists = book.lists.filter(({ contract }) => (contract === undefined ? isWhole : isFiltered));
  return [...listed, ...collect((say) => judgeCancels(createLooks({ ...book, lists }, patienceMs), say))];
}

/** The same of a run, which knows of all that it sends. */
export const judgeOrdersOfRun: typeof judgeOrders = (book, patienceMs) => [
  ...judgeOrders(book, patienceMs),
  ...collect((say) => {
    judgeDisplaced(createLooks(book, patienceMs), say);
    judgeTwins(book, say);
  }),
];
