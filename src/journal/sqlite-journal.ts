import { JournalError } from '../core/errors.js';
import { writeEntry } from './entry.js';
import type { SettlingJournal, SharedJournal } from './journal.js';
import { settleShared } from './settle.js';
import {
  HAS_ORDER,
  readSharedOptions,
  type SharedJournalOptions,
  type StoredIntent,
  type StoredOrder,
  toClaim,
  toKnown,
  WITHOUT_ORDER,
} from './shared-options.js';

/** A journal in a file of SQLite, shared by the processes of one machine. */
export interface SqliteJournal extends SharedJournal, SettlingJournal, Disposable {
  /**
   * Deletes intents that ended more than this many milliseconds ago; resolves to how many. Of accepted ones the clientOrderId
   * stays, and is refused for good, with reason `cannot-tell`.
   */
  deleteFinished(olderThanMs: number): Promise<number>;
  close(): void;
}

/** What is used of `node:sqlite`. */
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Statement {
  run(...values: (string | number | null)[]): { readonly changes: number | bigint };
  get(...values: (string | number | null)[]): unknown;
  all(...values: (string | number | null)[]): unknown[];
}

/** A statement that finds the file locked is tried again for so long. */
const BUSY_MS = 5000;

/**
 * Opens a journal in a file of SQLite (`node:sqlite`: Node.js 22.13 or later, Deno 2.2 or later). Several processes of one
 * machine may use it at the same time; the file must be on a local disk. Each write is on the disk (fsync) when it ends.
 *
 * @throws {JournalError} When the runtime has no `node:sqlite`, or the file cannot be opened.
 * @throws {ArgumentError} When an option is wrong.
 * @example
 * using journal = createSqliteJournal('orders.sqlite'); // or: const, and journal.close() at the end
 * const client = createFuturesClient({ baseUrl, credentials, journal });
 */
