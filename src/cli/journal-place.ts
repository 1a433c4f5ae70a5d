import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { type Refusing, wrong } from '../core/argument.js';
import { JournalError } from '../core/errors.js';
import type { FormerAccount } from '../orders/account.js';
import type { OrderJournal, SettlingJournal } from '../journal/journal.js';
import { hasOddName, hasScheme } from '../journal/file-place.js';
import { TABLE } from '../journal/shared-options.js';
import { once, repeatable } from './options.js';
import { printNote } from './output.js';
import { printable } from './printable.js';

export const JOURNAL_PLACES = 'a file, sqlite:<file>, or the postgres:// address of a database';

/** The address of a database without user and password. */
export const shownPlace = (place: string): string =>
  printable(place.replace(/\/\/.*@/s, '//…@').replaceAll(/\b(password|sslpassword)=[^&]*/gi, '$1=…'));

/** A journal as a command line names it. */
export interface JournalPlace {
  readonly journal: string;
  readonly table?: string;
}

/** A journal, and which of its orders belong to the account of this run. */
export interface AccountJournal extends JournalPlace {
  readonly formerKey?: readonly string[];
  readonly formerBaseUrl?: readonly string[];
}

/** The options of {@link AccountJournal}. */
export const journalOptions = (): Option[] => [
  once('--journal <place>', `where orders are written down: ${JOURNAL_PLACES}`).makeOptionMandatory(),
  once('--table <name>', 'the table of a database, where it is not futures_journal'),
  repeatable('--former-key <key>', 'an earlier API key of this same account; repeatable'),
  repeatable('--former-base-url <url>', 'an earlier base URL of this same account; repeatable'),
];

/** Each earlier key and base URL, alone and together. */
export function formerAccounts({ formerKey = [], formerBaseUrl = [] }: AccountJournal): FormerAccount[] {
  for (const [option, given] of Object.entries({ '--former-key': formerKey, '--former-base-url': formerBaseUrl }))
    if (given.includes('')) throw wrong(option, 'is empty: name what the account had, or leave it out');
  const keys = [{}, ...formerKey.map((apiKey) => ({ apiKey }))];
  const addresses = [{}, ...formerBaseUrl.map((baseUrl) => ({ baseUrl }))];
  // The first one changes nothing.
  return keys.flatMap((key) => addresses.map((address) => ({ ...key, ...address }))).slice(1);
}

interface Opened {
  readonly journal: OrderJournal & SettlingJournal;
  /** Notes a failure: it must not stand in the place of what is said of an order. */
  readonly close: () => Promise<void>;
}

const noted = (close: () => Promise<void> | void) => async (): Promise<void> => {
  try {
    await close();
  } catch (error) {
    printNote(`the journal was not closed (${(error as Error).message}).`);
  }
};

/**
 * Opens the journal that a command line names.
 *
 * @throws {ArgumentError} When it has to exist and does not.
 * @throws {JournalError} When it cannot be opened, or another process holds it.
 */
export async function openJournal(
  { journal: place, table }: JournalPlace,
  { mustExist, ...refusing }: Refusing & { readonly caller: string; readonly mustExist: boolean },
): Promise<Opened> {
  const names = table === undefined ? {} : { table };
  const assertThere = (isThere: boolean, what = place): void => {
    if (mustExist && !isThere) throw wrong('--journal', `is ${shownPlace(what)}, which does not exist`, refusing);
  };
  const inTable = `a table ${table ?? TABLE} in ${place}`;
  if (/^postgres(?:ql)?:\/\//.test(place))
    return openPostgres(place, names, refusing.caller, (isThere) => assertThere(isThere, inTable));
  const path = place.replace(/^sqlite:/, '');
  // Written like an address, it would be a path from the root.
  if (path === '' || hasScheme(path) || place.startsWith('sqlite://'))
    throw wrong('--journal', `must be ${JOURNAL_PLACES}, got ${shownPlace(place)}`, refusing);
  if (hasOddName(path))
    throw wrong('--journal', 'has a blank, a quote, a query or a variable that the shell left', refusing);
  // Opening would make an empty one.
  assertThere(existsSync(path), path);
  if (path !== place) {
    const { createSqliteJournal } = await import('../journal/sqlite-journal.js');
    const { hasTable } = await import('../journal/sqlite-database.js');
    if (mustExist) assertThere(hasTable(path, table ?? TABLE), inTable);
    const journal = createSqliteJournal(path, names);
    return { journal, close: noted(() => journal.close()) };
  }
  if (table !== undefined) throw wrong('--table', 'belongs to a database, not to a file', refusing);
  const { createFileJournal } = await import('../journal/file-journal.js');
  const journal = await createFileJournal(path);
  return { journal, close: noted(() => journal.close()) };
}

/** As long as any other step of a journal may take. */
const LONGEST_MS = 10_000;

async function openPostgres(
  connectionString: string,
  names: { readonly table?: string },
  caller: string,
  assertThere: (isThere: boolean) => void,
): Promise<Opened> {
  const { createPostgresJournal } = await import('../journal/postgres-journal.js');
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw new JournalError(`${caller}: the package pg is not installed. Nothing was sent. Run: npm install pg`, {
      cause,
    });
  });
  const limits = { connectionTimeoutMillis: LONGEST_MS, query_timeout: LONGEST_MS };
  const pool = new pg.Pool({ connectionString, max: 2, ...limits });
  try {
    const ask = async () => pool.query('select to_regclass($1) as name', [names.table ?? TABLE]);
    // A database that cannot be asked, or whose address cannot be read, is told by what opens the journal.
    const asked = await ask().catch(() => undefined);
    assertThere(asked === undefined || asked.rows[0].name !== null);
    return { journal: await createPostgresJournal(pool, names), close: noted(() => pool.end()) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
