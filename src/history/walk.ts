import { continuesTo, failPaging, type History, idsOf, type Page, readPage } from './page.js';
import { detectPagingDirection } from './paging-direction.js';
import { compareRecordIds, type RecordId } from './record-id.js';

/*
 *   known     a b c d e            yield a to d, and hold e back
 *   from d          d e f g h      d or not, then e: nothing is missing between e and f; yield e to g
 *   from g                g h      g or not, then h, and nothing more: h is the last
 *
 * Each page begins one record early, so that it proves that it goes on where the one before ended. The end of a history is
 * a page that says so, never a page that is short. Going down is the same in a mirror.
 */

/** Yields every record of a history once, in the order of the ids, whichever direction the service pages in. */
export async function* walkPages<T>(history: History<T>): AsyncGenerator<T, void, undefined> {
  const start = await detectPagingDirection(history);
  if (start.direction === undefined) return yield* yieldRecords(history, start.page);
  const sign = start.direction === 'up' ? 1 : -1;
  const ordered = (page: Page<T>): Page<T> => (sign === 1 ? page : page.toReversed());
  const isAfter = (id: RecordId, other: RecordId): boolean => compareRecordIds(id, other) * sign > 0;

  const known = ordered(start.page);
  let [yielded, held] = lastTwo(known);
  yield* yieldRecords(history, known, (id) => !isAfter(id, yielded));
  let page = ordered(start.next);
  while (page.at(-1)!.id !== held) {
    const from = yielded;
    [yielded, held] = lastTwo(page);
    yield* yieldRecords(history, page, (id) => isAfter(id, from) && !isAfter(id, yielded));
    const next = await readPage(history, yielded);
    if (!continuesTo(next, yielded, held))
      failPaging(history, `the page from ${yielded} does not reach ${held}, which an earlier page had`);
    page = ordered(next);
  }
  yield* yieldRecords(history, page, (id) => isAfter(id, yielded));
}

const lastTwo = (page: Page<unknown>): [RecordId, RecordId] => idsOf(page).slice(-2) as [RecordId, RecordId];

function* yieldRecords<T>(
  history: History<T>,
  page: Page<T>,
  isWanted = (_id: RecordId): boolean => true,
): Generator<T> {
  for (const { id, record } of page) {
    if (!isWanted(id)) continue;
    history.assertNotAborted();
    yield record;
  }
}
