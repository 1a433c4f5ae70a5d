import { ArgumentError } from '../../core/errors.js';

/** An order as a journal has it. */
export interface JournalOrder {
  /** Of the run that placed it, and its place in that run. */
  readonly run: string;
  readonly n: number;
  readonly contract: string;
  readonly clientOrderId: string;
  /** When it was about to be sent, milliseconds since the epoch. */
  readonly atMs: number;
  /** As the answer gave it; empty when it is not known. */
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

const fs = () => process.getBuiltinModule('node:fs');

/**
 * Opens a journal, one entry in JSON on each line; a new file is readable by its owner alone (mode 0600).
 *
 * @throws {ArgumentError} When the file cannot be written to. Nothing was sent.
 */
export function openJournal(file: string): JournalWriter {
  const { openSync, fstatSync, readSync, writeSync, fsyncSync, closeSync } = fs();
  let fd: number;
  try {
    fd = openSync(file, 'a+', 0o600);
  } catch (cause) {
    throw new ArgumentError(`journal: ${file} cannot be written to. Nothing was sent.`, { field: 'journal', cause });
  }
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  // A line that a crash cut off is left as it is.
  if (size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a) writeSync(fd, '\n');
  return {
    write(entry) {
      writeSync(fd, `${JSON.stringify({ v: 1, ...entry })}\n`);
      fsyncSync(fd);
    },
    close: () => closeSync(fd),
  };
}

/** What a journal holds that nobody has seen gone. */
export interface OpenOrders {
  readonly runs: ReadonlyMap<string, JournalRun>;
  readonly orders: readonly JournalOrder[];
  /** Orders that were sent and of which the journal does not say enough any more: where, or by which name. */
  readonly lost: readonly LostOrder[];
}

export type LostOrder = Pick<JournalOrder, 'run' | 'n'>;

/**
 * Reads the orders that are not known to be gone. A line that a crash cut off is passed over: nothing was sent after it.
 * Orders are counted from 1, so that one whose line is damaged shows by the lines that come later.
 *
 * @throws {ArgumentError} When the file cannot be read, or is no journal.
 */
export function readJournal(file: string): OpenOrders {
  const runs = new Map<string, JournalRun>();
  const orders = new Map<string, JournalOrder>();
  const numbers = new Map<string, { readonly sent: Set<number>; last: number }>();
  for (const line of readText(file).split('\n')) {
    const entry = parse(line, file);
    if (entry === undefined) continue;
    if (entry.type === 'run') {
      runs.set(entry.run, { baseUrl: entry.baseUrl, account: entry.account });
      continue;
    }
    const key = `${entry.run} ${entry.n}`;
    const known = orders.get(key);
    const count = numbers.get(entry.run) ?? { sent: new Set(), last: 0 };
    numbers.set(entry.run, count);
    count.last = Math.max(count.last, entry.n);
    if (entry.type === 'order') count.sent.add(entry.n);
    if (entry.type === 'order') orders.set(key, { ...entry, orderId: '', outcome: 'sent' });
    else if (entry.type === 'gone') orders.delete(key);
    else if (known !== undefined) orders.set(key, { ...known, orderId: entry.orderId, outcome: entry.outcome });
  }
  if (runs.size === 0) throw unreadable(file, 'it names no run');
  const lost = [...numbers].flatMap(([run, { sent, last }]) => {
    const missing = Array.from({ length: last }, (_, i) => i + 1).filter((n) => !sent.has(n));
    const homeless = runs.has(run) ? [] : [...orders.values()].filter((order) => order.run === run);
    return [...missing.map((n) => ({ run, n })), ...homeless.map(({ n }) => ({ run, n }))];
  });
  return { runs, orders: [...orders.values()], lost };
}

/** More than any run places. */
const MOST_ORDERS = 1_000_000;

function readText(file: string): string {
  try {
    return fs().readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    throw unreadable(file, code === 'ENOENT' ? 'there is no such file' : String(code), cause);
  }
}

/** Undefined for what is no whole line. */
function parse(line: string, file: string): Entry | undefined {
  let entry: (Entry & { readonly v?: unknown }) | null;
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    return undefined;
  }
  if (entry?.v === 1 && TYPES.includes(entry.type) && typeof entry.run === 'string') {
    if (entry.type === 'run' || (Number.isInteger(entry.n) && entry.n > 0 && entry.n <= MOST_ORDERS)) return entry;
  }
  throw unreadable(file, 'it is no journal of version 1');
}

const TYPES: readonly string[] = ['run', 'order', 'answer', 'gone'] satisfies Entry['type'][];

const unreadable = (file: string, why: string, cause?: unknown): ArgumentError =>
  new ArgumentError(`journal: ${file} cannot be read (${why}). Nothing was sent.`, { field: 'journal', cause });
