import type { OrderHistoryRecord } from '../../generated/client.js';
import type { CallOptions } from '../client/options.js';
import type { LookupClient } from './lookup-evidence.js';
import { isLongBefore, readRecord } from './order-match.js';

/** The most that every source allows (1000, 500 or 100): a shorter page is the last one, and not a cut one. */
const PAGE = 100;
/** Enough for the newest orders; where pages begin with the oldest, an account may have more than these. */
const MAX_PAGES = 10;

/** The part of an order history that was read. */
export interface History {
  readonly records: readonly OrderHistoryRecord[];
  /** `all`: to its end; `recent`: back to before the intent, if records come in the order of their ids; else `part`. */
  readonly reach: 'all' | 'recent' | 'part';
}

/**
 * Reads the order history of a contract back to a time. Which way pages run, and whether `fromId` is inclusive, is told
 * from what comes.
 *
 * @see unknowns `history.from-id`, `history.order-of-records`
 */
export async function readHistory(
  client: LookupClient,
  contractName: string,
  notBeforeMs: number,
  options: CallOptions,
): Promise<History> {
  const records = new Map<string, OrderHistoryRecord>();
  let fromId: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const input = { contractName, limit: PAGE, ...(fromId === undefined ? {} : { fromId }) };
    const rows = await client.getOrderHistory(input, options);
    const before = records.size;
    for (const row of rows) records.set(row.orderId ?? `without an id, ${records.size}`, row);
    if (rows.length < PAGE) return { records: [...records.values()], reach: 'all' };
    const way = wayOf(rows);
    if (way === undefined || records.size === before) break;
    const last = rows[rows.length - 1]!;
    const { createdMs } = readRecord(last);
    if (way === 'down' && isLongBefore(createdMs, notBeforeMs)) {
      return { records: [...records.values()], reach: 'recent' };
    }
    fromId = last.orderId!;
  }
  return { records: [...records.values()], reach: 'part' };
}

/** Whether identifiers rise or fall from row to row; undefined when they do neither. */
function wayOf(rows: readonly OrderHistoryRecord[]): 'up' | 'down' | undefined {
  const ids = rows.map(({ orderId }) => orderId);
  if (!ids.every((id) => id !== undefined && /^\d+$/.test(id))) return undefined;
  const numbers = ids.map((id) => BigInt(id!));
  const rises = numbers.every((id, i) => i === 0 || id > numbers[i - 1]!);
  if (rises) return 'up';
  return numbers.every((id, i) => i === 0 || id < numbers[i - 1]!) ? 'down' : undefined;
}
