import type { Trade } from '../../generated/client.js';
import type { CallOptions } from '../client/options.js';
import { compareRecordIds, readRecordId, type RecordId } from '../history/record-id.js';
import type { LookupClient } from './evidence.js';

/** The knowledge of earlier rounds. */
export interface EarlierRounds {
  /** Orders that no row has told yet. */
  readonly undecided: Set<string>;
  /** Where trades come oldest first: the last one that was read. */
  lastTrade?: RecordId;
}

/** A round must not take long; the next one goes on where it ended. */
const MAX_CALLS = 10;

/** No source knows a page of another size. */
const SIZES = 10;

/**
 * Reads the trades that a service begins with, and where these may be its oldest, on towards the newest: a trade is how an order is
 * found that no list shows yet.
 *
 * @throws {FuturesError} What the first call fails with; what was read before a later one failed is what there is.
 */
export async function readTrades(
  client: LookupClient,
  contractName: string,
  earlier: EarlierRounds,
  options: CallOptions,
): Promise<readonly Trade[]> {
  const trades = [...(await client.getTradeHistory({ contractName }, options))];
  if (trades.length % SIZES > 0) return trades;
  let page: readonly Trade[] = trades;
  for (let calls = 1; calls < MAX_CALLS && isAscending(page); calls++) {
    const lastId = idOf(page.at(-1)!)!;
    const { lastTrade = lastId } = earlier;
    if (calls > 1 && compareRecordIds(lastId, lastTrade) <= 0) break;
    earlier.lastTrade = compareRecordIds(lastId, lastTrade) > 0 ? lastId : lastTrade;
    page = await client.getTradeHistory({ contractName, fromId: earlier.lastTrade }, options).catch(() => []);
    trades.push(...page);
  }
  return trades;
}

const idOf = ({ tradeId, id }: Trade): RecordId | undefined => readRecordId(tradeId ?? id);

function isAscending(page: readonly Trade[]): boolean {
  const [first, last] = [page[0], page.at(-1)].map((trade) => trade && idOf(trade));
  return first !== undefined && last !== undefined && compareRecordIds(first, last) < 0;
}
