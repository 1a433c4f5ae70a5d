import { JournalError } from '../core/errors.js';
import { assertFile, problemOfPlace, secondWayTo } from './file-place.js';

/** The parts of `node:sqlite` that are used. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
export interface Statement {
  run(...values: (string | number | null)[]): { readonly changes: number | bigint };
  get(...values: (string | number | null)[]): unknown;
  all(...values: (string | number | null)[]): unknown[];
}

/** Time for which a statement that finds the file locked is retried. */
const BUSY_MS = 5000;

/**
 * Opens a database in a file, whose writes are on the disk when they end. `assertInPlace` throws when the file of that name, its
 * log or its shared memory is another one by now.
 *
 * @throws {JournalError} When that is not possible. Nothing was sent.
 */
export function openDatabase(path: string, prepare: (database: Database) => void) {
  assertFile(path);
  const DatabaseSync = loadSqlite();
  const { closeSync, existsSync, openSync, realpathSync, statSync } = process.getBuiltinModule('node:fs');
  let database: Database | undefined;
  try {
    // Only where it is missing: closing a file drops the locks that this process has on it.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const problem = secondWayTo(realpathSync(path));
    if (problem !== undefined) throw new JournalError(`${path}: ${problem}. Nothing was sent.`, { reason: 'lock' });
    const ownFile = statSync(path);
    database = new DatabaseSync(path);
    // macOS writes to the disk itself only when it is asked to.
    database.exec('pragma busy_timeout = 5000; pragma synchronous = full; pragma fullfsync = on;');
    const { journal_mode: mode } = database.prepare('pragma journal_mode = wal').get() as { journal_mode?: unknown };
    if (mode !== 'wal')
      throw new JournalError(
        `${path}: SQLite keeps no write-ahead log there (journal_mode is ${String(mode)}). Nothing was sent. Use a local disk.`,
      );
    // The file alone has all that was written: its log may stay behind where it is moved or copied.
    database.exec('pragma wal_autocheckpoint = 1');
    prepare(database);
    // From here on, waiting must not stop the event loop.
    database.exec('pragma busy_timeout = 0');
    // The last writes are in the log, and the locks of other processes are in the shared memory, until the last one closes them.
    const places = [path, `${path}-wal`, `${path}-shm`].map((name, index) => ({
      ...{ name, own: index === 0 ? ownFile : statSync(name) },
    }));
    const assertInPlace = (): void => {
      for (const { name, own } of places) {
        const moved = problemOfPlace(own, statSync(name, { throwIfNoEntry: false }));
        if (moved !== undefined) throw new JournalError(`${name}: ${moved}. Reopen the journal.`);
      }
    };
    assertInPlace();
    return { database, assertInPlace };
  } catch (cause) {
    database?.close();
    if (cause instanceof JournalError) throw cause;
    throw new JournalError(`${path}: the journal cannot be opened (see cause). Nothing was sent.`, { cause });
  }
}

/** Tells whether a file has a table; what cannot be read is for {@link openDatabase} to say. */
export function hasTable(path: string, table: string): boolean {
  const DatabaseSync = loadSqlite();
  let database: Database | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) !== undefined;
  } catch {
    return true;
  } finally {
    database?.close();
  }
}

type OpenFile = new (path: string, options?: { readonly readOnly: boolean }) => Database;

function loadSqlite(): OpenFile {
  const sqlite = process.getBuiltinModule('node:sqlite' as never) as { readonly DatabaseSync: OpenFile } | undefined;
  if (sqlite !== undefined) return sqlite.DatabaseSync;
  throw new JournalError(
    `node:sqlite is missing in Node.js ${process.versions.node}. Nothing was sent. Use Node.js 22.13 or later, or another journal.`,
  );
}

/** Another process writes for a moment: retries without stopping the event loop in between. */
export async function whenFree<T>(work: () => T): Promise<T> {
  const untilMs = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const { errcode = 0 } = error as { readonly errcode?: number };
      const isBusy = (errcode & 0xff) === SQLITE_BUSY;
      if (!isBusy || performance.now() > untilMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 5));
  }
}

const SQLITE_BUSY = 5;
