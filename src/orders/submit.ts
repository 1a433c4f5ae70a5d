import type { CreateOrderInput, FuturesOperations } from '../../generated/client.js';
import type { ServiceClock } from '../client/clock/clock.js';
import { timeOf } from '../client/clock/passing-time.js';
import type { CallOptions } from '../client/options.js';
import { FuturesError, type Outcome } from '../core/errors.js';
import { SIGNING_GUARD, type SigningGuard } from '../client/signing/signing-guard.js';
import { maxTimestampOfCall } from './clock-mark.js';
import type { OrderJournal } from '../journal/journal.js';
import type { Lookup, LookupClient } from './evidence.js';
import { createIntent, type OrderIntent } from './intent.js';
import type { FoundOrder } from './match.js';
import { isOrderId } from './order-id.js';
import { type OrderRecord, recordIntent } from './order-record.js';
import { type Resolution, type ResolveLimits, resolveOrder } from './resolve.js';
import { readLimits } from './resolve-limits.js';

/** What is needed of a client to submit an order. */
export type SubmitClient = LookupClient & Pick<FuturesOperations<CallOptions>, 'createOrder'>;

/** Options of `submitOrder`; `timeoutMs` is the deadline of the order itself and of each read, `signal` ends everything. */
export interface SubmitOptions extends CallOptions, Partial<ResolveLimits> {
  /**
   * How long an order whose response was lost is looked for, milliseconds. Default 10000; 0 does not look at all.
   *
   * That an order is absent cannot be told before `acceptanceWindowMs + settleMs` have passed.
   */
  readonly resolveWithinMs?: number;
  /** How old X-CH-TS may be when an order is accepted, milliseconds. Default 5000: observed, unknown `timestamp.window`. */
  readonly acceptanceWindowMs?: number;
  /** How long an accepted order can take to be visible, milliseconds. Default 2000. Assumed: no source says. */
  readonly settleMs?: number;
  /** Where the intent is written before the order is sent, and what became of it afterwards. */
  readonly journal?: OrderJournal | undefined;
}

interface SubmittedBase {
  /** The caller's, or the one that was made for it. */
  readonly clientOrderId: string;
  /** What was looked up, in order; empty when the response itself said it. */
  readonly evidence: readonly Lookup[];
  /**
   * The failure of createOrder, when the response did not say what happened to the order. Of `recover`: why an order is still
   * `unknown`, where lookups failed (a wrong secret, say) or the journal is damaged.
   */
  readonly cause?: unknown;
  /** Why the journal could not take the result. The intent is still in it, and `recover` will look the order up again. */
  readonly journalError?: unknown;
}

/**
 * What became of an order:
 *
 * - `accepted`: the service has taken it, by its response or with proof; its `status` may be any, rejected and cancelled included;
 * - `absent`: there is no such order and never will be; it may be sent again;
 * - `unknown`: neither is proven. Not to be sent again: look with `recover`, or by hand under `clientOrderId`.
 */
export type Submitted =
  | (SubmittedBase & {
      readonly outcome: 'accepted';
      readonly orderId?: string;
      /** The order as it was found; undefined when the response itself said it. */
      readonly order?: FoundOrder;
    })
  | (SubmittedBase & { readonly outcome: 'absent' | 'unknown' });

/**
 * Sends one order, exactly once, and finds out what happened to it when the response was lost. It never resends.
 *
 * @throws {FuturesError} With outcome `not-sent` or `rejected`, as createOrder throws it.
 * @throws {ArgumentError} Before anything is sent, when the input, the clientOrderId (32 characters or more) or an option
 *   is wrong.
 * @throws {JournalError} Before anything is sent, when the intent cannot be written to the journal.
 * @example
 * const result = await client.submitOrder(order, { resolveWithinMs: 10_000, journal });
 * if (result.outcome === 'unknown') alertOperator(result.clientOrderId, result.evidence);
 * @see unknowns `request.order-selector`, `timestamp.window`
 */
export async function submitOrder(
  client: SubmitClient,
  input: CreateOrderInput,
  options: SubmitOptions = {},
): Promise<Submitted> {
  const { signal, timeoutMs, headers, journal } = options;
  const limits = readLimits('submitOrder', options, ['journal']);
  const call: CallOptions = { signal, timeoutMs, headers };
  const intent = createIntent(input, client.clock);
  const record = await recordIntent(journal, intent, call);
  try {
    return await sendRecorded(client, intent, record, limits, call);
  } finally {
    record.release();
  }
}

async function sendRecorded(
  client: SubmitClient,
  intent: OrderIntent,
  record: OrderRecord,
  limits: ResolveLimits,
  call: CallOptions,
): Promise<Submitted> {
  const { clock } = client;
  const { clientOrderId } = intent;
  const guarded: CallOptions & SigningGuard = { ...call, [SIGNING_GUARD]: record.assertOwned };
  let cause: unknown;
  try {
    record.assertOwned();
    const { orderId } = await client.createOrder(intent.input as unknown as CreateOrderInput, guarded);
    if (isOrderId(orderId)) {
      const journalError = await record.write(clock, { outcome: 'accepted', orderId });
      return { outcome: 'accepted', clientOrderId, orderId, evidence: [], ...omitUndefined({ journalError }) };
    }
    cause = new Error('createOrder: the response says success but has no order id');
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome !== 'unknown') {
      await record.write(clock, { outcome });
      throw error;
    }
    cause = error;
  }

  const carriedAtMostMs = maxTimestampOfCall(intent.mark, clock);
  const endedAtMs = timeOf(clock).monotonic();
  await record.write(clock, { outcome: 'sent', carriedAtMostMs });
  const resolution = await resolveOrder(client, intent, { carriedAtMostMs, endedAtMs }, limits, call);
  return { ...(await writeResolution(record, intent, clock, resolution, carriedAtMostMs)), cause };
}

/** Writes down what was found and turns it into a result. */
export async function writeResolution(
  record: OrderRecord,
  { clientOrderId }: OrderIntent,
  clock: ServiceClock,
  resolution: Resolution,
  carriedAtMostMs: number,
): Promise<Submitted> {
  const { outcome, evidence } = resolution;
  const order = resolution.outcome === 'accepted' ? resolution.order : undefined;
  const orderId = isOrderId(order?.orderId) ? order.orderId : undefined;
  const journalError = await record.write(clock, { outcome, ...omitUndefined({ orderId }), carriedAtMostMs });
  if (outcome !== 'accepted') return { outcome, clientOrderId, evidence, ...omitUndefined({ journalError }) };
  return { outcome, clientOrderId, evidence, ...omitUndefined({ orderId, order, journalError }) };
}

/** An error that is not ours proves nothing. */
const outcomeOf = (error: unknown): Outcome => (error instanceof FuturesError ? error.outcome : 'unknown');

/** The members that have a value: an optional member is absent here, and never undefined. */
function omitUndefined<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
