import { JournalError } from '../core/errors.js';
import { HAS_ORDER, IS_OPEN } from './shared-options.js';
import { unfit } from './store-errors.js';

/**
 * The methods of a `Pool` of the package `pg` that are used. Never a client inside a transaction: a rollback would take back the intent
 * of an order that was sent.
 */
export interface PostgresPool {
  /** The connections of a pool that lie idle fail by an event, which ends the program where nothing listens to it. */
  on?(event: 'error', listener: () => void): unknown;
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
}

const STORE = 'Postgres';

/**
 * Creates the table where it is missing, and proves that it is one that keeps a promise: a role without CREATE may use a table
 * that is there.
 *
 * @returns The name of the table with its schema, since another `search_path` of a connection leads to another one; and its oid, since one
 *   that takes its place has the name, and none of the orders.
 * @throws {JournalError} When the table loses what it was told, or takes an order twice, or cannot be used.
 */
export async function openTable(pool: PostgresPool, table: string): Promise<Pick<Description, 'name' | 'oid'>> {
  try {
    if ((await describe(pool, table)) === undefined) {
      // One transaction: of two processes that start at the same time, one waits for the other.
      await pool.query(schemaOf(table));
    }
    return assertFit(table, await describe(pool, table));
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    throw new JournalError(`The journal table ${table} cannot be used (see cause). Nothing was sent.`, { cause });
  }
}

interface Description {
  readonly name: string;
  readonly oid: string;
  readonly kind: string;
  readonly persistence: string;
  readonly columns: readonly string[];
  /** Columns and predicate of each unique index that is enforced. */
  readonly unique: readonly string[];
  readonly fsync: string;
}

async function describe(pool: PostgresPool, table: string): Promise<Description | undefined> {
  const { rows } = await pool.query(
    `select format('%I.%I', n.nspname, c.relname) as name, c.oid::text as oid, c.relkind as kind, c.relpersistence as persistence,
       array(select attname || case when attnotnull then ' not null' else '' end from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       array(select regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') from pg_index i
             where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indisready and i.indimmediate) as unique,
       current_setting('fsync') as fsync
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass($1)`,
    [table],
  );
  return rows[0] as Description | undefined;
}

function assertFit(table: string, found: Description | undefined): Description {
  if (found === undefined) throw unfit(STORE, table, 'is not there');
  if (found.fsync === 'off')
    throw new JournalError('Postgres has fsync = off: a crash could lose an order. Nothing was sent. Turn it on.');
  if (found.kind !== 'r' || found.persistence !== 'p')
    throw unfit(STORE, table, 'is unlogged, temporary or not a table');
  const missing = COLUMNS.filter((name) => !found.columns.includes(name));
  if (missing.length > 0) throw unfit(STORE, table, `has no column ${missing.join(', ')}`);
  const indexes = found.unique.map(bare);
  if (!indexes.includes('btreeid')) throw unfit(STORE, table, 'has no unique index on id');
  if (!indexes.includes(UNIQUE))
    throw unfit(STORE, table, `has no unique index on (account, client_order_id) where ${HAS_ORDER}`);
  return found;
}

const COLUMNS = [
  // Nothing finds an order by an account or id that is null.
  ...['sequence', 'id', 'client_order_id', 'account', 'intent', 'owner', 'fence', 'lease_until'].map(
    (name) => `${name} not null`,
  ),
  ...['result', 'outcome', 'changed_at'],
];

/** A definition without blanks, parentheses and casts, which differ between the versions of the server. */
const bare = (definition: string): string => definition.replaceAll(/::text(?:\[\])?|[\s()]/g, '').toLowerCase();

const UNIQUE = "btreeaccount,client_order_idwhereoutcomeisnulloroutcome<>allarray['rejected','not-sent','absent']";

const schemaOf = (table: string): string => `
  select pg_advisory_xact_lock(hashtext('${table}'));
  create table if not exists ${table} (
    sequence bigint generated always as identity primary key,
    id text not null unique,
    client_order_id text not null,
    account text not null,
    intent text not null,
    owner text not null,
    fence bigint not null,
    lease_until timestamptz not null,
    result text,
    outcome text,
    changed_at timestamptz
  );
  create unique index if not exists ${table}_client_order_id on ${table} (account, client_order_id) where ${HAS_ORDER};
  create index if not exists ${table}_open on ${table} (sequence) where ${IS_OPEN};
`;
