import { refuse } from '../core/argument.js';
import { JournalError } from '../core/errors.js';
import { ownOptions } from '../core/options.js';
import { AcceptedOrders, lengthOf, linesOf, MAX_ACCEPTED, type OrderJson } from './accepted-orders.js';
import { alreadyThere, cannotTell, DROPPED, lookedUp } from './already-there.js';
import { isOpenOutcome, parseEntry, writeEntry } from './entry.js';
import { assertFile } from './file-place.js';
import { fingerprint } from './forgotten.js';
import type {
  Journal,
  JournalContent,
  JournalEntry,
  JournalIntent,
  JournalResult,
  KnownOrder,
  OpenContent,
  SettlingJournal,
} from './journal.js';
import { type FileSpan, JournalScan, writeCut } from './journal-scan.js';
import { LineFile } from './line-file.js';
import { sealLine } from './sealed-line.js';
import { settlementOf, worksOnIt } from './settle.js';
import { underWay } from './under-way.js';

/** Options of {@link createFileJournal}. */
export interface FileJournalOptions {
  /**
   * Above this size, finished orders are dropped from the file, when it is opened and whenever an order has ended. Bytes.
   * Default 16 MiB (about 30,000 orders); `Infinity` keeps all.
   *
   * The last accepted orders stay: at most 10,000, and a quarter of this size. Of each older one eight bytes stay, by which its
   * clientOrderId is refused for good, with reason `cannot-tell`.
   */
  readonly maxBytes?: number;
}

/** A journal in a file. */
export interface FileJournal extends Journal, SettlingJournal, AsyncDisposable {
  /**
   * @throws {JournalError} (by the promise) When the entry cannot be written, or is the intent of an order whose clientOrderId is
   *   that of an open or accepted order of the same account.
   */
  append(entry: JournalEntry): Promise<void>;
  /** Reads the whole file into memory. */
  read(): Promise<JournalContent>;
  /** Reads the file line by line and keeps what is open. */
  readOpen(): Promise<OpenContent>;
  find(clientOrderId: string, accounts?: readonly string[]): Promise<readonly KnownOrder[]>;
  /**
   * Drops finished orders from the file and keeps the open ones, and what {@link FileJournalOptions} says of accepted ones.
   *
   * @throws {JournalError} (by the promise) When a part of the file is damaged: it may be needed to find an order by hand.
   */
  compact(): Promise<void>;
  /** Waits for what is being written, closes the file and lets others write to it. Once is enough, and twice does no harm. */
  close(): Promise<void>;
}

const MAX_BYTES = 16 * 2 ** 20;

/** Characters that are kept of a cut text: as JSON they may take six times as much, and still fit in a readable line. */
const MAX_CUT_TEXT = 100_000;

/**
 * Opens a journal in a file, one entry on each line, with a checksum; the file is created (mode 0600) when it is not there.
 *
 * Every append is on the disk (fsync) when it ends. A file that was renamed, deleted or cut meanwhile is noticed before the
 * order is sent. One writer at a time: `<path>.lock` says who that is. Only the lock of a process that is proven to have ended is
 * taken over; after a crash in a container nothing proves it, and the error says what to delete. For several processes see
 * `futures-trading-client/journal/sqlite` and `/journal/postgres`. Node.js, Deno and Bun only.
 *
 * @throws {JournalError} (by the promise) When the file cannot be opened, is not a journal, may have another writer, or has another
 *   name (a hard link).
 * @throws {ArgumentError} (by the promise) When an option is wrong, or the path has a scheme (`sqlite:`, `postgres://`).
 * @example
 * await using journal = await createFileJournal('orders.journal'); // or: const, and journal.close() at the end
 */
