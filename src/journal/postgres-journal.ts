import { writeEntry } from './entry.js';
import { openTable, type PostgresPool } from './postgres-schema.js';
import { withJournalErrors } from './store-errors.js';
import { isUnreadable, type OpenCount, type SettlingJournal, type SharedJournal } from './journal.js';
import { settleShared } from './settle.js';
import {
  HAS_ORDER,
  IS_OPEN,
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

export type { PostgresPool };

/** A journal in a table of Postgres, shared by processes on any number of machines. */
export interface PostgresJournal extends SharedJournal, SettlingJournal, AsyncDisposable {
  /**
   * Deletes intents that ended more than this many milliseconds ago; resolves to how many. Of accepted ones the clientOrderId
   * stays, and is refused for good, with reason `cannot-tell`.
   */
  deleteFinished(olderThanMs: number): Promise<number>;
}

/**
 * Opens a journal in a table of Postgres, which is created when it is not there. Leases are judged by the clock of the
 * server. The pool is yours: end it yourself. A restart of the server fails the calls of that moment, and not the program.
 *
 * @throws {JournalError} (by the promise) When the table cannot be created, or the server writes nothing to the disk for good
 *   (`fsync` is off), or a table of that name is another one (unlogged, without the unique index, with a column missing). A role
 *   without CREATE may use a table that is there.
 * @throws {ArgumentError} (by the promise) When an option is wrong.
 * @example
 * import { Pool } from 'pg';
 * const journal = await createPostgresJournal(new Pool());
 * const client = createFuturesClient({ baseUrl, credentials, journal });
 */
export async function createPostgresJournal(
  pool: PostgresPool,
  options: SharedJournalOptions = {},
): Promise<PostgresJournal> {
  const { leaseMs, owner, table: named } = readSharedOptions(options);
  const query = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query(text, values)).rowCount ?? 0;
  watchIdle(pool);
  const { name: table, oid } = await openTable(pool, named);
  const durable = durableIn(table, oid);
  /** No row of a statement may mean no row of another table. */
  const assertInPlace = (): Promise<number> => query(`select from ${durable}`, []);
  const change = async (text: string, values: unknown[]): Promise<boolean> =>
    (await query(text, values)) > 0 || (await assertInPlace(), false);

  const until = (place: string): string => `clock_timestamp() + ${place} * interval '1 millisecond'`;
  const journal: PostgresJournal = withJournalErrors('Postgres', {
    leaseMs,
    async insert(intent) {
      const { id, clientOrderId, account = '' } = intent;
      const inserted = await query(
        `insert into ${table} (id, client_order_id, account, intent, owner, fence, lease_until)
         select $1, $2, $3, $4, $5, 1, ${until('$6::float8')} from ${durable} on conflict do nothing`,
        [id, clientOrderId, account, writeEntry(intent), owner, leaseMs],
      );
      return inserted === 0 ? undefined : { intent, fence: 1 };
    },
    async find(clientOrderId, accounts) {
      const isOurs = accounts === undefined ? '' : 'and account = any($2::text[])';
      const text = `select ${STORED} from ${table} where client_order_id = $1 ${isOurs} and ${HAS_ORDER}`;
      const values = accounts === undefined ? [clientOrderId] : [clientOrderId, accounts];
      return ((await pool.query(text, values)).rows as StoredIntent[]).map(toKnown);
    },
    renew: ({ intent, fence }) =>
      change(
        `update ${table} set lease_until = ${until('$1::float8')} from ${durable} where id = $2 and fence = $3 and ${IS_OPEN}`,
        [leaseMs, intent.id, fence],
      ),
    write: ({ intent, fence }, result) =>
      change(
        `update ${table} set result = $1, outcome = $2, changed_at = clock_timestamp(),
           lease_until = case $2 when 'unknown' then '-infinity' else lease_until end
         from ${durable} where id = $3 and fence = $4 and ${IS_OPEN}`,
        [writeEntry(result), result.outcome, intent.id, fence],
      ),
    async claim({ except, accounts, clientOrderId = null }) {
      const { rows } = await pool.query(
        `update ${table} set owner = $1, fence = ${NEXT_FENCE}, lease_until = ${until('$2::float8')}
         from ${durable} where sequence = (
           select sequence from ${table} where ${IS_OPEN} and lease_until < clock_timestamp() and not (array[id, ${ROW_NAME}] && $3::text[])
             and account = any($4::text[]) and client_order_id = coalesce($5, client_order_id)
           order by sequence limit 1 for update skip locked
         ) returning ${STORED}`,
        [owner, leaseMs, except, accounts, clientOrderId],
      );
      if (rows[0] === undefined) return void (await assertInPlace());
      const row = rows[0] as StoredIntent;
      const claimed = toClaim(row);
      // No process works on it: it is for a person.
      if (isUnreadable(claimed)) {
        const release = `update ${table} set lease_until = '-infinity' where sequence = $1 and fence = $2`;
        await query(release, [row.sequence, row.fence]);
      }
      return claimed;
    },
    async countOpen(accounts) {
      const { rows } = await pool.query(
        `select count(*) filter (where is_ours and lease_until >= clock_timestamp())::int as leased,
           count(*) filter (where not is_ours)::int as "otherAccounts"
         from (select lease_until, account = any($1::text[]) as is_ours from ${table} where ${IS_OPEN}) as open`,
        [accounts],
      );
      return rows[0] as OpenCount;
    },
    settle: (...given) => settleShared(journal, ...given),
    async deleteFinished(olderThanMs) {
      const isOld = `changed_at < clock_timestamp() - $1::float8 * interval '1 millisecond'`;
      const values = [olderThanMs];
      const deleted = await query(`delete from ${table} where outcome in (${WITHOUT_ORDER}) and ${isOld}`, values);
      const emptied = `update ${table} set intent = '', result = null where outcome = 'accepted' and intent <> '' and ${isOld}`;
      return deleted + (await query(emptied, values));
    },
    // The pool is the caller's. It lets a program take one journal for another without other changes.
    [Symbol.asyncDispose]: async () => {},
  });
  return journal;
}

/**
 * Makes the statement's transaction wait for the disk, and fails it if the table was replaced. Connections of one pool, and their roles,
 * may differ in what they are set to; what waits for replicas, too, stays. No table can have the name.
 */
function durableIn(table: string, oid: string): string {
  const now = `to_regclass('${table.replaceAll("'", "''")}')::oid`;
  return `(select set_config('synchronous_commit', case
    when ${now} <> ${oid} then (${now} || ' has taken the place of the table that was opened')::int::text
    when current_setting('synchronous_commit') = 'off' then 'on'
    else current_setting('synchronous_commit') end, true)) as "of no table"`;
}

const watched = new WeakSet<PostgresPool>();

/** Keeps a lost idle connection from ending the program: the next query opens another one, or fails by itself. */
function watchIdle(pool: PostgresPool): void {
  if (watched.has(pool)) return;
  watched.add(pool);
  pool.on?.('error', () => {});
}
