import type { Trade } from '../../generated/client.js';
import type { CallOptions } from '../client/options.js';
import { compareRecordIds, readRecordId, type RecordId } from '../history/record-id.js';
import type { Lookup, LookupClient } from './evidence.js';

/** The knowledge of earlier rounds. */
export interface EarlierRounds {
  /** Orders that no row has told yet. */
  readonly undecided: Set<string>;
  /** Rows under other clientOrderIds. */
  readonly named: Map<string, NamedRow>;
  /** Where trades come oldest first: the last one that was read. */
  lastTrade?: RecordId;
}

/** A row under another clientOrderId, and whether it may be ours but for that. */
export type NamedRow = Omit<Lookup, 'said' | 'reason'> & { clientIds: readonly string[]; isAlike: boolean };

/** Trades, and whether the newest ones are among them. */
export interface TradesRead {
  readonly trades: readonly Trade[];
  readonly isWhole: boolean;
}

/** A round must not take long; the next one goes on where it ended. */
const MAX_CALLS = 10;

/** Tells whether a list may have been cut: no source knows a page of a size that is not a multiple of 10 or 25, or a power of two. */
export const mayBeCut = ({ length }: readonly unknown[]): boolean =>
  length > 0 && (length % 10 === 0 || length % 25 === 0 || (length > 8 && (length & (length - 1)) === 0));

/** The declared maximum, and what a service takes that has a lower one. */
const [LIMIT, LOW_LIMIT] = [1000, 100];

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
): Promise<TradesRead> {
  const trades = [...(await client.getTradeHistory({ contractName }, options))];
  const ids = trades.map(idOf);
  const [first, last] = [ids[0], ids.at(-1)];
  if (!mayBeCut(trades)) return { trades, isWhole: true };
  // Without ids nothing tells whether they begin with the newest.
  if (first === undefined || last === undefined) return { trades, isWhole: false };
  if (compareRecordIds(first, last) >= 0) return { trades, isWhole: true };
  let from = later(last, earlier.lastTrade);
  let limit = LIMIT;
  const read = (): Promise<readonly Trade[] | undefined> =>
    client.getTradeHistory({ contractName, fromId: from, limit }, options).catch(() => undefined);
  for (let calls = 1; calls < MAX_CALLS; calls++) {
    const page = (await read()) ?? (limit === LIMIT ? await ((limit = LOW_LIMIT), read()) : undefined);
    if (page === undefined) break;
    trades.push(...page);
    const known = page.flatMap((trade) => idOf(trade) ?? []);
    const newest = known.reduce(later, from);
    // One that begins before it, as where fromId is ignored, shows no end.
    if (newest === from) return { trades, isWhole: known.every((id) => id === from) };
    earlier.lastTrade = from = newest;
  }
  return { trades, isWhole: false };
}

const idOf = ({ tradeId, id }: Trade): RecordId | undefined => readRecordId(tradeId ?? id);

const later = (one: RecordId, other: RecordId | undefined): RecordId =>
  other !== undefined && compareRecordIds(other, one) > 0 ? other : one;
