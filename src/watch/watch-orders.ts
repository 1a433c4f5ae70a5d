import { asksToSlowDown } from '../client/slow-down.js';
import { mayPass } from '../client/retry.js';
import {
  AbortedError,
  ArgumentError,
  FuturesError,
  PagingError,
  RateLimitError,
  ResponseError,
  UnsupportedError,
} from '../core/errors.js';
import type { OrderJournal } from '../journal/journal.js';
import { type AccountClient, accountsOf } from '../orders/account.js';
import type { LookupClient } from '../orders/evidence.js';
import { findOrder } from '../orders/order-record.js';
import type { OrderEvent, Told } from './order-event.js';
import { OrderWatch } from './order-watch.js';
import { readToken, writeToken } from './resume-token.js';
import { type SharedReads, shareReads } from './shared-reads.js';
import { readWatchOptions, type WatchOptions } from './watch-options.js';

/** Some may come from replicas that contradict one another, with other failures in between. */
const MIN_PAGING_FAILURES = 5;

/** The reads that the watches of one client have under way. */
const shared = new WeakMap<LookupClient, SharedReads>();

/**
 * Follows the orders of a contract until `signal` is aborted.
 *
 * @throws {ArgumentError} (at the first event) When an option or the token is wrong. Nothing was sent.
 * @throws {FuturesError} A read failed in a way that does not pass. The token of the last event stays good.
 */
export async function* watchOrders(
  client: LookupClient & AccountClient,
  given: WatchOptions,
  usual: OrderJournal | undefined,
  signal: AbortSignal,
): AsyncGenerator<OrderEvent, void, undefined> {
  const settings = readWatchOptions(given, signal);
  const { contractName, since, fastestMs, slowestMs, journal = usual } = settings;
  const { time, clock, accounts = [] } = client;
  const told = since === undefined ? undefined : readToken(since, accounts, contractName);
  if (!shared.has(client)) shared.set(client, new Map());
  const watch = new OrderWatch(shareReads(client, shared.get(client)!, settings.shareMs), settings, told);
  const finish = (event: Told): OrderEvent =>
    ({
      ...event,
      at: clock.timestampMs(),
      token: writeToken(accounts[0] ?? '', contractName, watch.told),
    }) as OrderEvent;

  let intervalMs = fastestMs;
  let unpageable: { readonly sinceMs: number; count: number } | undefined;
  while (!signal.aborted) {
    let failure: unknown;
    await watch.look().catch((error: unknown) => (failure = error));
    if (signal.aborted) return;
    if (failure !== undefined && !passes(failure)) throw failure;
    // A history that cannot be paged has no end to begin at; replicas contradict one another for a while only.
    if (failure === undefined) unpageable = undefined;
    if (failure instanceof PagingError) {
      unpageable ??= { sinceMs: time.monotonic(), count: 0 };
      const isOver = time.monotonic() - unpageable.sinceMs >= 2 * settings.settleMs;
      if (++unpageable.count >= MIN_PAGING_FAILURES && isOver) throw failure;
    }
    let isActive = watch.isWaiting;
    for (const event of watch.tell()) {
      isActive = true;
      const input = await inputOf(event, journal, accountsOf(client));
      yield { ...finish(event), ...input };
      if (signal.aborted) return;
    }
    intervalMs = isActive && failure === undefined ? fastestMs : Math.min(intervalMs * 2, slowestMs);
    if (failure !== undefined) intervalMs = Math.max(intervalMs, pauseOf(failure));
    if (failure !== undefined && settings.interruptions === true)
      yield finish({ type: 'interrupted', error: failure as FuturesError, retryInMs: intervalMs, evidence: [] });
    await time.wait(intervalMs, signal).catch(() => {});
    intervalMs = Math.min(intervalMs, slowestMs);
  }
}

/** True when a later look may succeed. A service that rejects a key will reject it again. */
function passes(error: unknown): error is FuturesError {
  if (!(error instanceof FuturesError) || error instanceof ArgumentError) return false;
  if (error instanceof UnsupportedError || error instanceof AbortedError) return false;
  const isRefused = error instanceof ResponseError && error.outcome === 'rejected';
  return !isRefused || mayPass(error) || asksToSlowDown(error.status);
}

/** Milliseconds that the service asks to wait. */
function pauseOf(error: unknown): number {
  if (error instanceof RateLimitError) return Number.isFinite(error.waitMs) ? error.waitMs : 0;
  return (error instanceof ResponseError && error.retryAfterMs) || 0;
}

/** The order in the journal. A failure of the journal is not a reason to miss an event. */
async function inputOf(
  event: Told,
  journal: OrderJournal | undefined,
  accounts: readonly string[],
): Promise<{ readonly input?: Readonly<Record<string, string>> }> {
  const clientOrderId = 'clientOrderId' in event ? event.clientOrderId : undefined;
  if (journal === undefined || clientOrderId === undefined) return {};
  const known = await findOrder(journal, { clientOrderId }, accounts).catch(() => undefined);
  return known?.intent === undefined ? {} : { input: known.intent.input };
}
