import { HAS_ORDER, IS_OPEN } from './shared-options.js';
import type { Database } from './sqlite-database.js';
import { unfit } from './store-errors.js';

/**
 * Creates the table where it is missing, and proves that it takes an order once.
 *
 * @throws {JournalError} When a table or index of that name is another one.
 */
export function openTable(database: Database, path: string, table: string): void {
  const find = database.prepare('select type, tbl_name as owner, sql from sqlite_schema where name = ?');
  for (const [name, sql] of Object.entries(schemaOf(table))) {
    database.exec(sql.replace(/^create (table|unique index|index)/, 'create $1 if not exists'));
    const found = find.get(name) as { readonly owner: string; readonly sql: string } | undefined;
    // An index that only makes it fast may be of an earlier version.
    if (!name.endsWith('_open') && (found?.owner !== table || bare(found.sql) !== bare(sql)))
      throw unfit(path, table, `has another ${name}`);
  }
}

/** SQLite keeps the text of a definition as it was written. */
const bare = (sql: string): string => sql.replaceAll(/if not exists|["\s]/gi, '').toLowerCase();

const schemaOf = (table: string): Readonly<Record<string, string>> => ({
  [table]: `create table ${table} (
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
  ) strict`,
  [`${table}_client_order_id`]: `create unique index ${table}_client_order_id on ${table} (account, client_order_id)
    where ${HAS_ORDER}`,
  [`${table}_open`]: `create index ${table}_open on ${table} (sequence) where ${IS_OPEN}`,
});
