import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createPostgresJournal } from '../../src/journal/postgres-journal.js';
import { describeJournal } from '../../src/journal/testing.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { intentEntry, resultEntry } from './entries.js';

describe.skipIf(!hasPostgres)('Postgres, the real one', () => {
  let server: PostgresServer;
  let pool: Pool;
  let tables = 0;
  beforeAll(async () => {
    server = await startPostgres();
    pool = new Pool({ host: server.host, user: server.user, database: 'postgres', max: 8 });
  }, 120_000);
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });

  describeJournal(
    'a journal',
    () => {
      const table = `journal_${++tables}`;
      return { open: ({ leaseMs }) => createPostgresJournal(pool, { leaseMs, table }) };
    },
    { describe, it },
  );

  test('many that open it at the same time create one table', async () => {
    const journals = await Promise.all(
      Array.from({ length: 8 }, () => createPostgresJournal(pool, { table: 'at_once' })),
    );
    expect(await journals[7]!.countOpen([])).toEqual({ leased: 0, otherAccounts: 0 });
  });

  test('what ended long ago is deleted when it is asked for', async () => {
    const journal = await createPostgresJournal(pool, { table: 'deleted' });
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

  test.each(['synchronous_commit', 'fsync'])('a server with %s = off is refused by name', async (name) => {
    const query = async (text: string) =>
      text.includes('current_setting')
        ? { rows: [{ synchronous_commit: 'on', fsync: 'on', [name]: 'off' }], rowCount: 1 }
        : pool.query(text);
    await expect(createPostgresJournal({ query }, { table: 'refused' })).rejects.toThrow(`Postgres has ${name} = off`);
  });

  test('a server that is gone is a JournalError: nothing was sent', async () => {
    const query = async () => Promise.reject(new Error('ECONNREFUSED'));
    await expect(createPostgresJournal({ query })).rejects.toMatchObject({ code: 'JOURNAL', outcome: 'not-sent' });
  });
});

test.each([{ table: 'x; drop table y' }, { table: '' }, { table: 'A' }, { leaseMs: 0 }, { leaseMs: Number.NaN }])(
  'wrong options are refused before anything is asked: %j',
  async (options) => {
    const query = (): never => expect.fail('a query');
    await expect(createPostgresJournal({ query }, options)).rejects.toMatchObject({ code: 'ARGUMENT' });
  },
);
