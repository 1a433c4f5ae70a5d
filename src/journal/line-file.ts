import type { Stats } from 'node:fs';
import { JournalError } from '../core/errors.js';
import { type FileLock, lockFile } from './file-lock.js';
import { problemOfPlace } from './file-place.js';
import type { FileSpan } from './journal-scan.js';
import { LineScanner, type ScannedLine } from './line-scanner.js';

const fs = () => process.getBuiltinModule('node:fs');

/**
 * A file of lines with one writer. What was appended is on the disk (fsync) and stands in the file of that name, or the
 * append throws: a file that was renamed, deleted or cut meanwhile (logrotate) is noticed. Whether an order was sent by then is
 * for the caller to say.
 */
export class LineFile {
  /** Bytes that are known to be in the file. */
  size: number;
  readonly #path: string;
  readonly #lock: FileLock;
  #fd: number;
  /** Why nothing can be appended any more. */
  #failure: JournalError | undefined;

  private constructor(path: string, fd: number, lock: FileLock) {
    this.#path = path;
    this.#fd = fd;
    this.#lock = lock;
    this.size = fs().fstatSync(fd).size;
  }

  /**
   * Opens a file and creates it (mode 0600) when it is not there.
   *
   * @throws {JournalError} When it cannot be opened or has another writer. Nothing was sent.
   */
  static open(path: string): LineFile {
    try {
      const { closeSync, openSync, statSync } = fs();
      // A pipe would hold the whole program when it is opened.
      if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true)
        throw new JournalError(
          `${path}: this is a pipe, not a file. Nothing was sent. Choose another path for the journal.`,
        );
      // Only a file that is there has one name, even when links lead to it.
      closeSync(openSync(path, 'a', 0o600));
      const lock = lockFile(path);
      try {
        // Opened under the lock: the writer before may have put another file in its place.
        const file = new LineFile(path, openSync(path, 'a+', 0o600), lock);
        syncFolder(path);
        return file;
      } catch (error) {
        lock.release();
        throw error;
      }
    } catch (cause) {
      if (cause instanceof JournalError) throw cause;
      throw new JournalError(`${path}: the journal cannot be opened: ${reasonOf(cause)}. Nothing was sent.`, { cause });
    }
  }

  /** Reads the file line by line. The bytes of a line are valid during the call only. */
  async scan(onLine: (line: ScannedLine) => void): Promise<void> {
    if (this.#fd === -1) throw this.#failure!;
    const read = async (...given: readonly [Uint8Array, number, number, number]) =>
      promisify(fs().read)(this.#fd, ...given).catch((cause: unknown) => {
        throw new JournalError(`${this.#path}: cannot be read: ${reasonOf(cause)}.`, { cause });
      });
    const scanner = new LineScanner(onLine);
    for (let position = 0; position < this.size;) {
      const { bytes, offset, length } = scanner.space();
      const { bytesRead } = await read(bytes, offset, Math.min(length, this.size - position), position);
      if (bytesRead === 0) break;
      scanner.take(bytesRead);
      position += bytesRead;
    }
    scanner.end();
  }

  readSpan({ offset, length }: FileSpan): string {
    const bytes = Buffer.allocUnsafe(length);
    const read = fs().readSync(this.#fd, bytes, 0, length, offset);
    return bytes.toString('utf8', 0, read);
  }

  /** Appends whole lines, one append after another. */
  async append(text: string): Promise<void> {
    const { fstat, fsync, stat, write } = fs();
    const bytes = this.#start(text);
    try {
      for (let done = 0; done < bytes.length;)
        done += (await promisify(write)(this.#fd, bytes, done, bytes.length - done, null)).bytesWritten;
    } catch (error) {
      throw this.#takeBack(error);
    }
    try {
      await promisify(fsync)(this.#fd);
      const named = await promisify(stat)(this.#path).catch(() => undefined);
      this.#finish(bytes, await promisify(fstat)(this.#fd), named);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** The same, before anything else happens. */
  appendSync(text: string): void {
    const { fstatSync, fsyncSync, statSync, writeSync } = fs();
    const bytes = this.#start(text);
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(this.#fd, bytes, done);
    } catch (error) {
      throw this.#takeBack(error);
    }
    try {
      fsyncSync(this.#fd);
      this.#finish(bytes, fstatSync(this.#fd), statSync(this.#path, { throwIfNoEntry: false }));
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Cuts what stands behind `size`. */
  truncate(size: number): void {
    fs().ftruncateSync(this.#fd, size);
    this.size = size;
  }

  /** Puts a new file in the place of this one: whenever the power fails, one of the two is there whole. */
  replace(text: string): void {
    const { closeSync, fstatSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } =
      fs();
    this.assertHeld();
    const target = realpathSync(this.#path);
    const temporary = `${target}.compact`;
    rmSync(temporary, { force: true });
    const fd = openSync(temporary, 'ax+', 0o600);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
      this.#assertOwn(fstatSync(this.#fd), statSync(target, { throwIfNoEntry: false }), this.size);
      renameSync(temporary, target);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    closeSync(this.#fd);
    this.#fd = fd;
    this.size = Buffer.byteLength(text);
    syncFolder(target);
  }

  /** Lets others write. Once is enough, and twice does no harm. */
  close(): void {
    if (this.#fd === -1) return;
    try {
      fs().closeSync(this.#fd);
    } finally {
      this.#fd = -1;
      this.#failure = new JournalError(`${this.#path}: the journal is closed.`);
      this.#lock.release();
    }
  }

  /** Another writer, who has the lock by now, finds no line of this one in its file. */
  #start(text: string): Buffer {
    this.assertHeld();
    return Buffer.from(text);
  }

  /** @throws {JournalError} When another process may write to the file by now, or another file has its name. */
  assertHeld(): void {
    if (this.#failure !== undefined) throw this.#failure;
    const { fstatSync, statSync } = fs();
    this.#assertOwn(fstatSync(this.#fd), statSync(this.#path, { throwIfNoEntry: false }));
  }

  #finish(bytes: Buffer, own: Stats, named: Stats | undefined): void {
    this.#assertOwn(own, named, this.size + bytes.length);
    this.size += bytes.length;
  }

  #assertOwn(own: Stats, named: Stats | undefined, size = own.size): void {
    this.#lock.assertHeld();
    const problem = this.#problem(own, named, size);
    if (problem !== undefined) throw new JournalError(`${this.#path}: ${problem}. Reopen the journal.`);
  }

  #problem(own: Stats, named: Stats | undefined, size: number): string | undefined {
    const problem = problemOfPlace(own, named);
    if (problem !== undefined || own.size === size) return problem;
    return 'another program wrote to the journal or truncated it';
  }

  /** Half a line must not stand before the next one. */
  #takeBack(cause: unknown): JournalError {
    try {
      this.truncate(this.size);
    } catch {
      return this.#fail(cause);
    }
    return new JournalError(`${this.#path}: cannot be written: ${reasonOf(cause)}.`, { cause });
  }

  /** After a failed fsync nothing tells what is on the disk. */
  #fail(cause: unknown): JournalError {
    const message = `${this.#path}: cannot be flushed to disk: ${reasonOf(cause)}.`;
    return (this.#failure = cause instanceof JournalError ? cause : new JournalError(message, { cause }));
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const promisify: typeof import('node:util').promisify = ((work: never) =>
  process.getBuiltinModule('node:util').promisify(work)) as never;

/** A new name is in its folder for good only when the folder is on the disk, too. Windows has no such thing. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const { closeSync, fsyncSync, openSync } = fs();
  const folder = openSync(process.getBuiltinModule('node:path').dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
