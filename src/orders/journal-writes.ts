import type { ServiceClock } from '../client/clock/clock.js';
import type { CallOptions } from '../client/options.js';
import { JournalError } from '../core/errors.js';
import { assertNotAborted, inTime } from '../transport/deadline.js';
import type { Journal, JournalIntent, JournalResult } from '../journal/journal.js';
import type { OrderIntent } from './intent.js';

/** A journal that hangs must not hold an order, or what became of it, longer than this. */
const LONGEST_WRITE_MS = 10_000;

/**
 * Writes down what is about to be sent.
 *
 * @throws {JournalError} When the journal could not take it.
 * @throws {TimeoutError | AbortedError} With outcome `not-sent`, when it did not in time.
 */
export async function writeIntent(journal: Journal, intent: OrderIntent, call: CallOptions): Promise<void> {
  const { id, clientOrderId, input, mark } = intent;
  const { timestampMs, offsetMs, earliestMs } = mark;
  const entry: JournalIntent = {
    v: 1,
    type: 'intent',
    id,
    clientOrderId,
    input,
    timestampMs,
    offsetMs,
    earliestMs: earliestMs === -Infinity ? null : earliestMs,
  };
  const timeoutMs = call.timeoutMs ?? LONGEST_WRITE_MS;
  const signal = call.signal ?? undefined;
  const life = { operationId: 'createOrder', readOnly: false, timeoutMs, signal };
  assertNotAborted(life);
  await inTime(append(journal, entry), life);
}

async function append(journal: Journal, entry: JournalIntent): Promise<void> {
  try {
    await journal.append(entry);
  } catch (cause) {
    throw new JournalError('createOrder: the journal could not take the intent (see cause). Nothing was sent.', {
      operationId: 'createOrder',
      cause,
    });
  }
}

/**
 * Writes down what became of an intent. Resolves to what went wrong, if anything: an order that is there must not look
 * like a failure because of a disk.
 */
export async function writeResult(
  journal: Journal | undefined,
  { id, clientOrderId }: OrderIntent,
  clock: ServiceClock,
  result: Pick<JournalResult, 'outcome' | 'orderId' | 'carriedAtMostMs'>,
): Promise<unknown> {
  if (journal === undefined) return undefined;
  const { outcome, orderId, carriedAtMostMs } = result;
  const isOpen = outcome === 'sent' || outcome === 'unknown';
  const life = { operationId: 'createOrder', readOnly: true, timeoutMs: LONGEST_WRITE_MS, signal: undefined };
  try {
    const entry: JournalResult = {
      v: 1,
      type: 'result',
      id,
      clientOrderId,
      outcome,
      timestampMs: timeOf(clock),
      ...(orderId === undefined ? {} : { orderId }),
      ...(isOpen && Number.isFinite(carriedAtMostMs) ? { carriedAtMostMs: carriedAtMostMs! } : {}),
    };
    await inTime((async () => journal.append(entry))(), life);
    return undefined;
  } catch (error) {
    return error ?? new Error('the journal failed without a reason');
  }
}

/** The clock is the caller's, and its time no number would make a line that is no entry. */
function timeOf(clock: ServiceClock): number {
  const timestampMs = clock.timestampMs();
  if (Number.isFinite(timestampMs)) return timestampMs;
  throw new Error('now() gives no time: the result was not written');
}
