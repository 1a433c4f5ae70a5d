import { refuse } from '../core/argument.js';
import { JournalError } from '../core/errors.js';
import { alreadyThere } from './already-there.js';
import { isOpenOutcome, parseEntry, writeEntry } from './entry.js';
import type { Journal, JournalContent, JournalEntry, JournalIntent, JournalResult, OpenContent } from './journal.js';
import { JournalScan, writeCut } from './journal-scan.js';
import { LineFile } from './line-file.js';
import { sealLine } from './sealed-line.js';

/** Options of {@link createFileJournal}. */
export interface FileJournalOptions {
  /**
   * Above this size, finished orders are dropped from the file, when it is opened and whenever an order has ended. Bytes.
   * Default 16 MiB (about 30,000 orders); `Infinity` keeps all.
   */
  readonly maxBytes?: number;
}

/** A journal in a file. */
export interface FileJournal extends Journal, AsyncDisposable {
  /**
   * @throws {JournalError} (by the promise) When the entry cannot be written, or is the intent of an order whose clientOrderId is
   *   that of an open order of the file, or of an accepted one (the last 100,000 of those that were in it since it was opened).
   */
  append(entry: JournalEntry): Promise<void>;
  /** Reads the whole file into memory. */
  read(): Promise<JournalContent>;
  /** Reads the file line by line and keeps what is open. */
  readOpen(): Promise<OpenContent>;
  /**
   * Drops finished orders from the file and keeps the open ones.
   *
   * @throws {JournalError} (by the promise) When a part of the file is damaged: it may be needed to find an order by hand.
   */
  compact(): Promise<void>;
  /** Waits for what is being written, closes the file and lets others write to it. Once is enough, and twice does no harm. */
  close(): Promise<void>;
}

const MAX_BYTES = 16 * 2 ** 20;

/** As JSON it may take six times as much, and still is a line that can be read. */
const MAX_CUT_TEXT = 100_000;

/**
 * Opens a journal in a file, one entry on each line, with a checksum; the file is created (mode 0600) when it is not there.
 *
 * Every append is on the disk (fsync) when it ends. A file that was renamed, deleted or cut meanwhile is noticed before the
 * order is sent. One writer at a time: `<path>.lock` says who that is. Only the lock of a process that is proven to have ended is
 * taken over; after a crash in a container nothing proves it, and the error says what to delete. For several processes see
 * `futures-trading-client/journal/sqlite` and `/journal/postgres`. Node.js, Deno and Bun only.
 *
 * @throws {JournalError} (by the promise) When the file cannot be opened, may have another writer, or has another name (a hard link).
 * @throws {ArgumentError} (by the promise) When an option is wrong.
 * @example
 * await using journal = await createFileJournal('orders.journal'); // or: const, and journal.close() at the end
 */
export async function createFileJournal(path: string, options: FileJournalOptions = {}): Promise<FileJournal> {
  const { maxBytes = MAX_BYTES } = options;
  if (!(typeof maxBytes === 'number' && maxBytes >= 0)) refuse('maxBytes', 'must be a number of bytes');
  const file = LineFile.open(path);
  try {
    return await openJournal(file, path, maxBytes);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** So many accepted orders are remembered, so that none is sent a second time: as many as 16 MiB hold, and more. */
const MAX_ACCEPTED = 100_000;

/** The JSON of an open intent. */
interface OpenJson {
  readonly clientOrderId: string;
  readonly intent: string;
  last: string | undefined;
}

async function openJournal(file: LineFile, path: string, maxBytes: number): Promise<FileJournal> {
  const accepted = new Set<string>();
  const accept = (clientOrderId: string): void => {
    accepted.add(clientOrderId);
    if (accepted.size > MAX_ACCEPTED) accepted.delete(accepted.values().next().value!);
  };
  const scan = await scanFile(file, undefined, accept);
  const open = new Map<string, OpenJson>();
  for (const [id, { intent: span, last }] of scan.open) {
    const intent = file.readSpan(span);
    const { clientOrderId } = parseEntry(intent)!;
    open.set(id, { clientOrderId, intent, last: last && file.readSpan(last) });
  }
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
    const lines = [...cuts];
    for (const { intent, last } of open.values()) lines.push(intent, ...(last === undefined ? [] : [last]));
    file.replace(lines.map((json, index) => sealLine(index + 1, json)).join(''));
    number = lines.length;
  }

  /** Only when that makes it much smaller: a file full of open orders must not be written again with each of them. */
  function compactIfLarge(): void {
    if (isDamaged || file.size <= maxBytes) return;
    let openBytes = 0;
    for (const { intent, last = '' } of open.values()) openBytes += intent.length + last.length;
    if (openBytes < file.size / 2) compact();
  }
  compactIfLarge();

  /** @throws {JournalError} When the order is there, or may be: it would be sent twice. */
  function assertNew({ clientOrderId }: JournalIntent): void {
    const isOpen = [...open.values()].some((known) => known.clientOrderId === clientOrderId);
    if (isOpen || accepted.has(clientOrderId)) throw alreadyThere(clientOrderId);
  }

  async function write(entry: JournalEntry): Promise<void> {
    const { clientOrderId } = entry;
    const json = writeEntry(entry);
    if (entry.type === 'intent') assertNew(entry);
    await file.append(sealLine(number + 1, json));
    number++;
    if (entry.type === 'intent') open.set(entry.id, { clientOrderId, intent: json, last: undefined });
    else if (isOpenOutcome(entry.outcome)) {
      const known = open.get(entry.id);
      if (known !== undefined) known.last = json;
    } else {
      open.delete(entry.id);
      if (entry.outcome === 'accepted') accept(clientOrderId);
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

  return {
    append: (entry) => inTurn(() => write(entry)),
    read: () =>
      inTurn(async () => {
        const entries: JournalEntry[] = [];
        const { damaged } = await scanFile(file, (entry) => entries.push(entry));
        return { entries, damaged };
      }),
    readOpen: () => inTurn(async () => openContent(file, await scanFile(file))),
    compact: () =>
      inTurn(() => {
        if (!isDamaged) return compact();
        throw new JournalError(
          `${path}: the journal is damaged and was not changed. Look at its damaged lines, then start a new file.`,
        );
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

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
