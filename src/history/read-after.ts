import type { IdInput } from '../../generated/client.js';
import { continuesTo, failPaging, type History, idsOf, type Page, readPage } from './page.js';
import { detectPagingDirection, FAR_END, MIN_PAGE_SIZE, type PagingDirection } from './paging-direction.js';
import { compareRecordIds, type RecordId } from './record-id.js';

/** Where a history was left: the newest record that is known, and an id from which a page shows it again. */
export interface HistoryMark {
  /** Undefined while there is no record at all. */
  readonly held?: RecordId | undefined;
  readonly from?: RecordId | undefined;
}

/** The records of a history after a mark. */
export interface NewRecords<T> {
  /** From the lowest id to the highest. */
  readonly page: Page<T>;
  /** Undefined while the history has too few records to show it. */
  readonly direction: PagingDirection | undefined;
  /** True when the record of the mark was met, so that none is missing between it and the others. */
  readonly isMet: boolean;
}

/** Enough for a day of a busy account; the rest is read next time where the history pages up. */
const MAX_PAGES = 200;

/**
 * Reads what came after a mark: one page where nothing did. Each further page begins at a known record.
 *
 * @throws {PagingError} As the iterators over histories.
 */
export async function readAfter<T>(
  history: History<T>,
  known: PagingDirection | undefined,
  { held, from }: HistoryMark,
): Promise<NewRecords<T>> {
  let direction = known;
  if (direction === undefined) {
    const start = await detectPagingDirection(history);
    direction = start.direction;
    if (start.direction === undefined) await assertWhole(history, start.page);
    if (start.direction === undefined) return after(start.page, direction, held);
  }
  const sign = direction === 'up' ? 1 : -1;
  const first = held === undefined ? FAR_END.up : (from ?? step(held, -1n));
  const found: Page<T>[] = [await readPage(history, sign === 1 ? first : undefined)];
  for (;;) {
    const edges = edgesOf(found.at(-1)!, sign);
    const edge = edges.at(-1);
    const isBeyond = sign === -1 && held !== undefined && compareRecordIds(edge ?? '', held) <= 0;
    // A page can be full of records that came in between; one of two records is not full, as the direction shows.
    const isEnough = isBeyond || (edge === held && edges.length < MIN_PAGE_SIZE);
    if (edge === undefined || isEnough || found.length === MAX_PAGES) break;
    const start = edges.at(-2) ?? step(edge, BigInt(-sign));
    const next = await readPage(history, start);
    if (isBehind(next, start, edge)) break;
    if (!continuesTo(next, start, edge)) failPaging(history, `the page from ${start} does not reach ${edge}`);
    if (edgesOf(next, sign).at(-1) === edge) break;
    found.push(next);
  }
  return after(found.flat(), direction, held);
}

/**
 * Finds the newest record of a history without reading all of it: where pages go up, by ids that nothing follows.
 *
 * @throws {PagingError} As the iterators over histories.
 */
export async function findEnd<T>(
  history: History<T>,
): Promise<{ readonly direction: PagingDirection | undefined; readonly mark: HistoryMark }> {
  const { page, direction } = await detectPagingDirection(history);
  if (direction === undefined) await assertWhole(history, page);
  if (direction !== 'up') return { direction, mark: markAt(page) };
  let known = page;
  let low = BigInt(known.at(-1)!.id);
  let high = low + 1n;
  const isAfter = async (fromId: bigint): Promise<boolean> => {
    const next = await readPage(history, String(fromId));
    const last = next.at(-1)?.id;
    if (last === undefined || BigInt(last) <= low) return false;
    known = next;
    low = BigInt(last);
    return true;
  };
  for (let width = 1n; await isAfter(high); width *= 2n) high = low + width;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (!(await isAfter(middle))) high = middle;
  }
  return { direction, mark: markAt(known) };
}

/** The mark after the last record of a page. */
export function markAt(page: Page<unknown>): HistoryMark {
  const [from, held] = [undefined, ...idsOf(page)].slice(-2);
  return held === undefined ? {} : { held, from };
}

function after<T>(page: Page<T>, direction: PagingDirection | undefined, held: RecordId | undefined): NewRecords<T> {
  const byId = new Map(page.map((row) => [row.id, row]));
  const rows = [...byId.values()].sort((a, b) => compareRecordIds(a.id, b.id));
  const isMet = held === undefined || byId.has(held);
  return {
    page: held === undefined ? rows : rows.filter(({ id }) => compareRecordIds(id, held) > 0),
    direction,
    isMet,
  };
}

/** One or two records are all there are, unless pages are that short: then nothing can be told from them. */
async function assertWhole<T>(history: History<T>, page: Page<T>): Promise<void> {
  const ids = idsOf(page);
  if (ids.length === 0) return;
  for (const fromId of [step(ids.at(-1)!, 1n), step(ids[0]!, -1n)] satisfies IdInput[]) {
    const others = idsOf(await readPage(history, fromId)).filter((id) => !ids.includes(id));
    if (others.length === 0) continue;
    // A record that has just come is in the first page by now.
    const now = idsOf(await readPage(history, undefined));
    if (!others.every((id) => now.includes(id)))
      failPaging(history, 'a page has one or two records when there are more');
  }
}

const step = (id: RecordId, by: bigint): RecordId => String(BigInt(id) + by < 0n ? 0n : BigInt(id) + by);

/** True when a page going up from `start` ends before `edge`: its replica lags behind, and the missing records come next time. */
const isBehind = (page: Page<unknown>, start: RecordId, edge: RecordId): boolean =>
  page.every(({ id }) => compareRecordIds(id, start) >= 0 && compareRecordIds(id, edge) < 0);

const edgesOf = (page: Page<unknown>, sign: 1 | -1): readonly RecordId[] =>
  sign === 1 ? idsOf(page) : idsOf(page).toReversed();
