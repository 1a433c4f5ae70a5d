import { findWay } from './paging-direction.js';
import { askPage, type History, idsOf, leads, lost, type Page } from './page.js';

/*
 *   known     a b c d e            give out a to d, and hold e back
 *   from d          d e f g h      d or not, then e: nothing is missing between e and f; give out e to g
 *   from g                g h      g or not, then h, and nothing more: h is the last
 *
 * Each page begins one record early, so that it proves that it goes on where the one before ended. The end of a history is
 * a page that says so, never a page that is short. Going down is the same in a mirror.
 */

/** Yields every record of a history once, in the order of the ids, whichever way the service pages. */
export async function* walkPages<T>(history: History<T>): AsyncGenerator<T, void, undefined> {
  const start = await findWay(history);
  if (start.way === undefined) return yield* giveOut(history, start.page);
  const { way } = start;
  const ordered = (page: Page<T>): Page<T> => (way === 'up' ? page : page.toReversed());
  const isAfter = (id: bigint, other: bigint): boolean => (way === 'up' ? id > other : id < other);

  const known = ordered(start.page);
  let [given, held] = lastTwo(known);
  yield* giveOut(history, known, (id) => !isAfter(id, given));
  let page = ordered(start.next);
  while (page.at(-1)!.id !== held) {
    const from = given;
    [given, held] = lastTwo(page);
    yield* giveOut(history, page, (id) => isAfter(id, from) && !isAfter(id, given));
    const next = await askPage(history, String(given));
    if (!leads(next, given, held))
      lost(history, `the page from ${given} does not go on to ${held}, which was there before`);
    page = ordered(next);
  }
  yield* giveOut(history, page, (id) => isAfter(id, given));
}

const lastTwo = (page: Page<unknown>): [bigint, bigint] => idsOf(page).slice(-2) as [bigint, bigint];

function* giveOut<T>(history: History<T>, page: Page<T>, wanted = (_id: bigint): boolean => true): Generator<T> {
  for (const { id, record } of page) {
    if (!wanted(id)) continue;
    history.assertRunning();
    yield record;
  }
}
