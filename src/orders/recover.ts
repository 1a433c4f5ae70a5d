import type { ServiceClock } from '../client/clock/clock.js';
import { timeOf } from '../client/clock/passing-time.js';
import type { CallOptions } from '../client/options.js';
import {
  type DamagedLine,
  isShared,
  type Journal,
  type JournalIntent,
  type JournalResult,
  type OrderJournal,
  type SharedJournal,
} from '../journal/journal.js';
import { readOpenIntents } from '../journal/open-intents.js';
import { assertNotAborted, inTime } from '../transport/deadline.js';
import { markClock } from './clock-mark.js';
import { type LookupClient, TIME_OVER } from './evidence.js';
import { isRandomId, type OrderIntent } from './intent.js';
import { momentNow } from './lease.js';
import { type OrderRecord, ownedRecord, recordOfOpen } from './order-record.js';
import { type Resolution, type ResolveLimits, resolveOrder } from './resolve.js';
import { readLimits } from './resolve-limits.js';
import { type Submitted, writeResolution } from './submit.js';

/** A journal that hangs must not hold a program longer than this. */
const LONGEST_READ_MS = 10_000;

/** So many orders of a shared journal are looked up in one go; more would have to wait for them under a lease. */
const MAX_CLAIMS = 100;

/** Options of `recover`; the limits are those of `submitOrder`, for each order on its own. */
export interface RecoverOptions extends CallOptions, Partial<ResolveLimits> {}

/** What was found out about what a journal had left open. */
export interface Recovery {
  /** One for each open intent, oldest first, with the order as it was meant. */
  readonly orders: readonly (Submitted & { readonly input: Readonly<Record<string, string>> })[];
  /**
   * Parts of the journal that cannot be read. Unless they are `cut`, stop and look at the service by hand before you send
   * anything again: an order in them may be there, and is not among `orders`.
   */
  readonly damaged: readonly DamagedLine[];
  /**
   * Shared journals only: intents that were left alone, because another process works on them, or has crashed less than a
   * lease ago.
   */
  readonly leased?: number;
}

/**
 * Finds out what became of the orders that a journal has left open: sent by a process that ended before it knew, or not
 * proven either way. It only reads from the service, sends no order, and writes what it found to the journal.
 *
 * A journal of one process: call it when nothing else writes to the journal, because an order that is on its way right now
 * would be looked up before it is there. A shared journal: call it at any time, beside any other process; it takes only
 * what has no live lease. Nothing says when the other process ended, so an absence takes
 * `acceptanceWindowMs + settleMs` to prove, about seven seconds; all orders share that wait.
 *
 * An order behind whose intent the journal is damaged is never `absent`: its result may have been there.
 *
 * @throws {ArgumentError} Naming the wrong option; also any error that the journal throws when it is read.
 * @throws {TimeoutError | AbortedError} When reading the journal does not end within `timeoutMs` (10000 when left out), or
 *   the caller aborts before it has.
 * @example
 * const { orders, damaged } = await client.recover(journal);
 * for (const { outcome, clientOrderId } of orders) console.log(clientOrderId, outcome);
 * if (damaged.some(({ kind }) => kind !== 'cut')) throw new Error('an order may be in a damaged line');
 */
export async function recover(
  client: LookupClient,
  journal: OrderJournal,
  options: RecoverOptions = {},
): Promise<Recovery> {
  const limits = readLimits('recover', options, []);
  const run: RecoveryRun = { client, limits, options, orders: [] };
  return isShared(journal) ? recoverShared(run, journal) : recoverOwn(run, journal);
}

interface RecoveryRun {
  readonly client: LookupClient;
  readonly limits: ResolveLimits;
  readonly options: RecoverOptions;
  readonly orders: Recovery['orders'][number][];
}

async function recoverOwn(run: RecoveryRun, journal: Journal): Promise<Recovery> {
  const { open, damaged } = await readInTime(run, () => readOpenIntents(journal));
  const end = await boundEnd(run);
  for (const { intent, last, isDoubtful } of open)
    await resolveOpen(run, { entry: intent, last, isDoubtful, end }, (order) => recordOfOpen(journal, order));
  return { orders: run.orders, damaged };
}

async function recoverShared(run: RecoveryRun, journal: SharedJournal): Promise<Recovery> {
  const seen: string[] = [];
  for (;;) {
    const held: {
      readonly order: OrderIntent;
      readonly last: JournalResult | undefined;
      readonly record: OrderRecord;
      readonly entry: JournalIntent;
    }[] = [];
    try {
      while (held.length < MAX_CLAIMS) {
        const since = momentNow();
        const claim = await readInTime(run, () => journal.claim(seen));
        if (claim === undefined) break;
        const { intent: entry, last } = claim;
        const order = toIntent(entry);
        held.push({ order, entry, last, record: ownedRecord(journal, claim, order, since) });
        seen.push(entry.id);
      }
      if (held.length === 0) break;
      const end = await boundEnd(run);
      for (const { entry, last, record } of held)
        await resolveOpen(run, { entry, last, isDoubtful: false, end }, () => record);
    } finally {
      for (const { record } of held) record.release();
    }
  }
  const leased = await readInTime(run, () => journal.countLeased());
  return { orders: run.orders, damaged: [], leased };
}

