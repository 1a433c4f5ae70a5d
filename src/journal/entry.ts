import { ownMembers } from '../core/encode-input.js';
import { JournalError } from '../core/errors.js';
import type { JournalEntry, JournalIntent, JournalResult } from './journal.js';

const OUTCOMES: readonly unknown[] = [
  'sent',
  'accepted',
  'rejected',
  'not-sent',
  'absent',
  'unknown',
] satisfies JournalResult['outcome'][];

/** Tells whether a result leaves its intent open. */
export const isOpenOutcome = (outcome: string): boolean => outcome === 'sent' || outcome === 'unknown';

/** The entry that a value is; undefined when it is none. An entry of a later version may mean anything. */
export function readEntry(value: unknown): JournalEntry | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  // Nothing is read from a prototype, which another package may have changed.
  const entry = ownMembers(value) as Partial<JournalEntry>;
  const { v, type, id, clientOrderId, timestampMs } = entry;
  if (v !== 1 || !isText(id) || !isText(clientOrderId) || !Number.isFinite(timestampMs)) return undefined;
  if (type === 'intent') return isIntent(entry) ? Object.assign(entry, { input: ownMembers(entry.input) }) : undefined;
  return type === 'result' && isResult(entry) ? entry : undefined;
}

/** The entry in a text of JSON; undefined when there is none. */
export function parseEntry(json: string): JournalEntry | undefined {
  try {
    return readEntry(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/**
 * The text of an entry: type, id and outcome come first, where a scan finds them without reading the rest.
 *
 * @throws {JournalError} When it could not be read back, a time that is not a number for one.
 */
export function writeEntry(entry: JournalEntry): string {
  const { v, type, id } = entry;
  const first = type === 'intent' ? { v, type, id } : { v, type, id, outcome: entry.outcome };
  const json = JSON.stringify(Object.assign(first, entry));
  if (json.length > LONGEST)
    throw new JournalError(`The journal takes no entry of ${json.length} characters: at most ${LONGEST}.`);
  if (parseEntry(json) !== undefined) return json;
  throw new JournalError(`The journal only accepts entries of version 1, got ${json.slice(0, 200)}.`);
}

/** Well below what a line of a file may have. */
const LONGEST = 65_536;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function isIntent(entry: Partial<JournalIntent>): entry is JournalIntent {
  const { clientOrderId, account, headers, input, offsetMs, earliestMs } = entry;
  if ([account, headers].some((name) => name !== undefined && !isText(name))) return false;
  if (!Number.isFinite(offsetMs) || (earliestMs !== null && !Number.isFinite(earliestMs))) return false;
  if (typeof input !== 'object' || input === null) return false;
  const { clientOrderId: sentId = clientOrderId } = ownMembers(input);
  return sentId === clientOrderId;
}

function isResult(entry: Partial<JournalResult>): entry is JournalResult {
  const { outcome, orderId, carriedAtMostMs } = entry;
  if (!OUTCOMES.includes(outcome)) return false;
  return (
    (orderId === undefined || isText(orderId)) && (carriedAtMostMs === undefined || Number.isFinite(carriedAtMostMs))
  );
}
