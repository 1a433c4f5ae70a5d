import type { CreateOrderInput } from '../../generated/client.js';
import { ownOptions } from '../core/options.js';
import type { InnerClient } from '../client/operations-client.js';
import type { CallOptions } from '../client/options.js';
import { FuturesError, JournalError, type Outcome, ResponseError, ResponseShapeError } from '../core/errors.js';
import { hasSlept, isForeseen, markClock } from './clock-mark.js';
import type { OrderJournal } from '../journal/journal.js';
import { keepUnderWay, underWay } from '../journal/under-way.js';
import { type AccountClient, accountsOf } from './account.js';
import type { LookupClient } from './evidence.js';
import { createIntent, type OwnIntent } from './intent.js';
import { isOrderId } from '../core/envelope.js';
import { NO_RECORD, notSent, type OrderRecord, recordIntent, writeResolution } from './order-record.js';
import { joinOrder, repeatOrder } from './repeat.js';
import type { LookupRun } from './resolve-open.js';
import { type ResolveLimits, resolveOrder } from './resolve.js';
import { readLimits } from './resolve-limits.js';
import { omitUndefined, type Submitted } from './submitted.js';

/** The methods of a client that submitOrder calls. */
export type SubmitClient = LookupClient & AccountClient & Pick<InnerClient, 'createOrder'>;

/** Options of `submitOrder`; `timeoutMs` is the deadline of the order, and at most that of each read; `signal` ends everything. */
export interface SubmitOptions extends CallOptions, Partial<ResolveLimits> {
  /**
   * Milliseconds for which an order whose response was lost is looked for. Default 15000; 0 does not look at all.
   *
   * The absence of an order cannot be told before `acceptanceWindowMs + 2 * settleMs` have passed.
   */
  readonly resolveWithinMs?: number;
  /** Greatest age of X-CH-TS when an order is accepted, milliseconds. Default 5000: observed, unknown `timestamp.window`. */
  readonly acceptanceWindowMs?: number;
  /** Milliseconds that an accepted order can take to be visible, and one list to follow another. Default 2000. Assumed: no source says. */
  readonly settleMs?: number;
  /** Where the intent is written before the order is sent, and what became of it afterwards. */
  readonly journal?: OrderJournal | undefined;
}

/**
 * Sends one order once, and finds out what happened to it when the response was lost. It never resends.
 *
 * With a journal, the same order under the same clientOrderId is sent once however often it is submitted: a repeat sends
 * nothing and resolves to what became of the first (`isRepeat`). After `absent`, `rejected` and `not-sent` it is sent again.
 *
 * @throws {FuturesError} With outcome `not-sent` or `rejected`, as createOrder throws it.
 * @throws {ArgumentError} Before anything is sent, when the input, the clientOrderId (32 characters or more) or an option
 *   is wrong.
 * @throws {JournalError} Before anything is sent, when the intent cannot be written to the journal, or (reason `conflict`) the
 *   journal has a different order under the clientOrderId, or (reason `cannot-tell`) does not know any more whether it has.
 * @example
 * const result = await client.submitOrder(order, { resolveWithinMs: 15_000, journal });
 * if (result.outcome === 'unknown') alertOperator(result.clientOrderId, result.evidence);
 * @see unknowns `request.order-selector`, `timestamp.window`
 */
export async function submitOrder(
  client: SubmitClient,
  input: CreateOrderInput,
  given: SubmitOptions = {},
): Promise<Submitted> {
  const options = ownOptions(given);
  const { signal, timeoutMs, headers, journal } = options;
  const limits = readLimits('submitOrder', options, ['journal']);
  const call: CallOptions = { signal, timeoutMs, headers };
  const intent = createIntent(input, client, call);
  if (journal === undefined) return sendRecorded(client, intent, NO_RECORD, limits, call);
  const run: LookupRun = { client, limits, options: call };
  // Another client of this process may be sending it under a former key.
  const { accounts = [undefined] } = client;
  const find = () => accounts.map((account) => underWay(journal, { ...intent, account })).find((order) => order);
  for (let other = find(); other !== undefined; other = find()) {
    const joined = await joinOrder(run, other, intent);
    if (joined !== undefined) return joined;
  }
  return keepUnderWay(journal, intent, submitRecorded(client, intent, journal, run));
}

