import type { IdInput } from '../../generated/client.js';
import { askPage, type History, idsOf, leads, lost, type Page } from './page.js';

/** Towards higher ids (newer records), or towards lower ones. */
export type Way = 'up' | 'down';

/** The first page; and, unless it is all there is, the way that the service pages and the page that follows. */
export type Start<T> =
  | { readonly page: Page<T>; readonly way: undefined }
  | { readonly page: Page<T>; readonly way: Way; readonly next: Page<T> };

/** Below this number of records a page shows no way, and no source knows a service that gives fewer when it has more. */
export const FEWEST = 3;

/** Beyond every record, for a service that takes 64 bits. */
const FAR_END: Readonly<Record<Way, string>> = { up: '0', down: String(2n ** 63n - 1n) };

/**
 * Finds out how a service pages: which end of the history it begins at, and which way it goes from a `fromId`.
 *
 * Where it begins at one end and pages towards the same end (the newest page without `fromId`, later records with one),
 * the walk has to begin at the other end.
 */
export async function findWay<T>(history: History<T>): Promise<Start<T>> {
  const first = await probe(history, history.fromId);
  if (first.way === undefined || first.holds) return first;
  if (history.fromId === undefined) {
    const way = first.way === 'up' ? 'down' : 'up';
    const second = await probe(history, FAR_END[way]);
    if (second.way === way && second.holds) return second;
  }
  return lost(history, 'fromId has no effect here, or not that of paging');
}

/*
 *   first page          a b c d e
 *   the same, limit 1   a             it begins at the low end, so it should go up from there
 *   from d                    d e f   it does: e is there, and nothing below d
 */
async function probe<T>(
  history: History<T>,
  fromId: IdInput | undefined,
): Promise<Start<T> & { readonly holds?: boolean }> {
  const page = await askPage(history, fromId);
  const ids = idsOf(page);
  if (ids.length < FEWEST) return { page, way: undefined };
  const single = await askPage(history, fromId, 1);
  const low = single.length > 0 && single[0]!.id <= ids[0]!;
  const high = single.length > 0 && single.at(-1)!.id >= ids.at(-1)!;
  if (low === high) {
    return lost(history, 'limit has no effect here, or the order of the ids is not the order of paging');
  }
  const [from, edge] = (low ? ids.slice(-2) : ids.slice(0, 2).toReversed()) as [bigint, bigint];
  const next = await askPage(history, String(from));
  return { page, next, way: low ? 'up' : 'down', holds: leads(next, from, edge) };
}
