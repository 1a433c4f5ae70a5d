import { getOrMake } from '../model/groups.js';
import { jsonIn } from '../model/json-object.js';
import { ArgumentError } from '../../core/errors.js';
import { LineFile } from '../../journal/line-file.js';
import { scanFileSync, type ScannedLine } from '../../journal/line-scanner.js';
import { readSeal, sealLine } from '../../journal/sealed-line.js';

export interface JournalOrder {
  /** The run that placed it, and its place in that run. */
  readonly run: string;
  readonly n: number;
  readonly contract: string;
  readonly clientOrderId: string;
  /** When it was about to be sent, milliseconds since the epoch. */
  readonly atMs: number;
  /** Taken from the response; empty when it is not known. */
  readonly orderId: string;
  /** `sent`: no answer was written down, or it told nothing. */
  readonly outcome: 'sent' | 'accepted' | 'refused';
}

/** Where a run went to. A run is cleaned up there and nowhere else. */
export interface JournalRun {
  readonly baseUrl: string;
  readonly account: string;
}

type Entry =
  | ({ readonly type: 'run'; readonly run: string } & JournalRun)
  | ({ readonly type: 'order' } & Pick<JournalOrder, 'run' | 'n' | 'contract' | 'clientOrderId' | 'atMs'>)
  | ({ readonly type: 'answer' } & Pick<JournalOrder, 'run' | 'n' | 'outcome' | 'orderId'>)
  | { readonly type: 'gone'; readonly run: string; readonly n: number };

/** Appends entries to a journal. Each is on the disk (fsync) when `write` returns, because an order is sent right after. */
export interface JournalWriter {
  write(entry: Entry): void;
  close(): void;
}

/**
 * Opens a journal, one entry on each line with a checksum; a new file is readable by its owner alone (mode 0600). A line
 * that a crash cut off is removed: nothing was sent after it.
 *
 * @throws {ArgumentError} When the file cannot be written to, or another process writes to it. Nothing was sent.
 */
export function openJournal(file: string): JournalWriter {
  let opened: LineFile | undefined;
  try {
    const lines = (opened = LineFile.open(file));
    let number = repair(file, lines);
    return {
      write: (entry) => lines.appendSync(sealLine(++number, JSON.stringify({ v: 1, ...entry }))),
      close: () => lines.close(),
    };
  } catch (cause) {
    opened?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ArgumentError(`journal: ${file} cannot be written to: ${reason}`, { field: 'journal', cause });
  }
}

/** Makes the file end with a whole line; returns the number of its last one that has a checksum. */
function repair(file: string, lines: LineFile): number {
  let last = 0;
  scanFileSync(file, ({ bytes, start, end, offset, isComplete }) => {
    const isSealed = readSeal(bytes, start, end, seal);
    if (isSealed) last = seal.number;
    if (isComplete) return;
    const isWhole = isSealed || (last === 0 && parse(bytes.toString('utf8', start, end), file) !== undefined);
    if (isWhole) lines.appendSync('\n');
    else lines.truncate(offset);
  });
  return last;
}

const seal = { number: 0, jsonStart: 0 };

/** The orders of a journal that are not proven to be gone. */
export interface OpenOrders {
  readonly runs: ReadonlyMap<string, JournalRun>;
  readonly orders: readonly JournalOrder[];
  /** Orders that are gone: another one may have the name of one of them. */
  readonly gone: readonly JournalOrder[];
  /** Orders that were sent and of which the journal does not say enough any more: where, or by which name. */
  readonly lost: readonly LostOrder[];
}

/** Number `n` of a run; without a run it is the number of a damaged line. */
export type LostOrder = Pick<JournalOrder, 'run' | 'n'>;

/**
 * Reads the orders that are not known to be gone. A line that a crash cut off is passed over: nothing was sent after it.
 * Orders are counted from 1, so that one whose line is damaged shows by the lines that come later; a damaged line that
 * shows by nothing else is reported as an order of no run.
 *
 * @throws {ArgumentError} When the file cannot be read, or is not a journal.
 */
