import { operations } from '../../generated/operations.js';
import { sameDecimal } from '../core/decimal.js';
import { FuturesError, JournalError } from '../core/errors.js';
import { cannotTell, DROPPED } from '../journal/already-there.js';
import {
  isShared,
  isUnreadable,
  type Journal,
  type JournalIntent,
  type JournalResult,
  type KnownOrder,
  type OrderJournal,
  type SharedJournal,
} from '../journal/journal.js';
import { readOpenIntents } from '../journal/open-intents.js';
import type { OrderUnderWay } from '../journal/under-way.js';
import { within } from '../transport/deadline.js';
import { accountsOf } from './account.js';
import type { OrderIntent } from './intent.js';
import { momentNow } from './lease.js';
import { findOrder, inJournal, notSent, ownedRecord } from './order-record.js';
import { boundEnd, LONGEST_READ_MS, type LookupRun, resolveOpen, takeOver, toIntent } from './resolve-open.js';
import type { Submitted } from './submitted.js';

/*
 *   the same clientOrderId ─┬─ under way in this process ─► wait for it; not sent ─► on our own
 *                           ├─ accepted ─────────────────► its stored result
 *                           ├─ open ─┬─ free ────────────► look it up, as recover does
 *                           │        └─ leased ──────────► unknown: another process works on it
 *                           └─ another order, or no telling ─► JournalError
 */

/**
 * Waits for the same order that this process is working on. Undefined when that one was not sent.
 *
 * @throws {JournalError} When it is a different order, or was sent with other headers.
 */
export async function joinOrder(
  { limits, options: { signal, timeoutMs = LONGEST_READ_MS } }: LookupRun,
  other: OrderUnderWay,
  { clientOrderId, input, headers }: OrderIntent,
): Promise<Submitted | undefined> {
  if (other.headers !== headers) throw notSent(cannotTell(clientOrderId, ELSEWHERE));
  assertSameOrder(clientOrderId, other.input, input);
  let cause: unknown = leased(clientOrderId, 'This process is still working on the order');
  try {
    const end = other.end as Promise<Submitted>;
    const found = await within(end, timeoutMs + limits.resolveWithinMs, signal ?? undefined);
    if (found !== undefined) return { ...found, clientOrderId, isRepeat: true };
  } catch (error) {
    if (error instanceof FuturesError && error.outcome === 'not-sent') return undefined;
    if (signal?.aborted !== true) throw error;
    cause = signal.reason;
  }
  return { outcome: 'unknown', clientOrderId, evidence: [], cause, isRepeat: true };
}

/**
 * Finds out what became of an order that the journal knows. Sends nothing.
 *
 * @throws {JournalError} When it is a different order, or there is no telling.
 */
export async function repeatOrder(
  run: LookupRun,
  journal: OrderJournal,
  { intent, last, why = DROPPED }: KnownOrder,
  order: OrderIntent,
): Promise<Submitted> {
  const { clientOrderId } = order;
  if (intent === undefined) throw notSent(cannotTell(clientOrderId, why));
  if (intent.account === undefined && order.account !== undefined) throw notSent(cannotTell(clientOrderId, NAMELESS));
  if (intent.headers !== order.headers) throw notSent(cannotTell(clientOrderId, ELSEWHERE));
  assertSameOrder(clientOrderId, intent.input, order.input);
  if (last?.outcome === 'accepted') return storedResult(last);
  const found = isShared(journal)
    ? await claimAndResolve(run, journal, intent)
    : await resolveOwn(run, journal, intent);
  if (found !== undefined) return { ...found, isRepeat: true };
  // Its end may have come meanwhile.
  const again = await inJournal(run.options, () => findOrder(journal, order, accountsOf(run.client)));
  if (again?.last?.outcome === 'accepted') return storedResult(again.last);
  const cause = leased(clientOrderId, 'Another process, or one that crashed less than a lease ago, has the order');
  return { outcome: 'unknown', clientOrderId, evidence: [], cause, isRepeat: true };
}

const ELSEWHERE = 'it has one under it that was sent with other headers, which may choose another account';

const NAMELESS = 'it has one under it that does not say which account it belongs to';

function storedResult({ clientOrderId, orderId }: JournalResult): Submitted {
  const result = { outcome: 'accepted', clientOrderId, evidence: [], isRepeat: true } as const;
  return orderId === undefined ? result : { ...result, orderId };
}

async function resolveOwn(run: LookupRun, journal: Journal, { id }: JournalIntent): Promise<Submitted | undefined> {
  const { open } = await inJournal(run.options, () => readOpenIntents(journal));
  const found = open.find(({ intent }) => intent.id === id);
  if (found === undefined) return undefined;
  const record = await takeOver(run, journal, found);
  return resolveOpen(run, found, await boundEnd(run), record);
}

async function claimAndResolve(
  run: LookupRun,
  journal: SharedJournal,
  { id, clientOrderId, account = '' }: JournalIntent,
): Promise<Submitted | undefined> {
  const since = momentNow();
  const wanted = { except: [], accounts: [account], clientOrderId };
  const claim = await inJournal(run.options, () => journal.claim(wanted));
  if (claim === undefined || isUnreadable(claim) || claim.intent.id !== id) return undefined;
  const record = ownedRecord(journal, claim, toIntent(claim.intent), since);
  try {
    return await resolveOpen(run, { ...claim, isDoubtful: false }, await boundEnd(run), record);
  } finally {
    record.release();
  }
}

/** Decimals are compared by their values: "65000.10" and "65000.1" are one price. */
export function differencesOf(known: JournalIntent['input'], meant: JournalIntent['input']): readonly string[] {
  return operations.createOrder.fields.flatMap(({ name, kind }) => {
    const [there, here] = [known[name] ?? 'none', meant[name] ?? 'none'];
    const isSame = there === here || (kind === 'decimal' && sameDecimal(there, here) === true);
    return isSame ? [] : [`${name} ${there}, now ${here}`];
  });
}

function assertSameOrder(clientOrderId: string, known: JournalIntent['input'], meant: JournalIntent['input']): void {
  const differences = differencesOf(known, meant);
  if (differences.length === 0) return;
  const message =
    `the journal has a different order under the clientOrderId ${clientOrderId} (${differences.join('; ')}). ` +
    'Use another clientOrderId for another order.';
  throw notSent(new JournalError(message, { reason: 'conflict' }));
}

const leased = (clientOrderId: string, who: string): JournalError =>
  new JournalError(`${who} ${clientOrderId}. This call sent nothing. Submit it again later, or use recover.`, {
    ...{ operationId: 'createOrder', outcome: 'unknown', reason: 'lease' },
  });
