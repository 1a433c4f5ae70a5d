import type { ServiceClock } from '../client/clock/clock.js';
import type { CallOptions } from '../client/options.js';
import { assertNotAborted, inTime } from '../transport/deadline.js';
import type { Journal, JournalContent, JournalIntent, JournalResult } from '../journal/journal.js';
import type { LookupClient } from './evidence.js';
import { markClock } from './clock-mark.js';
import { isRandomId, type OrderIntent } from './intent.js';
import { readLimits } from './resolve-limits.js';
import { type ResolveLimits, resolveOrder } from './resolve.js';
import { type Submitted, writeResolution } from './submit.js';

/** A journal that hangs must not hold a program longer than this. */
const LONGEST_READ_MS = 10_000;

/** Options of `recover`; the limits are those of `submitOrder`, for each order on its own. */
export interface RecoverOptions extends CallOptions, Partial<ResolveLimits> {}

/** What was found out about what a journal had left open. */
export interface Recovery {
  /** One for each open intent, oldest first, with the order as it was meant. */
  readonly orders: readonly (Submitted & { readonly input: Readonly<Record<string, string>> })[];
  /** Lines of the journal that are no entries; an intent among them was never sent. */
  readonly damaged: JournalContent['damaged'];
}

/**
 * Finds out what became of the orders that a journal has left open: sent by a process that ended before it knew, or not
 * proven either way. It only reads from the service, sends no order, and appends what it found to the journal.
 *
 * To be called when nothing else writes to the journal any more: an order that is on its way right now would be looked
 * up before it is there. Nothing says when the other process ended, so that an order is absent can be told
 * `acceptanceWindowMs + settleMs` after the call, about seven seconds; all orders share that wait.
 *
 * @throws {ArgumentError} Naming the option that is wrong; whatever `journal.read` throws.
 * @throws {TimeoutError | AbortedError} When `journal.read` does not end within `timeoutMs` (10000 when left out), or the
 *   caller aborts before it has.
 * @example
 * const { orders } = await client.recover(journal);
 * for (const { outcome, clientOrderId } of orders) console.log(clientOrderId, outcome);
 */
export async function recover(client: LookupClient, journal: Journal, options: RecoverOptions = {}): Promise<Recovery> {
  const limits = readLimits('recover', options, []);
  const { signal, timeoutMs, headers } = options;
  const { clock } = client;
  const call = {
    operationId: 'recover',
    readOnly: true,
    timeoutMs: timeoutMs ?? LONGEST_READ_MS,
    signal: signal ?? undefined,
  };
  assertNotAborted(call);
  const { entries, damaged } = await inTime((async () => journal.read())(), call);
  const beganAtMs = performance.now();
  const latestMs = await latestOfTheDead(clock, { signal, timeoutMs });
  const results = new Map<string, JournalResult>();
  for (const entry of entries) if (entry.type === 'result') results.set(entry.id, entry);

  const orders: Recovery['orders'][number][] = [];
  for (const entry of entries) {
    if (entry.type !== 'intent' || isFinal(results.get(entry.id))) continue;
    const intent = toIntent(entry);
    const known = results.get(entry.id)?.carriedAtMostMs;
    const carriedAtMostMs = known ?? latestMs(entry);
    const sent = { carriedAtMostMs, endedAtMs: known === undefined ? beganAtMs : -Infinity };
    const resolution = await resolveOrder(client, intent, sent, limits, { signal, timeoutMs, headers });
    orders.push({
      ...(await writeResolution(journal, intent, clock, resolution, carriedAtMostMs)),
      input: entry.input,
    });
  }
  return { orders, damaged };
}

const isFinal = (result: JournalResult | undefined): boolean =>
  result !== undefined && result.outcome !== 'sent' && result.outcome !== 'unknown';

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

/**
 * The highest X-CH-TS that a process which is no more can have sent. Whenever it died, it was before now; it read the same
 * local clock and corrected it as it knew, or by then as we do. Without knowing the service's time there is no bound.
 */
async function latestOfTheDead(
  clock: ServiceClock,
  { signal, timeoutMs }: CallOptions,
): Promise<(entry: JournalIntent) => number> {
  try {
    await clock.sync({ signal: signal ?? undefined, timeoutMs: timeoutMs ?? LONGEST_READ_MS });
  } catch {
    return () => Infinity;
  }
  const { timestampMs: nowMs, offsetMs: nowOffsetMs, latestMs } = markClock(clock);
  // X-CH-TS is the local time as it is, or corrected by the offset: which one of the two is not known.
  const localMs = Math.max(nowMs, nowMs - nowOffsetMs);
  return ({ timestampMs, offsetMs, earliestMs }) => {
    const halfWidthMs = earliestMs === null ? 0 : Math.max(0, timestampMs + Math.max(0, offsetMs) - earliestMs);
    return Math.max(timestampMs, localMs, localMs + offsetMs + halfWidthMs, latestMs);
  };
}
