import type { ServiceClock } from '../client/clock/clock.js';
import type { CallOptions } from '../client/options.js';
import { isOrderId } from '../core/envelope.js';
import { JournalError } from '../core/errors.js';
import { DROPPED } from '../journal/already-there.js';
import {
  isShared,
  type Journal,
  type JournalClaim,
  type JournalIntent,
  type JournalResult,
  type KnownOrder,
  type OrderJournal,
  type SharedJournal,
} from '../journal/journal.js';
import { findKnown } from '../journal/open-intents.js';
import { assertNotAborted, inTime, within } from '../transport/deadline.js';
import { timedOut } from '../transport/failures.js';
import type { OrderIntent } from './intent.js';
import { keepLease, type Moment, momentNow, passedSince } from './lease.js';
import { readRecord } from './match.js';
import type { Resolution, SentOrder } from './resolve.js';
import { omitUndefined, type Submitted } from './submitted.js';

/** The end of an intent, as far as the journal keeps it. */
export type ResultToWrite = Pick<JournalResult, 'outcome' | 'orderId' | 'carriedAtMostMs'> &
  Partial<Pick<JournalResult, 'timestampMs'>>;

/** The place of one order in its journal. */
export interface OrderRecord {
  /**
   * Writes down what became of the order. Resolves to what went wrong, if anything: an order that is there must not look
   * like a failure because of a disk.
   */
  write(clock: ServiceClock, result: ResultToWrite): Promise<unknown>;
  readonly isKnown: SentOrder['isKnown'];
  /** @throws {JournalError} When another process may look after the order by now. Nothing was sent. */
  readonly assertOwned: () => void;
  /** Call it when the work on the order has ended, however it ended. */
  release(): void;
}

/** A journal that hangs must not hold an order, or what became of it, longer than this. */
const LONGEST_WRITE_MS = 10_000;

/**
 * Writes down what is about to be sent, unless the journal knows an order under the clientOrderId. `accounts` are those in
 * which it may be the same order; a random id is new.
 *
 * @throws {JournalError} When the journal could not take it.
 * @throws {TimeoutError | AbortedError} With outcome `not-sent`, when it did not in time.
 */
export async function recordIntent(
  journal: OrderJournal,
  intent: OrderIntent,
  accounts: readonly string[],
  call: CallOptions,
): Promise<OrderRecord | { readonly known: KnownOrder }> {
  const entry = toEntry(intent);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const known = intent.idIsRandom ? undefined : await inJournal(call, () => findOrder(journal, intent, accounts));
    if (known !== undefined) return { known };
    if (!isShared(journal)) {
      await inJournal(call, async () => journal.append(entry));
      return recordOfOpen(journal, intent);
    }
    const since = momentNow();
    const claim = await inJournal(call, () => journal.insert(entry));
    if (claim !== undefined) return ownedRecord(journal, claim, intent, since);
  }
  throw notSent(new JournalError('the journal takes no intent under this clientOrderId, and has none.'));
}

/** One step of a journal, before anything is sent. @throws {JournalError | TimeoutError | AbortedError} */
export async function inJournal<T>(
  { timeoutMs = LONGEST_WRITE_MS, signal }: CallOptions,
  work: () => Promise<T>,
): Promise<T> {
  const life = { operationId: 'createOrder', readOnly: false, timeoutMs, signal: signal ?? undefined };
  assertNotAborted(life);
  const since = momentNow();
  const done = await inTime(orJournalError(work), life);
  // The process or the machine may have stood still, so that its timer came late.
  if (passedSince(since) >= timeoutMs) throw timedOut(life, false);
  return done;
}

/** Another process may insert the order, and end it, between two steps of this one. */
const MAX_TRIES = 5;

/** The order that the journal knows, or something that may be it; in any account where none are given. */
export async function findOrder(
  journal: OrderJournal,
  { clientOrderId }: Pick<OrderIntent, 'clientOrderId'>,
  accounts?: readonly string[],
): Promise<KnownOrder | undefined> {
  const found = isShared(journal)
    ? await journal.find(clientOrderId, accounts)
    : await findKnown(journal, clientOrderId, accounts);
  return found.find(({ intent }) => intent?.account !== undefined) ?? found[0];
}

/** The record of an intent that is in the journal of one process. */
export const recordOfOpen = (journal: Journal, intent: OrderIntent): OrderRecord => ({
  ...recordOf(journal, intent, async (result) => journal.append(result)),
  assertOwned: () => orNotSent(() => journal.assertHeld?.(intent.id)),
});

function orNotSent(assert: () => unknown): void {
  try {
    const held = assert() as PromiseLike<unknown> | undefined;
    if (typeof held?.then !== 'function') return;
    Promise.resolve(held).catch(() => {});
    throw new JournalError('an assertion of the journal returned a promise, which comes too late: it has to throw.');
  } catch (cause) {
    throw notSent(cause);
  }
}