export async function createFileJournal(path: string, options: FileJournalOptions = {}): Promise<FileJournal> {
  const { maxBytes = MAX_BYTES } = ownOptions(options, ['maxBytes'] satisfies (keyof FileJournalOptions)[]);
  if (!(typeof maxBytes === 'number' && maxBytes >= 0)) refuse('maxBytes', 'must be a number of bytes');
  assertFile(path);
  const file = LineFile.open(path);
  try {
    return await openJournal(file, path, maxBytes);
  } catch (error) {
    file.close();
    throw error;
  }
}

async function openJournal(file: LineFile, path: string, maxBytes: number): Promise<FileJournal> {
  const accepted = new AcceptedOrders(maxBytes / 4);
  /** The last ones, in a ring. */
  const places: { readonly intent: FileSpan; readonly last: FileSpan; readonly clientOrderId: string }[] = [];
  let count = 0;
  const scan = await scanFile(file, undefined, (clientOrderId, intent, last) => {
    if (intent === undefined) return accepted.forget(fingerprint(clientOrderId));
    const at = count++ % MAX_ACCEPTED;
    const oldest = places[at];
    if (oldest !== undefined) accepted.forget(fingerprint(oldest.clientOrderId));
    places[at] = { intent, last, clientOrderId };
  });
  if (scan.isForeign === true) {
    throw new JournalError(
      `${path}: this file is not a file journal: no line of it can be read. It was not changed, and nothing was sent. ` +
        'Choose another path; a SQLite journal needs sqlite: before its path (in a program: createSqliteJournal).',
    );
  }
  if (scan.isLater)
    throw new JournalError(
      `${path}: a later version of this package wrote it. It was not changed, and nothing was sent. Use that version.`,
    );
  const readJson = (intent: FileSpan, last: FileSpan | undefined): OrderJson =>
    toOrderJson(file.readSpan(intent), last && file.readSpan(last));
  scan.forgotten.forEach((print) => accepted.forget(print));
  const start = count % MAX_ACCEPTED;
  for (const { intent, last } of [...places.slice(start), ...places.slice(0, start)])
    accepted.add(readJson(intent, last));
  places.length = 0;
  const open = new Map<string, OrderJson>();
  for (const [id, { intent, last }] of scan.open) open.set(id, readJson(intent, last));
  const cuts = scan.cuts.map((span) => file.readSpan(span));
  const isDamaged = scan.damagedAt >= 0;
  let { number } = scan;
  let tail: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  if (scan.torn !== undefined) {
    const cut = writeCut(file.readSpan(scan.torn).slice(0, MAX_CUT_TEXT));
    cuts.push(cut);
    file.truncate(scan.torn.offset);
    file.appendSync(sealLine(++number, cut));
  } else if (file.size > 0 && file.readSpan({ offset: file.size - 1, length: 1 }) !== '\n') {
    file.appendSync('\n');
  }

  function compact(): void {
    const lines = [...cuts, ...accepted.lines(), ...[...open.values()].flatMap(linesOf)];
    file.replace(lines.map((json, index) => sealLine(index + 1, json)).join(''));
    number = lines.length;
  }

  /** Only when that makes it much smaller: a file full of open orders must not be written again with each of them. */
  function compactIfLarge(): void {
    if (isDamaged || file.size <= maxBytes) return;
    let keptLength = accepted.length;
    for (const order of open.values()) keptLength += lengthOf(order);
    if (keptLength < file.size / 2) compact();
  }
  compactIfLarge();

  /** @throws {JournalError} When the order is there, or may be: it would be sent twice. */
  function assertNew({ clientOrderId, account = '' }: JournalIntent): void {
    if (accepted.isForgotten(clientOrderId)) throw cannotTell(clientOrderId, DROPPED);
    const isOpen = [...open.values()].some(
      (known) => known.clientOrderId === clientOrderId && known.account === account,
    );
    if (isOpen || accepted.has({ clientOrderId, account })) throw alreadyThere(clientOrderId);
  }

  function find(clientOrderId: string, accounts?: readonly string[]): readonly KnownOrder[] {
    const known = [...open.values(), ...accepted.orders()].filter(
      (order) => order.clientOrderId === clientOrderId && accounts?.includes(order.account) !== false,
    );
    const doubts: KnownOrder[] = accepted.isForgotten(clientOrderId) ? [{ why: DROPPED }] : [];
    if (isDamaged) doubts.push({ why: `a part of ${path} is damaged, and may have been this order` });
    return [...known.map(toKnown), ...doubts];
  }

  async function write(entry: JournalEntry): Promise<void> {
    const json = writeEntry(entry);
    if (entry.type === 'intent') assertNew(entry);
    await file.append(sealLine(number + 1, json));
    number++;
    const known = open.get(entry.id);
    if (entry.type === 'intent') open.set(entry.id, toOrderJson(json, undefined));
    else if (isOpenOutcome(entry.outcome)) {
      if (known !== undefined) known.last = json;
    } else {
      open.delete(entry.id);
      if (entry.outcome === 'accepted')
        if (known === undefined) accepted.forget(fingerprint(entry.clientOrderId));
        else accepted.add({ ...known, last: json });
      // The result is written: what goes wrong now is for the next append to find.
      attempt(compactIfLarge);
    }
  }

  /** One after another: lines of two orders must not mix, and none may pass for durable because of the other's sync. */
  function inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = tail.then(work);
    tail = turn.catch(() => {});
    return turn;
  }

  function close(): Promise<void> {
    const wasClosed = isClosed;
    isClosed = true;
    return inTurn(() => (wasClosed ? undefined : file.close()));
  }

  const journal: FileJournal = {
    append: (entry) => inTurn(() => write(entry)),
    read: () =>
      inTurn(async () => {
        const entries: JournalEntry[] = [];
        const { damaged } = await scanFile(file, (entry) => entries.push(entry));
        return { entries, damaged };
      }),
    readOpen: () => inTurn(async () => openContent(file, await scanFile(file))),
    find: (clientOrderId, accounts) => inTurn(() => find(clientOrderId, accounts)),
    settle: (clientOrderId, outcome, settleOptions) =>
      inTurn(() => {
        const { intent, result } = settlementOf(find(clientOrderId), clientOrderId, outcome, settleOptions);
        if (underWay(journal, intent) !== undefined) throw worksOnIt(clientOrderId);
        return write(result);
      }),
    compact: () =>
      inTurn(() => {
        if (!isDamaged) return compact();
        throw new JournalError(
          `${path}: the journal is damaged and was not changed. Look at its damaged lines, then start a new file.`,
        );
      }),
    assertHeld(id) {
      file.assertHeld();
      const order = open.get(id);
      // A wrapper of an earlier version calls it without an id.
      if (id !== undefined && (order === undefined || order.last !== undefined)) throw lookedUp();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return journal;
}

function toOrderJson(intent: string, last: string | undefined): OrderJson {
  const { clientOrderId, account = '' } = parseEntry(intent) as JournalIntent;
  return { clientOrderId, account, intent, last };
}

const toKnown = ({ intent, last }: OrderJson): KnownOrder => ({
  intent: parseEntry(intent) as JournalIntent,
  last: last === undefined ? undefined : (parseEntry(last) as JournalResult),
});

async function scanFile(file: LineFile, ...told: ConstructorParameters<typeof JournalScan>): Promise<JournalScan> {
  const scan = new JournalScan(...told);
  await file.scan(scan.add);
  return scan;
}

function openContent(file: LineFile, { open, damaged, damagedAt }: JournalScan): OpenContent {
  return {
    open: [...open.values()].map(({ intent, last }) => ({
      intent: parseEntry(file.readSpan(intent)) as JournalIntent,
      last: last && (parseEntry(file.readSpan(last)) as JournalResult),
      isDoubtful: intent.offset < damagedAt,
    })),
    damaged,
  };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // See the caller.
  }
}
