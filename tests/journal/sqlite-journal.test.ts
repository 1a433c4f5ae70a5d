import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { createSqliteJournal, type SqliteJournal } from '../../src/journal/sqlite-journal.js';
import { describeJournal } from '../../src/journal/testing.js';
import { intentEntry, resultEntry } from './entries.js';

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
    expect(await journal.find('c-2')).toEqual([{ why: expect.stringContaining('dropped') }]);
    expect(await journal.insert(intentEntry('5', 'c-3'))).toBeDefined();
  });

  test('a file that cannot be opened is a JournalError', () => {
    expect(() => createSqliteJournal(join(folder, 'nowhere', 'x.sqlite'))).toThrow('cannot be opened');
  });
});

test.skipIf(hasSqlite)('a runtime without node:sqlite is told so, with a way out', () => {
  expect(() => createSqliteJournal('orders.sqlite')).toThrow(/node:sqlite is missing.*Node.js 22.13/);
});