/** The record of an intent that was inserted or claimed after `since`; its lease is renewed until it is released. */
export function ownedRecord(
  journal: SharedJournal,
  claim: JournalClaim,
  intent: OrderIntent,
  since: Moment,
): OrderRecord {
  const lease = keepLease(journal, claim, since);
  const record = recordOf(journal, intent, async (result) => {
    if (await journal.write(claim, result)) return;
    throw new JournalError(
      'another process took over this order because the lease had expired: its result is in the journal',
      { operationId: 'createOrder', outcome: 'unknown', reason: 'lease' },
    );
  });
  const assertOwned = (): void => {
    lease.assertLive();
    orNotSent(() => journal.assertInPlace?.());
  };
  return { ...record, assertOwned, release: lease.release };
}

export const NO_RECORD: OrderRecord = { async write() {}, isKnown: async () => true, assertOwned() {}, release() {} };

type Append = (result: JournalResult) => Promise<void>;

function recordOf(journal: OrderJournal, intent: OrderIntent, append: Append): OrderRecord {
  return {
    ...NO_RECORD,
    async isKnown(clientOrderId, orderId) {
      const known = await findOrder(journal, { clientOrderId });
      return known?.why === DROPPED || (known?.intent !== undefined && (known.last?.orderId ?? orderId) === orderId);
    },
    async write(clock, given) {
      try {
        const work = append(toResult(intent, clock, given)).then(() => true);
        if ((await within(work, LONGEST_WRITE_MS, undefined)) === true) return undefined;
        throw new Error(`the journal did not take it within ${LONGEST_WRITE_MS / 1000} s.`);
      } catch (cause) {
        return notWritten(given.outcome, cause);
      }
    },
  };
}

/** Writes down what was found and turns it into a result. */
export async function writeResolution(
  record: OrderRecord,
  { clientOrderId }: OrderIntent,
  clock: ServiceClock,
  resolution: Resolution,
  known: Omit<ResultToWrite, 'outcome'>,
): Promise<Submitted> {
  const { evidence } = resolution;
  const order = resolution.outcome === 'accepted' ? resolution.order : undefined;
  // It may be there under the id that the response named.
  const { orderId: named, ...bounds } = known;
  const outcome = named !== undefined && resolution.outcome === 'absent' ? 'unknown' : resolution.outcome;
  const shownId = order && readRecord(order).orderId;
  const orderId = isOrderId(shownId) ? shownId : undefined;
  const journalError = await record.write(clock, {
    ...bounds,
    outcome,
    ...omitUndefined({ orderId: order === undefined ? named : orderId }),
  });
  if (outcome === 'accepted')
    return { outcome, clientOrderId, evidence, ...omitUndefined({ orderId, order, journalError }) };
  // Another process may have read "absent" in the journal, and have sent the order again.
  const told = journalError === undefined ? outcome : 'unknown';
  return { outcome: told, clientOrderId, evidence, ...omitUndefined({ journalError }) };
}

async function orJournalError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw notSent(cause);
  }
}

export function notSent(cause: unknown): JournalError {
  const isOurs = cause instanceof JournalError;
  const problem = isOurs ? cause.message : 'the intent could not be written to the journal (see cause).';
  const reason = isOurs ? cause.reason : 'store';
  return new JournalError(`createOrder: ${problem} Nothing was sent.`, { operationId: 'createOrder', cause, reason });
}

/** It must not be taken for the error of an order that was not sent. */
function notWritten(outcome: JournalResult['outcome'], cause: unknown): JournalError {
  if (cause instanceof JournalError && cause.outcome === 'unknown') return cause;
  const why = cause instanceof Error ? cause.message.replace(/ Nothing was sent\.$/, '') : 'see cause.';
  return new JournalError(
    `createOrder: the result (${outcome}) is not in the journal: ${why} ` +
      'recover with the journal that has its intent looks it up again. Do not send the order again.',
    { operationId: 'createOrder', outcome: 'unknown', cause },
  );
}

function toEntry({ id, clientOrderId, account, headers, input, mark }: OrderIntent): JournalIntent {
  const { timestampMs, offsetMs, earliestMs } = mark;
  return {
    v: 1,
    type: 'intent',
    id,
    clientOrderId,
    ...omitUndefined({ account, headers }),
    input,
    timestampMs,
    offsetMs,
    earliestMs: earliestMs === -Infinity ? null : earliestMs,
  };
}

function toResult({ id, clientOrderId }: OrderIntent, clock: ServiceClock, given: ResultToWrite): JournalResult {
  const { outcome, orderId, carriedAtMostMs, timestampMs = clock.timestampMs() } = given;
  return {
    v: 1,
    type: 'result',
    id,
    clientOrderId,
    outcome,
    timestampMs,
    ...(orderId === undefined ? {} : { orderId }),
    ...(Number.isFinite(carriedAtMostMs) ? { carriedAtMostMs: carriedAtMostMs! } : {}),
  };
}
