import type { OrderHistoryRecord } from '../../generated/client.js';
import type { CallOptions } from '../client/options.js';
import type { LookupClient } from './evidence.js';
import { type CreationWindow, isLongBefore, readRecord } from './match.js';
import { iterateOrderHistory } from '../history/iterate.js';
import { compareRecordIds, readRecordId, type RecordId } from '../history/record-id.js';

/** The most that every source allows (1000, 500 or 100). */
const PAGE = 100;
/** Enough to find an order that has just been sent, in rounds that cannot prove an absence yet. */
const MAX_RECORDS = 1000;
/** In a round that can: mostly the time for lookups ends it before. */
const MAX_RECORDS_OF_PROOF = 100_000;
/** To find out the direction of paging, three; a service with short pages must not be asked without end. */
const MORE_CALLS = 4;

/** The part of an order history that was read. */
export interface HistoryPart {
  readonly records: readonly OrderHistoryRecord[];
  /** `all`: to its end, which lies before the intent; `recent`: back to before the intent, if records come in the order of their ids; else `part`. */
  readonly reach: 'all' | 'recent' | 'part';
  /** Where it is `recent`: the id of an order of before the intent, so that lower ones are, too. */
  readonly olderId?: RecordId;
}

/**
 * Reads the order history of a contract back to a time. A page that is short proves no end: the walk goes on until a page
 * shows that there is nothing more.
 *
 * @throws {FuturesError} What the first call fails with; what was read before a later one failed is a part.
 * @see unknowns `history.from-id`, `history.order-of-records`, `history.limit-maximum`
 */
export async function readHistory(
  client: LookupClient,
  contractName: string,
  window: Omit<CreationWindow, 'notAfterMs'>,
  options: CallOptions,
): Promise<HistoryPart> {
  const maxRecords = window.isClosed ? MAX_RECORDS_OF_PROOF : MAX_RECORDS;
  const maxCalls = maxRecords / PAGE + MORE_CALLS;
  const records = new Map<string, OrderHistoryRecord>();
  let pages = 0;
  // A row that was shown counts, also on a page that the walk rejects.
  const getOrderHistory: LookupClient['getOrderHistory'] = async (...given) => {
    const rows = await client.getOrderHistory(...given);
    pages++;
    // Two rows may show one id: an order in two states, or ids that lost digits.
    for (const row of rows) records.set(JSON.stringify(row), row);
    return rows;
  };
  let reached: Omit<HistoryPart, 'records'> = { reach: 'part' };
  try {
    const walk = iterateOrderHistory({ getOrderHistory }, { contractName, limit: PAGE }, options);
    reached = await reachOf(walk, window, () => records.size >= maxRecords || pages >= maxCalls);
  } catch (error) {
    if (pages === 0) throw error;
  }
  return { records: [...records.values()], ...reached };
}

async function reachOf(
  walk: AsyncIterable<OrderHistoryRecord>,
  { notBeforeMs, isRecent }: Omit<CreationWindow, 'notAfterMs'>,
  isTooMuch: () => boolean,
): Promise<Omit<HistoryPart, 'records'>> {
  let lastId: RecordId | undefined;
  let lowest: { readonly id: RecordId; readonly isOlder: boolean } | undefined;
  let olderInARow = 0;
  for await (const record of walk) {
    const id = readRecordId(record.orderId)!;
    const fromNewest = lastId !== undefined && compareRecordIds(id, lastId) < 0;
    const isOlder = isLongBefore(readRecord(record).createdMs, notBeforeMs);
    // One alone may be a condition order that was placed long ago, and triggered now.
    olderInARow = fromNewest && isOlder ? olderInARow + 1 : 0;
    if (olderInARow >= PAGE) return { reach: 'recent', olderId: id };
    if (lowest === undefined || compareRecordIds(id, lowest.id) < 0) lowest = { id, isOlder };
    if (isTooMuch()) return { reach: 'part' };
    lastId = id;
  }
  // A history may keep its records for a day only: of an older intent, its end proves nothing.
  return { reach: isRecent || lowest?.isOlder === true ? 'all' : 'part' };
}
