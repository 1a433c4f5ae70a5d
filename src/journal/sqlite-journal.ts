import { isOpenOutcome, writeEntry } from './entry.js';
import { isUnreadable, MOST_SET_BACK_MS, type SettlingJournal, type SharedJournal } from './journal.js';
import { settleShared } from './settle.js';
import { type Database, openDatabase, type Statement, whenFree } from './sqlite-database.js';
import { openTable } from './sqlite-schema.js';
import { JournalError } from '../core/errors.js';
import { withJournalErrors } from './store-errors.js';
import {
  HAS_ORDER,
  IS_OPEN,
  MAX_LEASE_MS,
  NEXT_FENCE,
  readSharedOptions,
  ROW_NAME,
  type SharedJournalOptions,
  STORED,
  type StoredIntent,
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

/**
 * Opens a journal in a file of SQLite (`node:sqlite`: Node.js 22.13 or later, Deno 2.2 or later). Several processes of one
 * machine may use it at the same time; the file must be on a local disk, and is created (mode 0600) when it is not there. Each
 * write is on the disk (fsync) when it ends. A file that was renamed, deleted or replaced meanwhile, its `-wal` and `-shm` too,
 * is noticed before the order is sent.
 *
 * @throws {JournalError} When the runtime has no `node:sqlite`, the file cannot be opened or has another name (a hard link), or
 *   its table is another one.
 * @throws {ArgumentError} When an option is wrong, or the path is not that of a file: empty, `:memory:`, `file:`.
 * @example
 * using journal = createSqliteJournal('orders.sqlite'); // or: const, and journal.close() at the end
 * const client = createFuturesClient({ baseUrl, credentials, journal });
 */
export function createSqliteJournal(path: string, options: SharedJournalOptions = {}): SqliteJournal {
  const { leaseMs, owner, table } = readSharedOptions(options);
  const idsIn = (opened: Database, where: string): string[] => {
    const rows = opened.prepare(`select id from ${table} where ${where} order by sequence desc limit 100`).all();
    return (rows as { readonly id: string }[]).map(({ id }) => id);
  };
  /** Rows that tell this table from another one: an accepted one, which is never deleted, or those that were open. */
  let known = new Set<string>();
  let isKept = false;
  let version: unknown;
  const { database, assertInPlace: assertFileInPlace } = openDatabase(path, (opened) => {
    openTable(opened, path, table);
    const accepted = idsIn(opened, `outcome = 'accepted'`);
    isKept = accepted.length > 0;
    known = new Set(isKept ? accepted.slice(0, 1) : idsIn(opened, IS_OPEN));
    version = versionIn(opened.prepare(SCHEMA_VERSION));
  });
  const insert = database.prepare(
    `insert into ${table} (id, client_order_id, account, intent, owner, fence, lease_until, changed_at)
     values (?, ?, ?, ?, ?, 1, ?, ?)
     on conflict do nothing`,
  );
  const isKnown = `client_order_id = ? and ${HAS_ORDER}`;
  const find = database.prepare(`select ${STORED} from ${table} where ${isKnown}`);
  const findOf = database.prepare(
    `select ${STORED} from ${table} where account in (select value from json_each(?)) and ${isKnown}`,
  );
  const renew = database.prepare(
    `update ${table} set lease_until = ?, changed_at = ? where id = ? and fence = ? and ${IS_OPEN}`,
  );
  const write = database.prepare(
    `update ${table} set result = ?, outcome = ?, changed_at = ?, lease_until = case ? when 'unknown' then 0 else lease_until end
     where id = ? and fence = ? and ${IS_OPEN}`,
  );
  const claim = database.prepare(
    `update ${table} set owner = ?2, fence = ${NEXT_FENCE}, lease_until = ?3, changed_at = ?1 where sequence = (
       select sequence from ${table} where ${IS_OPEN} and not ${IS_LEASED}
         and not exists (select 1 from json_each(?4) where value in (${table}.id, ${ROW_NAME}))
         and account in (select value from json_each(?5)) and client_order_id = coalesce(?6, client_order_id)
       order by sequence limit 1
     ) returning ${STORED}`,
  );
  const release = database.prepare(
    `update ${table} set lease_until = 0 where sequence = cast(? as integer) and fence = cast(? as integer)`,
  );
  const countOpen = database.prepare(
    `select count(*) filter (where is_ours and ${IS_LEASED}) as leased, count(*) filter (where not is_ours) as others
     from (select lease_until, changed_at, account in (select value from json_each(?2)) as is_ours from ${table} where ${IS_OPEN})`,
  );
  const deleteFinished = database.prepare(
    `delete from ${table} where outcome in (${WITHOUT_ORDER}) and changed_at < ?`,
  );
  const emptyAccepted = database.prepare(
    `update ${table} set intent = '', result = null where outcome = 'accepted' and intent <> '' and changed_at < ?`,
  );
  /** A table that was dropped and made again has none of the orders. Upkeep of the file changes the schema, too, and leaves them there. */
  const assertInPlace = (): void => {
    assertFileInPlace();
    const now = versionIn(schema);
    if (now !== version && known.size > 0 && ![...known].some((id) => has.get(id) !== undefined))
      throw new JournalError(`${path}: the table ${table} was replaced by another table. Reopen the journal.`);
    version = now;
  };
  const schema = database.prepare(SCHEMA_VERSION);
  const has = database.prepare(`select 1 from ${table} where id = ?`);
  const changes = async (run: () => { readonly changes: number | bigint }): Promise<number> =>
    Number((await whenFree(run)).changes);

  const leaseNow = () => [Date.now() + leaseMs, Date.now()] as const;

  let isClosed = false;
  function close(): void {
    if (!isClosed) database.close();
    isClosed = true;
  }

  const journal: SqliteJournal = withJournalErrors(path, {
    leaseMs,
    async insert(intent) {
      const { id, clientOrderId, account = '' } = intent;
      const json = writeEntry(intent);
      const values = [id, clientOrderId, account, json, owner] as const;
      const inserted = await changes(() => insert.run(...values, ...leaseNow()));
      // Another process looks for the order in the file of that name.
      await whenFree(assertInPlace);
      if (inserted > 0 && !isKept) known.add(id);
      return inserted === 0 ? undefined : { intent, fence: 1 };
    },
    async find(clientOrderId, accounts) {
      const read = () =>
        accounts === undefined ? find.all(clientOrderId) : findOf.all(JSON.stringify(accounts), clientOrderId);
      return ((await whenFree(read)) as StoredIntent[]).map(toKnown);
    },
    renew: async ({ intent, fence }) => (await changes(() => renew.run(...leaseNow(), intent.id, fence))) > 0,
    async write({ intent, fence }, result) {
      const { outcome } = result;
      const json = writeEntry(result);
      const isWritten = (await changes(() => write.run(json, outcome, Date.now(), outcome, intent.id, fence))) > 0;
      await whenFree(assertInPlace);
      if (isWritten && outcome === 'accepted') [known, isKept] = [new Set([intent.id]), true];
      else if (!isOpenOutcome(outcome)) known.delete(intent.id);
      return isWritten;
    },
    async claim({ except, accounts, clientOrderId = null }) {
      const wanted = [JSON.stringify(except), JSON.stringify(accounts), clientOrderId] as const;
      const found = await whenFree(() => claim.get(Date.now(), owner, Date.now() + leaseMs, ...wanted));
      await whenFree(assertInPlace);
      if (found === undefined) return undefined;
      const row = found as StoredIntent;
      const claimed = toClaim(row);
      // No process works on it: it is for a person.
      if (isUnreadable(claimed)) await whenFree(() => release.run(row.sequence, row.fence));
      return claimed;
    },
    async countOpen(accounts) {
      const row = await whenFree(() => countOpen.get(Date.now(), JSON.stringify(accounts)));
      const { leased, others } = row as { readonly leased: number; readonly others: number };
      return { leased, otherAccounts: others };
    },
    assertInPlace: assertFileInPlace,
    settle: (...given) => settleShared(journal, ...given),
    async deleteFinished(olderThanMs) {
      const beforeMs = Date.now() - olderThanMs;
      return (await changes(() => deleteFinished.run(beforeMs))) + (await changes(() => emptyAccepted.run(beforeMs)));
    },
    close,
    [Symbol.dispose]: close,
  });
  return journal;
}

const SCHEMA_VERSION = 'pragma schema_version';
const versionIn = (schema: Statement): unknown => Object.values(schema.get() as object)[0];

/**
 * True when the lease of a row runs at ?1. It does not before the time at which it was taken, but for a little: the clock was
 * ahead then. A process that is still there does not send what it leased by such a clock (`keepLease`).
 */
const IS_LEASED = `(lease_until between ?1 and ?1 + ${MAX_LEASE_MS} and coalesce(changed_at, 0) <= ?1 + ${MOST_SET_BACK_MS})`;