async function readInTime<T>({ options }: RecoveryRun, read: () => Promise<T>): Promise<T> {
  const { signal, timeoutMs = LONGEST_READ_MS } = options;
  const life = { operationId: 'recover', readOnly: true, timeoutMs, signal: signal ?? undefined };
  assertNotAborted(life);
  return inTime(read(), life);
}

interface OpenOrder {
  readonly entry: JournalIntent;
  readonly last: JournalResult | undefined;
  readonly isDoubtful: boolean;
  readonly end: ProcessEnd;
}

async function resolveOpen(
  { client, limits, options, orders }: RecoveryRun,
  { entry, last, isDoubtful, end }: OpenOrder,
  recordFor: (order: OrderIntent) => OrderRecord,
): Promise<void> {
  const { signal, timeoutMs, headers } = options;
  const order = toIntent(entry);
  const known = last?.carriedAtMostMs;
  const carriedAtMostMs = known ?? end.maxTimestampOf(entry);
  const sent = { carriedAtMostMs, endedAtMs: known === undefined ? end.beforeMs : -Infinity };
  const found = await resolveOrder(client, order, sent, limits, { signal, timeoutMs, headers });
  const resolution = isDoubtful && found.outcome === 'absent' ? { ...found, outcome: 'unknown' as const } : found;
  const why = resolution === found ? whyUnknown(found) : DOUBTFUL;
  orders.push({
    ...(await writeResolution(recordFor(order), order, client.clock, resolution, carriedAtMostMs)),
    ...(why === undefined ? {} : { cause: new Error(why) }),
    input: entry.input,
  });
}

const DOUBTFUL =
  'The service shows no such order, but the journal is damaged after its intent, where "accepted" may have been written. ' +
  'Look it up by hand, then append its result to the journal.';

/** A wrong secret or a service that is down leaves an order unknown, too: said first, because that can be changed. */
function whyUnknown({ outcome, evidence }: Resolution): string | undefined {
  const failed = evidence.filter(({ said }) => said === 'failed');
  const last = failed.findLast(({ reason }) => reason !== TIME_OVER) ?? failed.at(-1);
  if (outcome !== 'unknown' || last === undefined) return undefined;
  return `${failed.length} of ${evidence.length} lookups failed, which proves nothing about the order. The last reason: ${last.reason}`;
}

function toIntent({ id, clientOrderId, input, timestampMs, offsetMs, earliestMs }: JournalIntent): OrderIntent {
  const mark = {
    timestampMs,
    offsetMs,
    earliestMs: earliestMs ?? -Infinity,
    latestMs: Infinity,
    source: undefined,
    jumps: undefined,
    atMs: undefined,
  };
  return { id, clientOrderId, idIsRandom: isRandomId(clientOrderId), input, mark };
}

/** What is known about when a process stopped to send: it crashed, or its lease ran out. */
interface ProcessEnd {
  /** Not later than this, by this process's clock that never jumps. */
  readonly beforeMs: number;
  /** The highest X-CH-TS that it can have sent. */
  maxTimestampOf(entry: JournalIntent): number;
}

/**
 * Whenever the other process stopped, it was before now; it read the same local clock and corrected it as it knew, or by
 * then as we do. Without knowing the service's time there is no bound.
 */
async function boundEnd({ client: { clock }, options }: RecoveryRun): Promise<ProcessEnd> {
  const beforeMs = timeOf(clock).monotonic();
  const { signal, timeoutMs = LONGEST_READ_MS } = options;
  try {
    await clock.sync({ signal: signal ?? undefined, timeoutMs });
  } catch {
    return { beforeMs, maxTimestampOf: () => Infinity };
  }
  return { beforeMs, maxTimestampOf: maxTimestampBefore(clock) };
}

function maxTimestampBefore(clock: ServiceClock): ProcessEnd['maxTimestampOf'] {
  const { timestampMs: nowMs, offsetMs: nowOffsetMs, latestMs } = markClock(clock);
  // X-CH-TS is the local time as it is, or corrected by the offset: which one of the two is not known.
  const localMs = Math.max(nowMs, nowMs - nowOffsetMs);
  return ({ timestampMs, offsetMs, earliestMs }) => {
    const halfWidthMs = earliestMs === null ? 0 : Math.max(0, timestampMs + Math.max(0, offsetMs) - earliestMs);
    return Math.max(timestampMs, localMs, localMs + offsetMs + halfWidthMs, latestMs);
  };
}
