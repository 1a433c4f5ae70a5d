import type { IdInput } from '../../generated/client.js';
import { continuesTo, failPaging, type History, idsOf, type Page, readPage } from './page.js';
import { compareRecordIds, type RecordId } from './record-id.js';

/** Towards higher ids (newer records), or towards lower ones. */
export type PagingDirection = 'up' | 'down';

/** The first page; and, unless it is all there is, the direction of paging and the page that follows. */
export type FirstPages<T> =
  | { readonly page: Page<T>; readonly direction: undefined }
  | { readonly page: Page<T>; readonly direction: PagingDirection; readonly next: Page<T> };

/** Fewer records than this show no direction, and no source knows a service that gives fewer when it has more. */
export const MIN_PAGE_SIZE = 3;

/** Beyond every record, for a service that takes 64 bits. */
export const FAR_END: Readonly<Record<PagingDirection, string>> = { up: '0', down: String(2n ** 63n - 1n) };

/**
 * Finds out how a service pages: which end of the history it begins at, and which direction it takes from a `fromId`.
 *
 * Where it begins at one end and pages towards the same end (the newest page without `fromId`, later records with one),
 * the walk has to begin at the other end.
 */
export async function detectPagingDirection<T>(history: History<T>): Promise<FirstPages<T>> {
  const first = await probe(history, history.fromId);
  if (first.direction === undefined || first.continues) return first;
  if (history.fromId === undefined) {
    const direction = first.direction === 'up' ? 'down' : 'up';
    const second = await probe(history, FAR_END[direction]);
    if (second.direction === direction && second.continues) return second;
  }
  return failPaging(history, 'fromId has no effect, or does not page');
}

/*
 *   first page          a b c d e
 *   the same, limit 1   a             it begins at the low end, so it should go up from there
 *   from d                    d e f   it does: e is there, and nothing below d
 */
async function probe<T>(
  history: History<T>,
  fromId: IdInput | undefined,
): Promise<FirstPages<T> & { readonly continues?: boolean }> {
  const page = await readPage(history, fromId);
  const ids = idsOf(page);
  if (ids.length < MIN_PAGE_SIZE) return { page, direction: undefined };
  const single = await readPage(history, fromId, 1);
  const low = single.length > 0 && compareRecordIds(single[0]!.id, ids[0]!) <= 0;
  const high = single.length > 0 && compareRecordIds(single.at(-1)!.id, ids.at(-1)!) >= 0;
  if (low === high) return failPaging(history, 'limit has no effect, or pages are not in the order of their ids');
  const [from, edge] = (low ? ids.slice(-2) : ids.slice(0, 2).toReversed()) as [RecordId, RecordId];
  const next = await readPage(history, from);
  return { page, next, direction: low ? 'up' : 'down', continues: continuesTo(next, from, edge) };
}
