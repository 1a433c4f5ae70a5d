import type { ServiceClock } from '../client/clock/clock.js';
import type { CallOptions } from '../client/options.js';
import { within } from '../transport/deadline.js';
import { ask, createLookups, type OrderEvidence, type Lookup, type LookupClient } from './evidence.js';
import { lookUp } from './look-up.js';
import type { ClientTime, ClockMark } from './clock-mark.js';
import type { EarlierRounds } from './read-trades.js';
import type { OrderIntent } from './intent.js';
import type { CreationWindow, FoundOrder } from './match.js';

/** Limits of the search for an order, all in milliseconds. */
export interface ResolveLimits {
  /** Most time for lookups. */
  readonly resolveWithinMs: number;
  /** Greatest age of X-CH-TS when a request is accepted. */
  readonly acceptanceWindowMs: number;
  /** Time that an accepted order can take to be visible, and that one list can lag behind another. */
  readonly settleMs: number;
}

/** The end of an order. */
export type Resolution =
  | { readonly outcome: 'accepted'; readonly order: FoundOrder; readonly evidence: readonly Lookup[] }
  | { readonly outcome: 'absent' | 'unknown'; readonly evidence: readonly Lookup[]; readonly why?: string | undefined };

/** The knowledge of when a request left. */
export interface SentOrder {
  /** The highest X-CH-TS that it can have carried, milliseconds. */
  readonly carriedAtMostMs: number;
  /** When it had ended for certain, by this process's clock that never jumps; minus Infinity: long ago. */
  readonly endedAtMs: number;
  /** Tells whether the journal has an order under a clientOrderId, and no other orderId for it; without a journal, any may be one. */
  readonly isKnown: (clientOrderId: string, orderId: string) => Promise<boolean>;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 2000;
const LONGEST_READ_MS = 10_000;

/**
 * Looks an order up until it is found, until it is certain that there is none and never will be, or until time is up.
 * It only reads, and never rejects: evidence that was gathered is not to be lost.
 *
 *   … carriedAtMost ──acceptanceWindowMs──► ──settleMs──► closed: a whole round that begins here, by the service's clock, too,
 *                                                         and shows nothing ──settleMs──► another one like it: `absent`
 *
 * One round is not enough: an order that ends between two reads has left the open orders, and the history may show it later.
 */
export async function resolveOrder(
  client: LookupClient,
  intent: OrderIntent,
  { carriedAtMostMs, endedAtMs, isKnown }: SentOrder,
  limits: ResolveLimits,
  { signal, timeoutMs, headers }: CallOptions,
): Promise<Resolution> {
  const { clock, time } = client;
  const controller = new AbortController();
  const isOver = (): boolean => controller.signal.aborted && signal?.aborted !== true;
  const evidence: OrderEvidence = { lookups: createLookups(), clock, isOver };
  const { lookups } = evidence;
  const measure = createMeasure(clock, evidence);
  const closesAtMs = carriedAtMostMs + limits.acceptanceWindowMs + limits.settleMs;
  // The clock of getServerTime may be ahead of the one that judges X-CH-TS: so much time has to pass here, too.
  const waitMs = limits.acceptanceWindowMs + limits.settleMs;
  const untilClosedMs = (): number =>
    Math.max(closesAtMs - clock.bounds().earliestMs, endedAtMs + waitMs - time.monotonic());
  // One read that hangs must not take all the time there is.
  const longestReadMs = Math.min(timeoutMs ?? LONGEST_READ_MS, Math.max(1000, limits.resolveWithinMs / 4));
  const options = { signal: controller.signal, timeoutMs: longestReadMs, headers };

  async function lookUpInRounds(): Promise<Resolution> {
    const earlier: EarlierRounds = { undecided: new Set(), named: new Map() };
    let waitedMs = 0;
    let emptySinceMs = Infinity;
    let why: string | undefined;
    // A reason of time is over when the next round begins.
    let isOfTime = false;
    // A wait of the caller that takes no time must not go on forever.
    for (let round = 0; !controller.signal.aborted && waitedMs < limits.resolveWithinMs; round++) {
      const startedAtMs = time.monotonic();
      const measured = await measure(options);
      const isClosed = measured && untilClosedMs() < 0;
      const isRecent = Math.abs(clock.timestampMs() - intent.mark.timestampMs) < RECENT_MS;
      const notBeforeMs = notBefore(intent.mark, client);
      const window: CreationWindow = { notBeforeMs, notAfterMs: closesAtMs, isClosed, isRecent };
      const verdict = await lookUp(client, intent, window, evidence, options, earlier);
      if (verdict.kind === 'ours') return { outcome: 'accepted', order: verdict.order, evidence: lookups };
      if (verdict.kind === 'nothing' && isClosed) {
        if (startedAtMs - emptySinceMs >= limits.settleMs) return absentUnlessRenamed(earlier);
        emptySinceMs = Math.min(emptySinceMs, time.monotonic());
      }
      if (verdict.kind === 'nothing') why = whyNot(untilClosedMs(), limits);
      else if (verdict.why !== undefined || isOfTime) ({ why } = verdict);
      isOfTime = verdict.kind === 'nothing';
      const againInMs = emptySinceMs + limits.settleMs - time.monotonic();
      const delayMs = againInMs > 0 && againInMs < Infinity ? againInMs + 1 : delayOf(round, untilClosedMs());
      await time.wait(delayMs, controller.signal).catch(() => {});
      waitedMs += delayMs;
    }
    return { outcome: 'unknown', evidence: lookups, why };
  }

  /** A service may list orders under ids of its own. It does not where one of the journal is listed under the id that it was given. */
  async function absentUnlessRenamed({ named }: EarlierRounds): Promise<Resolution> {
    const rows = [...named.values()];
    const alike = rows.find(({ isAlike }) => isAlike);
    if (alike === undefined) return { outcome: 'absent', evidence: lookups };
    for (const { clientIds, orderIds } of [alike, ...rows.slice(0, 20), ...rows.slice(-20)]) {
      const asked = Promise.all(clientIds.map((id) => isKnown(id, orderIds[0]!)));
      const known = await within(asked, limits.resolveWithinMs, controller.signal).catch(() => undefined);
      if (known?.includes(true)) return { outcome: 'absent', evidence: lookups };
    }
    const { clientIds, isAlike: _, ...seen } = alike;
    const why = `${seen.operation} shows an order like it under ${clientIds.join(', ')}, which was not found in the journal`;
    lookups.push({ ...seen, said: 'candidate', reason: why });
    return { outcome: 'unknown', evidence: lookups, why };
  }

  if (limits.resolveWithinMs === 0 || signal?.aborted === true) return { outcome: 'unknown', evidence: lookups };
  const rounds = lookUpInRounds().catch((error: unknown): Resolution => {
    // The caller's clock, say. What became of the order is as unknown as before.
    const reason = error instanceof Error ? error.message : String(error);
    lookups.push({ operation: 'getServerTime', atMs: Number.NaN, said: 'failed', reason, orderIds: [] });
    return { outcome: 'unknown', evidence: lookups };
  });
  const found = await within(rounds, limits.resolveWithinMs, signal ?? undefined).catch(() => undefined);
  if (found !== undefined) return found;
  // Reads that are under way end by the signal, and what they showed until then counts.
  controller.abort(signal?.reason);
  return rounds;
}

/** The reason why a round that showed nothing proves nothing. */
function whyNot(untilClosedMs: number, { settleMs }: ResolveLimits): string {
  if (untilClosedMs === Infinity) return 'it is not known for how long it may still be accepted';
  return untilClosedMs > 0
    ? `it may still be accepted for ${Math.ceil(untilClosedMs / 1000)} s, and nothing shows earlier that there is none`
    : `it takes two rounds of them, ${settleMs} ms apart, and time was over: search for longer (resolveWithinMs)`;
}

/** Measures the service's clock until that has succeeded once, and again whenever the local clock was seen to jump. */
function createMeasure(clock: ServiceClock, evidence: OrderEvidence) {
  let measuredAtJumps: number | undefined;
  return async ({ signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }): Promise<boolean> => {
    if (measuredAtJumps === clock.jumps) return true;
    const { jumps } = clock;
    if ((await ask(evidence, 'getServerTime', () => clock.sync({ signal, timeoutMs }))) === undefined) return false;
    measuredAtJumps = jumps;
    return true;
  };
}

/** No order history is assumed to forget sooner. */
const RECENT_MS = 3_600_000;

/** A clock that a machine has in another time zone, or a day off, is corrected soon after its start. */
const CORRECTED_MS = 86_400_000;

/**
 * The service's time was at least this when the order was meant. It is also reckoned back from what is known now, since a
 * Date header may have said anything then: by the clock that never jumps in the same process, and by the local clock.
 */
function notBefore(mark: ClockMark, { clock, time }: ClientTime): number {
  const { earliestMs, timestampMs, offsetMs } = mark;
  if (mark.process === 'own' && mark.jumps !== clock.jumps) return mark.source === 'time' ? earliestMs : -Infinity;
  const localMs = Math.min(timestampMs, timestampMs - offsetMs);
  const byLocalMs = localMs + clock.offsetMs - clock.uncertaintyMs;
  if (mark.process === 'another')
    return earliestMs === -Infinity ? byLocalMs - CORRECTED_MS : Math.min(earliestMs, byLocalMs);
  const reckonedMs = Math.min(byLocalMs, clock.bounds().earliestMs - (time.monotonic() - mark.atMs));
  return earliestMs === -Infinity ? reckonedMs : Math.min(earliestMs, reckonedMs);
}

/** Waits longer from round to round, by chance a little less, and no longer than until it can be told for certain. */
function delayOf(round: number, untilClosedMs: number): number {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** round) * (0.5 + Math.random() / 2);
  return untilClosedMs >= 0 ? Math.min(delayMs, untilClosedMs + 1) : delayMs;
}
