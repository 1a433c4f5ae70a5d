import type { CallOptions } from '../client/options.js';
import { ownMembers } from '../core/encode-input.js';
import type { Journal, JournalIntent, JournalResult, OpenIntent } from '../journal/journal.js';
import type { AccountClient } from './account.js';
import { nameHeaders } from './added-headers.js';
import { type ClientTime, markClock } from './clock-mark.js';
import { type LookupClient, TIME_OVER } from './evidence.js';
import { isRandomId, type OrderIntent } from './intent.js';
import { type OrderRecord, recordOfOpen, writeResolution } from './order-record.js';
import { type Resolution, type ResolveLimits, resolveOrder } from './resolve.js';
import { omitUndefined, type Submitted } from './submitted.js';

/** A journal or a service that hangs must not hold a program longer than this. */
export const LONGEST_READ_MS = 10_000;

/** The parts that look up orders of a journal. */
export interface LookupRun {
  readonly client: LookupClient & AccountClient;
  readonly limits: ResolveLimits;
  readonly options: CallOptions;
}

/**
 * Takes an order over that no lease protects, before its last signature is bounded: a result in the journal ends the right of
 * the client that wrote the intent to send it (`assertHeld`). If it cannot be written, no absence is proven.
 */
export async function takeOver(
  { client }: LookupRun,
  journal: Journal,
  { intent, last }: OpenIntent,
): Promise<OrderRecord> {
  const record = recordOfOpen(journal, toIntent(intent));
  const failed = last === undefined ? await record.write(client.clock, { outcome: 'unknown' }) : undefined;
  if (failed === undefined) return record;
  return {
    ...record,
    write: async (clock, given) => (given.outcome === 'absent' ? failed : record.write(clock, given)),
  };
}

/** Looks up an order that a journal has left open, and writes what was found to the journal. */
export async function resolveOpen(
  { client, limits, options }: LookupRun,
  { intent: entry, last, isDoubtful }: OpenIntent,
  end: ProcessEnd,
  record: OrderRecord,
): Promise<Submitted> {
  const { signal, timeoutMs, headers } = options;
  const order = toIntent(entry);
  const known = last?.carriedAtMostMs;
  const carriedAtMostMs = known ?? end.maxTimestampOf(entry);
  // The entry that bounds it was written after it had ended.
  const endedAtMs = known === undefined ? end.beforeMs : end.beforeMs - end.ageOf(last!);
  const sent = { carriedAtMostMs, endedAtMs, isKnown: record.isKnown };
  // The intent of another program may be without the digest.
  const isTold = order.headers !== undefined || entry.account !== undefined;
  const isElsewhere = isTold && order.headers !== nameHeaders(client, options);
  const found: Resolution = isElsewhere
    ? { outcome: 'unknown', evidence: [] }
    : await resolveOrder(client, order, sent, limits, { signal, timeoutMs, headers });
  const isNameless = entry.account === undefined && (client.accounts?.length ?? 0) > 0;
  const orderId = last?.orderId;
  const named =
    orderId === undefined
      ? undefined
      : `The response to it ${orderId === '?' ? 'was a success without an id' : `told of an order (${orderId}), which may be it`}. ${SETTLE}`;
  const doubt = isDoubtful ? DAMAGED : isNameless ? NAMELESS : named;
  const isDoubted = doubt !== undefined && found.outcome === 'absent';
  const resolution = isDoubted ? { ...found, outcome: 'unknown' as const } : found;
  // The time of each further search would put off the end of the sender, which is reckoned from it.
  const isOpenStill = known !== undefined && resolution.outcome === 'unknown';
  const knownSince = isOpenStill ? { timestampMs: Math.min(last!.timestampMs, client.clock.timestampMs()) } : {};
  const knownToWrite = { carriedAtMostMs, ...knownSince, ...omitUndefined({ orderId }) };
  const why = isElsewhere ? OTHER_HEADERS : isDoubted ? doubt : whyUnknown(found);
  return {
    ...(await writeResolution(record, order, client.clock, resolution, knownToWrite)),
    ...(why === undefined
      ? {}
      : { cause: Object.defineProperty(new Error(why), 'toJSON', { value: () => ({ message: why }) }) }),
  };
}

const SETTLE = 'Look it up by hand, then settle it: journal.settle, or futures settle.';

