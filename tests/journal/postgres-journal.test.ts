import { once } from 'node:events';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { createPostgresJournal } from '../../src/journal/postgres-journal.js';
import { describeJournal } from '../../src/journal/testing.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { intentEntry, resultEntry } from './entries.js';
import { describeSqlJournal } from './sql-journal.js';

describe.skipIf(!hasPostgres)('Postgres, the real one', () => {
  let server: PostgresServer;
  let tables = 0;
  beforeAll(async () => void (server = await startPostgres()));
  afterAll(() => server.stop());

  describeJournal(
    'a journal',
    () => {
      const table = `journal_${++tables}`;
      return { open: ({ leaseMs }) => createPostgresJournal(server.pool, { leaseMs, table }) };
    },
    { describe, it },
  );
  describeSqlJournal(async () => {
    const table = `journal_${++tables}`;
    const again = () => createPostgresJournal(server.pool, { table });
    return {
      journal: await again(),
      again,
      execute: (sql) => server.pool.query(sql.replaceAll(/\bT\b/g, table).replace('PAST', "'-infinity'")),
    };
  });

  test('many that open it at the same time create one table', async () => {
    const journals = await Promise.all(
      Array.from({ length: 8 }, () => createPostgresJournal(server.pool, { table: 'at_once' })),
    );
    expect(await journals[7]!.countOpen([])).toEqual({ leased: 0, otherAccounts: 0 });
  });

  test('a server with fsync = off is refused by name', async () => {
    const query = async () => ({ rows: [{ fsync: 'off' }], rowCount: 1 });
    await expect(createPostgresJournal({ query }, { table: 'refused' })).rejects.toThrow('Postgres has fsync = off');
  });

  test('each write waits for the disk, whatever its connection is set to, and for replicas where that was asked for', async () => {
    await (await createPostgresJournal(server.pool, { table: 'durable' }))[Symbol.asyncDispose]();
    await server.pool.query(`create table commits (how text);
      create function note() returns trigger language plpgsql as
        $$ begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
      create constraint trigger at_commit after insert or update on durable deferrable initially deferred
        for each row execute function note()`);
    for (const [given, used] of [
      ['off', 'on'],
      ['remote_apply', 'remote_apply'],
    ] as const) {
      const options = `-c synchronous_commit=${given}`;
      const own = new Pool({ host: server.host, user: server.user, database: 'postgres', max: 2, options });
      onTestFinished(() => own.end());
      const journal = await createPostgresJournal(own, { table: 'durable' });
      const claim = (await journal.insert(intentEntry(given)))!;
      await journal.renew(claim);
      await journal.write(claim, resultEntry(given, 'unknown'));
      await journal.claim({ except: [], accounts: [''], clientOrderId: `c-${given}` });
      const { rows } = await server.pool.query('delete from commits returning how');
      expect(rows).toEqual([1, 2, 3, 4].map(() => ({ how: used })));
    }
  });

  test.each<[string, string]>([
    [
      'index that is not unique',
      'drop index T_client_order_id; create index T_client_order_id on T (account, client_order_id)',
    ],
    [
      'index on other columns',
      'drop index T_client_order_id; create unique index T_client_order_id on T (client_order_id)',
    ],
    [
      'index that covers less',
      'drop index T_client_order_id; create unique index T_client_order_id on T (account, client_order_id) where outcome is null',
    ],
    ['unlogged table', 'alter table T set unlogged'],
    ['table without a column', 'alter table T drop column account'],
    ['account that may be null', 'alter table T alter account drop not null'],
    ['id that may repeat', 'alter table T drop constraint T_id_key'],
    ['view', 'alter table T rename to other_T; create view T as select * from other_T'],
  ])('an %s, under the name of ours, is refused', async (_what, sql) => {
    const table = `refused_${++tables}`;
    await createPostgresJournal(server.pool, { table });
    await server.pool.query(sql.replaceAll('T', table));
    await expect(createPostgresJournal(server.pool, { table })).rejects.toMatchObject({
      code: 'JOURNAL',
      outcome: 'not-sent',
    });
  });

  test('a role without CREATE opens and uses a table that is there', async () => {
    const table = `granted_${++tables}`;
    await createPostgresJournal(server.pool, { table });
    await server.pool.query(`create role ${table} login; grant select, insert, update, delete on ${table} to ${table};
      revoke create on schema public from public`);
    const own = new Pool({ host: server.host, user: table, database: 'postgres', max: 2 });
    onTestFinished(() => own.end());
    const journal = await createPostgresJournal(own, { table });
    expect(await journal.insert(intentEntry('1'))).toBeDefined();
    await expect(createPostgresJournal(own, { table: 'another' })).rejects.toMatchObject({ code: 'JOURNAL' });
  });

  test('a search_path that changes later leads to no other table', async () => {
    const table = `moved_${++tables}`;
    await server.pool.query(`create schema ${table}`);
    const own = new Pool({ host: server.host, user: server.user, database: 'postgres', max: 1 });
    onTestFinished(() => own.end());
    const journal = await createPostgresJournal(own, { table });
    await own.query(`set search_path to ${table}`);
    await createPostgresJournal(own, { table });
    expect(await journal.insert(intentEntry('1'))).toBeDefined();
    await own.query('set search_path to public');
    expect(await journal.find('c-1')).toHaveLength(1);
    expect((await own.query(`select count(*)::int as count from ${table}.${table}`)).rows).toEqual([{ count: 0 }]);
  });

  test('a server that ends the idle connections of a pool does not end the program', async () => {
    const application_name = 'idle pool';
    const own = new Pool({ host: server.host, user: server.user, database: 'postgres', max: 2, application_name });
    onTestFinished(() => own.end());
    await using journal = await createPostgresJournal(own, { table: 'restarted' });
    const lost = once(own, 'error');
    await server.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      application_name,
    ]);
    await lost;
    // With a listener of the test's own the program would live anyway.
    expect(own.listenerCount('error')).toBe(1);
    expect(await journal.insert(intentEntry('1'))).toBeDefined();
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
