import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresJournal } from '../../src/journal/postgres-journal.js';
import { createSqliteJournal } from '../../src/journal/sqlite-journal.js';
import { hasPostgres, startPostgres } from '../support/postgres-server.js';
import { runCrowd } from './crowd.js';
import { POSTGRES_RULES, SQLITE_RULES } from './crowd-store.js';
import { folderOfFile } from '../support/folder.js';
import { sqlite } from '../support/sqlite.js';

/*
 * The crowd shows that the parts hold together. That each part is needed is shown without luck: without the fence in `write`,
 * describeJournal fails ("refuses results and renewals of an owner whose intent was claimed"); without the lease guard
 * before the signature, tests/orders/shared-journal.test.ts does ("before it signs does not send the order").
 */

/** Eight processes submitted 20,000 orders with other values of these variables (docs/evidence.md). */
const ORDERS = Number(process.env['CROWD_ORDERS'] ?? 60);
const PROCESSES = Number(process.env['CROWD_PROCESSES'] ?? 3);
const LEASE_MS = Number(process.env['CROWD_LEASE_MS'] ?? 1500);
const common = {
  ...{ processes: PROCESSES, orders: ORDERS, leaseMs: LEASE_MS, blowEveryMs: 2 * LEASE_MS },
  timeoutMs: Math.max(150_000, ORDERS * 100),
};
const nothingWrong = { done: ORDERS, notOnce: 0, contradicted: 0, wrongAbsent: 0, failures: [] };

interface Row {
  readonly client_order_id: string;
  readonly outcome: string;
}
const ENDS = `select client_order_id, outcome from futures_journal where outcome = 'accepted'`;

/** Lets a crowd at a store; `query` reads it as it is, without the journal. */
async function expectNothingWrong(store: string, query: (sql: string) => Promise<unknown>): Promise<void> {
  const readOutcomes = async () =>
    new Map(((await query(ENDS)) as Row[]).map((row) => [row.client_order_id, row.outcome]));
  const result = await runCrowd({ ...common, store, readOutcomes });
  const violations = await query('select * from violations');
  console.log(store, JSON.stringify(result));
  expect({ ...result, violations }).toMatchObject({ ...nothingWrong, violations: [] });
}

describe('many processes that are killed and stopped lose and double no order, and call none absent that is there', () => {
  test.skipIf(!hasPostgres)('through Postgres', { timeout: common.timeoutMs + 60_000 }, async () => {
    const { host, pool, stop } = await startPostgres();
    onTestFinished(stop);
    await createPostgresJournal(pool);
    await pool.query(POSTGRES_RULES);
    await expectNothingWrong(`postgres:${host}`, async (sql) => (await pool.query(sql)).rows);
  });

  const folder = folderOfFile();

  test.skipIf(sqlite === undefined)('through SQLite', { timeout: common.timeoutMs + 60_000 }, async () => {
    const path = join(folder, 'orders.sqlite');
    createSqliteJournal(path).close();
    const database = new sqlite!.DatabaseSync(path);
    database.exec(`pragma busy_timeout = 5000; ${SQLITE_RULES}`);
    await expectNothingWrong(`sqlite:${path}`, async (sql) => database.prepare(sql).all());
    database.close();
  });
});