const DAMAGED =
  'The service shows no such order, but the journal is damaged after its intent, where "accepted" may have been written. ' +
  SETTLE;

const NAMELESS =
  'The service shows no such order in this account, but the journal does not say whose order it is: an earlier version, ' +
  `or another program, wrote its intent. ${SETTLE}`;

const OTHER_HEADERS =
  'The order was sent with other headers than this lookup has, or with none, which may choose another account, so nothing was looked up. ' +
  'Give recover the same ones (in a program: headers, on the command line: --header).';

/** A wrong secret or a service that is down leaves an order unknown, too: said first, because that can be changed. */
function whyUnknown(found: Resolution): string | undefined {
  if (found.outcome !== 'unknown') return undefined;
  const { evidence, why } = found;
  const inTheWay = evidence.findLast(({ said, operation }) => said === 'candidate' && operation !== 'getOrder');
  const failed = evidence.filter(({ said }) => said === 'failed');
  const told = failed.findLast(({ reason }) => reason !== TIME_OVER);
  if (told === undefined && inTheWay !== undefined)
    return `${inTheWay.operation} shows what may be this order: ${inTheWay.orderIds.slice(0, 3).join(', ')}. ${SETTLE}`;
  if (told === undefined && why !== undefined)
    return `The lookups show no such order, which proves nothing yet: ${why}. Look again first. ${SETTLE}`;
  const last = told ?? failed.at(-1);
  if (last === undefined) return undefined;
  // A hint on one request, such as its query, does not explain why all of them failed.
  const first =
    failed.length === evidence.length ? ': check first that the service is up, and base URL, key and secret' : '';
  // That nothing was sent is about the lookup; the order was.
  const reason = last.reason.replace(/ Nothing was sent\.$/, '');
  return `${failed.length} of ${evidence.length} lookups failed, which proves nothing about the order${first}. The last reason: ${reason}`;
}

export function toIntent(entry: JournalIntent): OrderIntent {
  const { id, clientOrderId, account, headers, input, timestampMs, offsetMs, earliestMs } = entry;
  const mark = { process: 'another', timestampMs, offsetMs, earliestMs: earliestMs ?? -Infinity } as const;
  return { id, clientOrderId, account, headers, idIsRandom: isRandomId(clientOrderId), input: ownMembers(input), mark };
}

/** The latest moment at which a process stopped sending: it crashed, or its lease ran out. */
export interface ProcessEnd {
  /** Not later than this, by this process's clock that never jumps. */
  readonly beforeMs: number;
  /** The highest X-CH-TS that it can have sent. */
  maxTimestampOf(entry: JournalIntent): number;
  /** Milliseconds that have passed since an entry was written, at least: the two may know the service's clock differently. */
  ageOf(entry: JournalResult): number;
}

/**
 * Whenever the other process stopped, it was before now; it read the same local clock and corrected it as it knew, or by
 * then as we do. Without knowing the service's time there is no bound.
 */
export async function boundEnd({ client, options }: LookupRun): Promise<ProcessEnd> {
  const beforeMs = client.time.monotonic();
  const { signal, timeoutMs = LONGEST_READ_MS } = options;
  try {
    await client.clock.sync({ signal: signal ?? undefined, timeoutMs });
  } catch {
    return { beforeMs, maxTimestampOf: () => Infinity, ageOf: () => 0 };
  }
  return { beforeMs, ...boundsNow(client) };
}

function boundsNow(client: ClientTime): Omit<ProcessEnd, 'beforeMs'> {
  const { timestampMs: nowMs, offsetMs: nowOffsetMs, latestMs } = markClock(client);
  // X-CH-TS is the local time as it is, or corrected by the offset: which one of the two is not known.
  const localMs = Math.max(nowMs, nowMs - nowOffsetMs);
  return {
    maxTimestampOf({ timestampMs, offsetMs, earliestMs }) {
      const halfWidthMs = earliestMs === null ? 0 : Math.max(0, timestampMs + Math.max(0, offsetMs) - earliestMs);
      return Math.max(timestampMs, localMs, localMs + offsetMs + halfWidthMs, latestMs);
    },
    ageOf: ({ timestampMs }) => Math.max(0, Math.min(nowMs, nowMs - nowOffsetMs) - timestampMs),
  };
}
