import { linkSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { UnreadableIntent } from '../../src/journal/journal.js';
import type { Database, Statement } from '../../src/journal/sqlite-database.js';
import { createSqliteJournal, type SqliteJournal } from '../../src/journal/sqlite-journal.js';
import { describeJournal } from '../../src/journal/testing.js';
import { DAMAGED_ROWS, intentEntry, resultEntry } from './entries.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
if (!hasSqlite) console.log(`Node.js ${process.version} has no node:sqlite: the tests on it are skipped.`);

const folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
const opened: SqliteJournal[] = [];
let files = 0;
const create = (path: string, leaseMs?: number): SqliteJournal => {
  const journal = createSqliteJournal(path, { leaseMs });
  opened.push(journal);
  return journal;
};
/** Runs statements on a journal's file by hand. */
function execute(path: string, sql: string): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as never) as {
    DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
  };
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
afterAll(() => {
  for (const journal of opened) journal.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!hasSqlite)('SQLite', () => {
  describeJournal(
    'a journal',
    () => {
      const path = join(folder, `${++files}.sqlite`);
      return { open: ({ leaseMs }) => create(path, leaseMs) };
    },
    { describe, it },
  );

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

  test('what ended long ago is deleted when it is asked for', async () => {
    const journal = create(join(folder, 'deleted.sqlite'));
    const [open, ended] = [await journal.insert(intentEntry('1')), await journal.insert(intentEntry('2'))];
    await journal.write(ended!, resultEntry('2', 'accepted'));
    await journal.write((await journal.insert(intentEntry('3')))!, resultEntry('3', 'absent'));
    expect(await journal.deleteFinished(60_000)).toBe(0);
    expect(await journal.deleteFinished(-1)).toBe(2);
    expect(await journal.deleteFinished(-1)).toBe(0);
    expect(await journal.renew(open!)).toBe(true);
    // Never sent a second time; what was absent may be.
    expect(await journal.insert(intentEntry('4', 'c-2'))).toBeUndefined();
    expect(await journal.find('c-2')).toEqual([{ why: expect.stringContaining('no longer has') }]);
    expect(await journal.insert(intentEntry('5', 'c-3'))).toBeDefined();
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
    const refused = { code: 'JOURNAL', outcome: 'not-sent' };
    await expect(journal.insert(intentEntry('2'))).rejects.toMatchObject(refused);
    await expect(journal.claim({ except: [], accounts: [''] })).rejects.toMatchObject(refused);
  });

  test('a place where SQLite keeps no write-ahead log is refused', () => {
    const real = process.getBuiltinModule('node:sqlite' as never) as { DatabaseSync: new (path: string) => Database };
    class Other extends real.DatabaseSync {
      override prepare(sql: string): Statement {
        return super.prepare(sql.includes('journal_mode') ? "select 'delete' as journal_mode" : sql);
      }
    }
    const load = process.getBuiltinModule.bind(process) as (name: string) => unknown;
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(((name: string) =>
      name === 'node:sqlite' ? { DatabaseSync: Other } : load(name)) as never);
    onTestFinished(() => void vi.restoreAllMocks());
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

  test.each(DAMAGED_ROWS)(
    'a row with %s is reported as damaged, leased to nobody, and the next one claimed',
    async (_what, set) => {
      const path = join(folder, `damaged-${++files}.sqlite`);
      const journal = create(path);
      for (const id of ['1', '2']) await journal.insert(intentEntry(id));
      execute(path, `update futures_journal set lease_until = 0; update futures_journal set ${set} where sequence = 1`);
      const wanted = { except: [], accounts: ['', 'b'] };
      const damaged = { line: 1, kind: 'damaged', text: expect.stringContaining('') };
      const [first] = [await journal.claim(wanted), await journal.claim(wanted)];
      expect(first).toMatchObject({ damaged });
      expect(await journal.claim({ ...wanted, except: [(first as UnreadableIntent).id] })).toMatchObject({ fence: 2 });
      expect(await journal.countOpen(wanted.accounts)).toEqual({ leased: 1, otherAccounts: 0 });
      for (const { intent, why } of (await journal.find('c-1')).concat(await journal.find('c-9'))) {
        expect(intent).toBeUndefined();
        expect(why).toContain('damaged');
      }
    },
  );

  test('whatever the store throws is a JournalError that says what it means', async () => {
    const path = join(folder, 'broken.sqlite');
    const journal = create(path);
    const claim = await journal.insert(intentEntry('1'));
    execute(path, 'drop table futures_journal');
    const failed = {
      code: 'JOURNAL',
      outcome: 'not-sent',
      message: expect.stringContaining('cannot be read or written'),
    };
    await expect(journal.insert(intentEntry('2'))).rejects.toMatchObject(failed);
    await expect(journal.renew(claim!)).rejects.toMatchObject(failed);
    await expect(journal.countOpen([''])).rejects.toMatchObject(failed);
  });

  test('a file that cannot be opened is a JournalError', () => {
    expect(() => createSqliteJournal(join(folder, 'nowhere', 'x.sqlite'))).toThrow('cannot be opened');
  });
});

test.skipIf(hasSqlite)('a runtime without node:sqlite is told so, with a way out', () => {
  expect(() => createSqliteJournal('orders.sqlite')).toThrow(/node:sqlite is missing.*Node.js 22.13/);
});