export function readJournal(file: string): OpenOrders {
  const runs = new Map<string, JournalRun>();
  const orders = new Map<string, JournalOrder>();
  const gone: JournalOrder[] = [];
  const numbers = new Map<string, { readonly sent: Set<number>; last: number }>();
  const { entries, damagedLines } = readEntries(file);
  for (const entry of entries) {
    if (entry.type === 'run') {
      runs.set(entry.run, { baseUrl: entry.baseUrl, account: entry.account });
      continue;
    }
    const key = `${entry.run} ${entry.n}`;
    const known = orders.get(key);
    const count = getOrMake(numbers, entry.run, () => ({ sent: new Set(), last: 0 }));
    count.last = Math.max(count.last, entry.n);
    if (entry.type === 'order') count.sent.add(entry.n);
    if (entry.type === 'order') orders.set(key, { ...entry, orderId: '', outcome: 'sent' });
    else if (entry.type === 'gone') {
      if (orders.delete(key) && known !== undefined) gone.push(known);
    } else if (known !== undefined) orders.set(key, { ...known, orderId: entry.orderId, outcome: entry.outcome });
  }
  if (runs.size === 0) throw unreadable(file, 'it names no run');
  const lost = [...numbers].flatMap(([run, { sent, last }]) => {
    const missing = Array.from({ length: last }, (_, i) => i + 1).filter((n) => !sent.has(n));
    const homeless = runs.has(run) ? [] : [...orders.values()].filter((order) => order.run === run);
    return [...missing.map((n) => ({ run, n })), ...homeless.map(({ n }) => ({ run, n }))];
  });
  const unexplained = damagedLines.slice(lost.length).map((n) => ({ run: '', n }));
  return { runs, orders: [...orders.values()], gone, lost: [...lost, ...unexplained] };
}

/** Lines without a checksum are of an earlier version, as long as none with one stands before them. */
function readEntries(file: string): { readonly entries: readonly Entry[]; readonly damagedLines: readonly number[] } {
  const entries: Entry[] = [];
  const damagedLines: number[] = [];
  let number = 0;
  const read = ({ bytes, start, end, line, isComplete }: ScannedLine): void => {
    const isSealed = readSeal(bytes, start, end, seal);
    if (isSealed || number === 0) {
      const entry = parse(bytes.toString('utf8', isSealed ? seal.jsonStart : start, end), file);
      if (entry !== undefined) entries.push(entry);
    } else if (isComplete) damagedLines.push(line);
    // Lines that are gone, besides those that are there and damaged.
    if (isSealed && seal.number > number + 1 + damagedLines.length) damagedLines.push(line);
    if (isSealed) number = seal.number;
  };
  try {
    scanFileSync(file, read);
  } catch (cause) {
    if (cause instanceof ArgumentError) throw cause;
    const { code } = cause as { readonly code?: unknown };
    throw unreadable(file, code === 'ENOENT' ? 'there is no such file' : String(code), cause);
  }
  return { entries, damagedLines };
}

const MOST_ORDERS = 1_000_000;

/** Undefined for what is not a whole line. */
function parse(line: string, file: string): Entry | undefined {
  const entry = jsonIn(line) as (Entry & { readonly v?: unknown }) | null | undefined;
  if (entry === undefined) return undefined;
  if (entry?.v === 1 && TYPES.includes(entry.type) && typeof entry.run === 'string') {
    if (entry.type === 'run' || (Number.isInteger(entry.n) && entry.n > 0 && entry.n <= MOST_ORDERS)) return entry;
  }
  throw unreadable(file, 'it is not a journal of version 1');
}

const TYPES: readonly string[] = ['run', 'order', 'answer', 'gone'] satisfies Entry['type'][];

const unreadable = (file: string, why: string, cause?: unknown): ArgumentError =>
  new ArgumentError(`journal: ${file} cannot be read (${why}). Nothing was sent.`, { field: 'journal', cause });