export function createSqliteJournal(path: string, options: SharedJournalOptions = {}): SqliteJournal {
  const { leaseMs, owner, table } = readSharedOptions(options);
  const database = openDatabase(path);
  try {
    database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full;');
    database.exec(schemaOf(table));
    // From here on, waiting must not stop the event loop.
    database.exec('pragma busy_timeout = 0');
  } catch (cause) {
    database.close();
    throw new JournalError(`${path}: the journal cannot be opened (see cause). Nothing was sent.`, { cause });
  }
  const isOpen = `(outcome is null or outcome in ('sent', 'unknown'))`;
  const insert = database.prepare(
    `insert into ${table} (id, client_order_id, account, intent, owner, fence, lease_until) values (?, ?, ?, ?, ?, 1, ?)
     on conflict do nothing`,
  );
  const isKnown = `client_order_id = ? and ${HAS_ORDER}`;
  const find = database.prepare(`select intent, result from ${table} where ${isKnown}`);
  const findOf = database.prepare(
    `select intent, result from ${table} where account in (select value from json_each(?)) and ${isKnown}`,
  );
  const renew = database.prepare(`update ${table} set lease_until = ? where id = ? and fence = ? and ${isOpen}`);
  const write = database.prepare(
    `update ${table} set result = ?, outcome = ?, changed_at = ?, lease_until = case ? when 'unknown' then 0 else lease_until end
     where id = ? and fence = ? and ${isOpen}`,
  );
  const claim = database.prepare(
    `update ${table} set owner = ?, fence = fence + 1, lease_until = ? where sequence = (
       select sequence from ${table} where ${isOpen} and lease_until < ? and id not in (select value from json_each(?))
         and account in (select value from json_each(?)) and client_order_id = coalesce(?, client_order_id)
       order by sequence limit 1
     ) returning intent, result, fence`,
  );
  const countOpen = database.prepare(
    `select count(*) filter (where is_ours and lease_until >= ?) as leased, count(*) filter (where not is_ours) as others
     from (select lease_until, account in (select value from json_each(?)) as is_ours from ${table} where ${isOpen})`,
  );
  const deleteFinished = database.prepare(
    `delete from ${table} where outcome in (${WITHOUT_ORDER}) and changed_at < ?`,
  );
  const emptyAccepted = database.prepare(
    `update ${table} set intent = '', result = null where outcome = 'accepted' and intent <> '' and changed_at < ?`,
  );
  const changes = async (run: () => { readonly changes: number | bigint }): Promise<number> =>
    Number((await whenFree(run)).changes);

  let isClosed = false;
  function close(): void {
    if (!isClosed) database.close();
    isClosed = true;
  }

  const journal: SqliteJournal = {
    leaseMs,
    async insert(intent) {
      const { id, clientOrderId, account = '' } = intent;
      const json = writeEntry(intent);
      const inserted = await changes(() => insert.run(id, clientOrderId, account, json, owner, Date.now() + leaseMs));
      return inserted === 0 ? undefined : { intent, fence: 1 };
    },
    async find(clientOrderId, accounts) {
      const read = () =>
        accounts === undefined ? find.all(clientOrderId) : findOf.all(JSON.stringify(accounts), clientOrderId);
      return ((await whenFree(read)) as StoredOrder[]).map(toKnown);
    },
    renew: async ({ intent, fence }) => (await changes(() => renew.run(Date.now() + leaseMs, intent.id, fence))) > 0,
    async write({ intent, fence }, result) {
      const { outcome } = result;
      const json = writeEntry(result);
      return (await changes(() => write.run(json, outcome, Date.now(), outcome, intent.id, fence))) > 0;
    },
    async claim({ except, accounts, clientOrderId = null }) {
      const wanted = [JSON.stringify(except), JSON.stringify(accounts), clientOrderId] as const;
      const found = await whenFree(() => claim.get(owner, Date.now() + leaseMs, Date.now(), ...wanted));
      return found === undefined ? undefined : toClaim(found as StoredIntent);
    },
    async countOpen(accounts) {
      const row = await whenFree(() => countOpen.get(Date.now(), JSON.stringify(accounts)));
      const { leased, others } = row as { readonly leased: number; readonly others: number };
      return { leased, otherAccounts: others };
    },
    settle: (...given) => settleShared(journal, ...given),
    async deleteFinished(olderThanMs) {
      const beforeMs = Date.now() - olderThanMs;
      return (await changes(() => deleteFinished.run(beforeMs))) + (await changes(() => emptyAccepted.run(beforeMs)));
    },
    close,
    [Symbol.dispose]: close,
  };
  return journal;
}

function openDatabase(path: string): Database {
  const sqlite = process.getBuiltinModule('node:sqlite' as never) as
    | { readonly DatabaseSync: new (path: string) => Database }
    | undefined;
  if (sqlite === undefined) {
    const message = `node:sqlite is missing in Node.js ${process.versions.node}. Nothing was sent. Use Node.js 22.13 or later, or another journal.`;
    throw new JournalError(message);
  }
  try {
    return new sqlite.DatabaseSync(path);
  } catch (cause) {
    throw new JournalError(`${path}: the journal cannot be opened (see cause). Nothing was sent.`, { cause });
  }
}

const schemaOf = (table: string): string => `
  create table if not exists ${table} (
    sequence integer primary key,
    id text not null unique,
    client_order_id text not null,
    account text not null,
    intent text not null,
    owner text not null,
    fence integer not null,
    lease_until integer not null,
    result text,
    outcome text,
    changed_at integer
  ) strict;
  create unique index if not exists ${table}_client_order_id on ${table} (account, client_order_id)
    where ${HAS_ORDER};
  create index if not exists ${table}_open on ${table} (sequence) where outcome is null or outcome in ('sent', 'unknown');
`;

/** Another process writes for a moment: try again, without stopping the event loop in between. */
async function whenFree<T>(work: () => T): Promise<T> {
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
