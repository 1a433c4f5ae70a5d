import { refuse } from '../core/argument.js';
import { parseEntry } from './entry.js';
import { DROPPED } from './already-there.js';
import type { JournalClaim, JournalResult, KnownOrder, UnreadableIntent } from './journal.js';

/** Options of the journals that several processes share. */
export interface SharedJournalOptions {
  /**
   * How long an intent belongs to its process without a renewal, milliseconds. Default 15000. A process that is stopped or
   * busy for longer cannot send that order any more; the orders of a crashed one are looked up so much later.
   */
  readonly leaseMs?: number | undefined;
  /** Name of this process in the store, for people who look there. Default: process id and a random text. */
  readonly owner?: string | undefined;
  /** Name of the table. Default `futures_journal`. */
  readonly table?: string | undefined;
}

const LEASE_MS = 15_000;
const MAX_LEASE_MS = 2 ** 31 - 1;

/** Checks and fills in options. @throws {ArgumentError} Naming the option that is wrong. */
export function readSharedOptions({ leaseMs = LEASE_MS, owner, table = 'futures_journal' }: SharedJournalOptions) {
  if (!(typeof leaseMs === 'number' && leaseMs >= 50 && leaseMs <= MAX_LEASE_MS))
    refuse('leaseMs', `must be a number of milliseconds from 50 to ${MAX_LEASE_MS}`);
  // It is written into statements.
  if (typeof table !== 'string' || !/^[a-z_][a-z0-9_]{0,40}$/.test(table))
    refuse('table', 'must be lower-case letters, digits and underscores, at most 41 characters');
  const pid = globalThis.process?.pid ?? 0;
  return { leaseMs, table, owner: owner ?? `${pid} ${crypto.randomUUID()}` };
}

/** Outcomes that end an intent for good; the clientOrderId of these may be used again. */
export const WITHOUT_ORDER = `'rejected', 'not-sent', 'absent'`;

/** Rows without a final result. */
export const IS_OPEN = `(outcome is null or outcome in ('sent', 'unknown'))`;

/** Rows whose clientOrderId is taken. */
export const HAS_ORDER = `(outcome is null or outcome not in (${WITHOUT_ORDER}))`;

/** What a store gives back of an open intent. */
export interface StoredIntent {
  readonly id: string;
  readonly sequence: number | string | bigint;
  readonly intent: string;
  readonly result: string | null;
  readonly fence: number | string | bigint;
}

/** What a store gives back of an open or accepted order; its intent is empty where only the clientOrderId was kept. */
export type StoredOrder = Pick<StoredIntent, 'intent' | 'result'>;

export function toKnown({ intent, result }: StoredOrder): KnownOrder {
  const entry = parseEntry(intent);
  if (entry?.type !== 'intent') return { why: intent === '' ? DROPPED : 'its row in the journal cannot be read' };
  return { intent: entry, last: result === null ? undefined : (parseEntry(result) as JournalResult | undefined) };
}

/** A row that is not an intent is for a person to look at, and must not stop the recovery of the others. */
export function toClaim({ id, sequence, intent, result, fence }: StoredIntent): JournalClaim | UnreadableIntent {
  const entry = parseEntry(intent);
  const last = result === null ? undefined : parseEntry(result);
  if (entry?.type !== 'intent' || (result !== null && last?.type !== 'result'))
    return {
      id,
      damaged: { line: Number(sequence), text: `${intent} ${result ?? ''}`.slice(0, 1000), kind: 'damaged' },
    };
  return { intent: entry, last: last as JournalResult | undefined, fence: Number(fence) };
}
