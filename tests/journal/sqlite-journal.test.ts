import { copyFileSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { UnreadableIntent } from '../../src/journal/journal.js';
import { createSqliteJournal, type SqliteJournal } from '../../src/journal/sqlite-journal.js';
import { describeJournal } from '../../src/journal/testing.js';
import { intentEntry, resultEntry } from './entries.js';
import { describeSqlJournal } from './sql-journal.js';
import { folderOfFile } from '../support/folder.js';
import { sqlite } from '../support/sqlite.js';

if (!sqlite) console.log(`Node.js ${process.version} has no node:sqlite: the tests on it are skipped.`);

const folder = folderOfFile();
const ANY = { except: [], accounts: [''] };
const opened: SqliteJournal[] = [];
let files = 0;
const create = (path: string, leaseMs?: number): SqliteJournal => {
  const journal = createSqliteJournal(path, { leaseMs });
  opened.push(journal);
  return journal;
};
/** Runs statements on a journal's file by hand. */
function execute(path: string, sql: string): void {
  const database = new sqlite!.DatabaseSync(path);
  database.exec(sql);
  database.close();
}
afterAll(() => {
  for (const journal of opened) journal.close();
});

describe.skipIf(!sqlite)('SQLite', () => {
  describeJournal(
    'a journal',
    () => {
      const path = join(folder, `${++files}.sqlite`);
      return { open: ({ leaseMs }) => create(path, leaseMs) };
    },
    { describe, it },
  );
  describeSqlJournal(() => {
    const path = join(folder, `${++files}.sqlite`);
    const changed = (sql: string): string => sql.replaceAll(/\bT\b/g, 'futures_journal').replace('PAST', '0');
    return { journal: create(path), again: () => create(path), execute: (sql) => execute(path, changed(sql)) };
  });

  test('a row whose id is not UTF-8 is reported once, and the next one claimed', async () => {
    const path = join(folder, 'not-utf8.sqlite');
    const journal = create(path);
    for (const id of ['1', '2']) await journal.insert(intentEntry(id));
    execute(
      path,
      "update futures_journal set lease_until = 0; update futures_journal set id = cast(x'ff' as text) where sequence = 1",
    );
    const damaged = (await journal.claim(ANY)) as UnreadableIntent;
    expect(damaged.damaged.line).toBe(1);
    expect(await journal.claim({ ...ANY, except: [damaged.id] })).toMatchObject({ intent: { id: '2' } });
  });

  test.each(['sequence', 'lease_until'])('a row with a %s beyond every number is found and claimed', async (column) => {
    const path = join(folder, `large-${column}.sqlite`);
    const journal = create(path);
    await journal.insert(intentEntry('1'));
    execute(
      path,
      `update futures_journal set lease_until = 0; update futures_journal set ${column} = 9223372036854775807`,
    );
    expect(await journal.find('c-1')).toHaveLength(1);
    expect(await journal.countOpen([''])).toMatchObject({ leased: 0 });
    expect(await journal.claim(ANY)).toMatchObject({ intent: { id: '1' } });
  });

  test('a lease that was taken by a clock that was days ahead ends when that clock is set', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    const journal = create(join(folder, 'ahead.sqlite'));
    const startMs = Date.now();
    vi.setSystemTime(startMs + 3 * 86_400_000);
    const claim = await journal.insert(intentEntry('1'));
    expect(await journal.claim(ANY)).toBeUndefined();
    vi.setSystemTime(startMs);
    expect(await journal.countOpen([''])).toMatchObject({ leased: 0 });
    // Its owner renews it by the clock of now, and has it again.
    expect(await journal.renew(claim!)).toBe(true);
    expect(await journal.claim(ANY)).toBeUndefined();
    vi.setSystemTime(startMs - 86_400_000);
    expect(await journal.claim(ANY)).toMatchObject({ fence: 2 });
  });

  test('is closed at the end of the block that it belongs to', async () => {
    let outside: SqliteJournal;
    {
      using journal = createSqliteJournal(join(folder, 'using.sqlite'));
      outside = journal;
      expect(await journal.insert(intentEntry('1'))).toBeDefined();
    }
    await expect(outside.insert(intentEntry('2'))).rejects.toThrow();
    outside.close();
  });

  test.each(['', ':memory:', 'file:orders.sqlite?mode=memory', 'FILE:x'])('%j is no file, and is refused', (path) => {
    expect(() => createSqliteJournal(path)).toThrow(expect.objectContaining({ code: 'ARGUMENT', field: 'path' }));
  });

  test('its files can be read by their owner alone', async () => {
    const path = join(folder, 'mode.sqlite');
    await create(path).insert(intentEntry('1'));
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  test.each<[string, (path: string) => void]>([
    ['deleted', (path) => rmSync(path)],
    ['renamed', (path) => renameSync(path, `${path}.old`)],
    ['replaced', (path) => (renameSync(path, `${path}.old`), writeFileSync(path, ''))],
    ['linked', (path) => linkSync(path, `${path}.link`)],
    ['left without its log', (path) => rmSync(`${path}-wal`)],
    ['left without its shared memory', (path) => rmSync(`${path}-shm`)],
    ['given another log', (path) => (rmSync(`${path}-wal`), writeFileSync(`${path}-wal`, ''))],
  ])('that was %s while it was open takes no order', async (what, change) => {
    const path = join(folder, `moved-${what}.sqlite`);
    const journal = create(path);
    expect(await journal.insert(intentEntry('1'))).toBeDefined();
    change(path);
    expect(() => journal.assertInPlace!()).toThrow('Reopen the journal');
    const refused = { code: 'JOURNAL', outcome: 'not-sent' };
    await expect(journal.insert(intentEntry('2'))).rejects.toMatchObject(refused);
    await expect(journal.claim({ except: [], accounts: [''] })).rejects.toMatchObject(refused);
  });

  test('its file alone has all orders, where it is copied while it is open', async () => {
    const path = join(folder, 'copied.sqlite');
    const journal = create(path);
    await journal.write((await journal.insert(intentEntry('1', 'job-17')))!, resultEntry('1', 'accepted', 'job-17'));
    await journal.insert(intentEntry('2', 'job-18'));
    copyFileSync(path, `${path}.copy`);
    const copy = create(`${path}.copy`);
    for (const id of ['job-17', 'job-18']) expect(await copy.find(id)).toHaveLength(1);
  });

  test('a place where SQLite keeps no write-ahead log is refused', () => {
    class Other extends sqlite!.DatabaseSync {
      override prepare(sql: string) {
        return super.prepare(sql.includes('journal_mode') ? "select 'delete' as journal_mode" : sql);
      }
    }
    const load = process.getBuiltinModule.bind(process) as (name: string) => unknown;
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(((name: string) =>
      name === 'node:sqlite' ? { DatabaseSync: Other } : load(name)) as never);
    expect(() => create(join(folder, 'no-log.sqlite'))).toThrow('journal_mode is delete');
  });

  test('a file with two names is refused', () => {
    const path = join(folder, 'two.sqlite');
    writeFileSync(path, '');
    linkSync(path, `${path}.link`);
    expect(() => create(`${path}.link`)).toThrow('hard links');
  });

  test.each<[string, string]>([
    ['index that is not unique', 'create index orders_client_order_id on orders (account, client_order_id)'],
    ['index on another table', 'create table x (a); create unique index orders_client_order_id on x (a)'],
    ['index on other columns', 'create unique index orders_client_order_id on orders (client_order_id)'],
    ['table without a column', 'drop table orders; create table orders (id text) strict'],
  ])('an %s, under the name of ours, is refused', (what, sql) => {
    const path = join(folder, `${what}.sqlite`);
    create(path).close();
    createSqliteJournal(path, { table: 'orders' }).close();
    execute(path, `drop index orders_client_order_id; ${sql}`);
    expect(() => createSqliteJournal(path, { table: 'orders' })).toThrow(expect.objectContaining({ code: 'JOURNAL' }));
  });

  test('a file that cannot be opened is a JournalError', () => {
    expect(() => createSqliteJournal(join(folder, 'nowhere', 'x.sqlite'))).toThrow('cannot be opened');
  });
});

test.skipIf(sqlite)('a runtime without node:sqlite is told so, with a way out', () => {
  expect(() => createSqliteJournal('orders.sqlite')).toThrow(/node:sqlite is missing.*Node.js 22.13/);
});
