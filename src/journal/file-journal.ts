import type { FileHandle } from 'node:fs/promises';
import { JournalError } from '../core/errors.js';
import type { Journal, JournalContent, JournalEntry } from './journal.js';
import { lockFile } from './file-lock.js';
import { readLines } from './journal-lines.js';

/** A journal in a file. */
export interface FileJournal extends Journal {
  append(entry: JournalEntry): Promise<void>;
  read(): Promise<JournalContent>;
  /** Waits for what is being written, closes the file and lets others write to it. Once is enough, and twice does no harm. */
  close(): Promise<void>;
}

/**
 * Opens a journal in a file, one entry in JSON on each line; the file is created (mode 0600) when it is not there.
 *
 * Every append is on the disk (fsync) when it ends. A line that a crash cut off is left as it is and reported by `read`;
 * what follows begins on a line of its own. One writer at a time: a second one is refused, be it in this process, in a
 * thread of it, or in another that is alive on this machine (`<path>.lock`, links followed). Node.js, Deno and Bun only.
 *
 * @throws {JournalError} (by the promise) When the file cannot be opened or has another writer.
 * @example
 * const journal = await createFileJournal('orders.jsonl');
 */
export async function createFileJournal(path: string): Promise<FileJournal> {
  const { readFile } = process.getBuiltinModule('node:fs').promises;
  const file = await openFile(path);
  const unlock = await orClose(file, async () => lockFile(path));
  let tail: Promise<unknown> = Promise.resolve();
  let isCut = await endsInside(file);
  let closed: Promise<void> | undefined;

  /** Once a write has failed, nobody knows where in its line the file ends. */
  async function write(entry: JournalEntry): Promise<void> {
    const line = `${isCut ? '\n' : ''}${JSON.stringify(entry)}\n`;
    isCut = true;
    await file.appendFile(line);
    await file.sync();
    isCut = false;
  }

  /** One after another: lines of two orders must not mix, and none may pass for durable because of the other's sync. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = tail.then(work);
    tail = turn.catch(() => {});
    return turn;
  }

  return {
    append: (entry) => inTurn(() => write(entry)),
    read: () => inTurn(async () => readLines(await readFile(path, 'utf8'))),
    close: () =>
      (closed ??= inTurn(async () => {
        try {
          await file.close();
        } finally {
          await unlock();
        }
      })),
  };
}

/** Before the lock: only a file that is there has one name, whatever links lead to it. Nothing is written yet. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await process.getBuiltinModule('node:fs').promises.open(path, 'a+', 0o600);
    await orClose(file, () => syncFolder(path));
    return file;
  } catch (cause) {
    throw new JournalError(`${path}: the journal cannot be opened (see cause). Nothing was sent.`, { cause });
  }
}

async function orClose<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function endsInside(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

/** A new file is in its folder for good only when the folder is on the disk, too. Windows has no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await process
    .getBuiltinModule('node:fs')
    .promises.open(process.getBuiltinModule('node:path').dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
