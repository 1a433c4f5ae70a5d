import { refuse } from '../core/argument.js';
import { ownOptions } from '../core/options.js';
import { parseEntry } from './entry.js';
import { DROPPED } from './already-there.js';
import type { JournalClaim, KnownOrder, UnreadableIntent } from './journal.js';

/** Options of the journals that several processes share. */
export interface SharedJournalOptions {
  /**
   * Milliseconds for which an intent belongs to its process without a renewal. Default 15000. A process that is stopped or
   * busy for longer cannot send that order any more; the orders of a crashed one are looked up so much later.
   */
  readonly leaseMs?: number | undefined;
  /** Name of this process in the store, for people who look there. Default: process id and a random text. */
  readonly owner?: string | undefined;
  /** Name of the table. Default `futures_journal`. */
  readonly table?: string | undefined;
}

const NAMES: readonly (keyof SharedJournalOptions)[] = ['leaseMs', 'owner', 'table'];

const LEASE_MS = 15_000;
export const MAX_LEASE_MS = 2 ** 31 - 1;

/** The table where no other one is named. */
export const TABLE = 'futures_journal';

/** Checks and fills in options. @throws {ArgumentError} Naming the option that is wrong. */
export function readSharedOptions(options: SharedJournalOptions) {
  const { leaseMs = LEASE_MS, owner, table = TABLE } = ownOptions(options, NAMES);
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

/** Rows without a final result, those whose outcome is damaged among them. */
export const IS_OPEN = `(outcome is null or outcome not in ('accepted', ${WITHOUT_ORDER}))`;

/** Rows whose clientOrderId is taken. */
export const HAS_ORDER = `(outcome is null or outcome not in (${WITHOUT_ORDER}))`;

/** The columns of a row that are read back; a damaged number may be larger than JavaScript can hold. */
export const STORED =
  'id, client_order_id, account, outcome, intent, result, cast(sequence as text) as sequence, cast(fence as text) as fence';

/** The columns of a row that a store gives back; its intent is empty where only the clientOrderId was kept. */
export interface StoredIntent {
  readonly id: string;
  readonly client_order_id: string;
  readonly account: string;
  readonly outcome: string | null;
  readonly intent: string;
  readonly result: string | null;
  readonly sequence: string;
  readonly fence: string;
}

export function toKnown(row: StoredIntent): KnownOrder {
  return readRow(row) ?? { why: row.intent === '' ? DROPPED : 'its row in the journal is damaged' };
}

const ROW = 'row ';
/** The name of a row whose id may be damaged, as SQL. */
export const ROW_NAME = `'${ROW}' || sequence`;

/** The next owner's number: one that was damaged must stay a number that JavaScript can hold. */
export const NEXT_FENCE = `fence % ${Number.MAX_SAFE_INTEGER} + 1`;

/** A damaged row is for a person to look at, and must not stop the recovery of the others. */
export function toClaim(row: StoredIntent): JournalClaim | UnreadableIntent {
  const read = readRow(row);
  if (read !== undefined) return { ...read, fence: Number(row.fence) };
  const { outcome, intent, result, sequence } = row;
  const text = `${outcome ?? ''} ${intent} ${result ?? ''}`.trim().slice(0, 1000);
  return { id: `${ROW}${sequence}`, damaged: { line: Number(sequence), text, kind: 'damaged' } };
}

/** Undefined unless the entries of a row can be read and say what its columns say: either may be the damaged one. */
function readRow({ id, client_order_id, account, outcome, intent, result }: StoredIntent) {
  const entry = parseEntry(intent);
  const last = result === null ? undefined : parseEntry(result);
  if (entry?.type !== 'intent' || entry.id !== id || entry.clientOrderId !== client_order_id) return undefined;
  if ((entry.account ?? '') !== account) return undefined;
  if (last === undefined) return result === null && outcome === null ? { intent: entry, last } : undefined;
  const isSame = last.type === 'result' && last.id === id && last.outcome === outcome;
  return isSame ? { intent: entry, last } : undefined;
}