async function submitRecorded(
  client: SubmitClient,
  meant: OwnIntent,
  journal: OrderJournal,
  run: LookupRun,
): Promise<Submitted> {
  const { options: call, limits } = run;
  let intent = meant;
  for (let isLast = false; ; isLast = true) {
    const recorded = await recordIntent(journal, intent, accountsOf(client), call);
    if ('known' in recorded) return repeatOrder(run, journal, recorded.known, intent);
    try {
      return await sendRecorded(client, intent, recorded, limits, call);
    } catch (error) {
      // The first Date header of a program, for one.
      if (isLast || !(error instanceof JournalError && error.reason === 'clock')) throw error;
      if (hasSlept(meant.mark, client, call.timeoutMs)) throw error;
      intent = { ...intent, id: crypto.randomUUID(), mark: markClock(client) };
    } finally {
      recorded.release();
    }
  }
}

async function sendRecorded(
  client: SubmitClient,
  intent: OwnIntent,
  record: OrderRecord,
  limits: ResolveLimits,
  call: CallOptions,
): Promise<Submitted> {
  const { clock, time } = client;
  const { clientOrderId } = intent;
  let carriedAtMostMs = -Infinity;
  const beforeSigning = (timestampMs: number): void => {
    record.assertOwned();
    const hasMoved = !isForeseen(timestampMs, intent.mark, client) || hasSlept(intent.mark, client, call.timeoutMs);
    if (record !== NO_RECORD && hasMoved) throw notSent(clockMoved());
    carriedAtMostMs = Math.max(carriedAtMostMs, timestampMs);
  };
  let [cause, named]: [unknown?, string?] = [];
  try {
    record.assertOwned();
    const order = intent.input as unknown as CreateOrderInput;
    const receipt = await client.createOrder(order, call, beforeSigning);
    const { orderId } = receipt;
    if (isOrderId(orderId)) {
      const journalError = await record.write(clock, { outcome: 'accepted', orderId });
      return { outcome: 'accepted', clientOrderId, orderId, evidence: [], ...omitUndefined({ journalError }) };
    }
    [cause, named] = [new Error('createOrder: the response says success but has no order id'), '?'];
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome !== 'unknown') {
      await record.write(clock, { outcome });
      throw error;
    }
    [cause, named] = [error, orderIdIn(error)];
  }

  const sent = { carriedAtMostMs, endedAtMs: time.monotonic(), isKnown: record.isKnown };
  const known = { carriedAtMostMs, ...omitUndefined({ orderId: named }) };
  await record.write(clock, { outcome: 'sent', ...known });
  const resolution = await resolveOrder(client, intent, sent, limits, call);
  return { ...(await writeResolution(record, intent, clock, resolution, known)), cause };
}

/** The order that a response tells of without proving it: another one, or this one under ids of the service, or one without an id. */
function orderIdIn(cause: unknown): string | undefined {
  if (!(cause instanceof ResponseError)) return undefined;
  const ids = [...cause.body.matchAll(/"orderId"\s*:\s*"?([^"\s,}]+)(?=["\s,}])/g)].map(([, id]) => id);
  const orderId = ids.find(isOrderId);
  if (orderId !== undefined) return orderId;
  // A page of a gateway, and one that says failure, are no success.
  const isPage = /^\s*</.test(cause.body) || /got (?:an error page|data that says failure)/.test(String(cause.cause));
  return cause instanceof ResponseShapeError && !isPage ? '?' : undefined;
}

const clockMoved = (): JournalError =>
  new JournalError(
    'the clock was set or corrected, or the machine slept, between the intent in the journal and the signature, so that after a crash ' +
      'nothing would say for how long the order may still be accepted. Submit it again if you still want it.',
    { reason: 'clock' },
  );

/** An error that is not ours proves nothing. */
const outcomeOf = (error: unknown): Outcome => (error instanceof FuturesError ? error.outcome : 'unknown');
