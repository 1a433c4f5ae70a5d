import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileJournal } from '../../src/journal/file-journal.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { intentEntry, resultEntry } from './entries.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(folder, 'orders.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TAKEN = { code: 'JOURNAL', message: expect.stringContaining('already has an open or accepted order') };

describe.each(['job-42', 'Auftrag "ü"'])('a file journal with an order under %s', (clientOrderId) => {
  test.each([
    ['open', undefined],
    ['sent', 'sent'],
    ['unknown', 'unknown'],
    ['accepted', 'accepted'],
  ] as const)('takes no second one while it is %s, after it was opened again, too', async (_state, outcome) => {
    const first = await createFileJournal(path);
    await first.append(intentEntry('a', clientOrderId));
    if (outcome !== undefined) await first.append(resultEntry('a', outcome, clientOrderId));
    await expect(first.append(intentEntry('b', clientOrderId))).rejects.toMatchObject(TAKEN);
    await first.close();
    const second = await createFileJournal(path);
    await expect(second.append(intentEntry('c', clientOrderId))).rejects.toMatchObject(TAKEN);
    await second.append(intentEntry('d', 'another'));
    expect((await second.read()).entries.map(({ id }) => id)).toEqual(
      outcome === undefined ? ['a', 'd'] : ['a', 'a', 'd'],
    );
    await second.close();
  });

  test.each(['rejected', 'not-sent', 'absent'] as const)('takes it again once it is %s', async (outcome) => {
    const journal = await createFileJournal(path);
    await journal.append(intentEntry('a', clientOrderId));
    await journal.append(resultEntry('a', outcome, clientOrderId));
    await journal.append(intentEntry('b', clientOrderId));
    await journal.close();
  });
});

test('an accepted order is known after finished orders were dropped from the file, until it is closed', async () => {
  const journal = await createFileJournal(path);
  await journal.append(intentEntry('a', 'job-42'));
  await journal.append(resultEntry('a', 'accepted', 'job-42'));
  await journal.compact();
  await expect(journal.append(intentEntry('b', 'job-42'))).rejects.toMatchObject(TAKEN);
  await journal.close();
});

test('a job that a queue delivers twice makes one order: at the same time, later, and after a restart', async () => {
  const sandbox = createSandbox();
  const { credentials, fetch, now } = sandbox;
  const client = createTestClient(sandbox.url, { credentials, fetch, now });
  const job = { ...limitOrder, clientOrderId: 'job-42' };
  const journal = await createFileJournal(path);
  const [first, second] = await Promise.allSettled([
    client.submitOrder(job, { journal }),
    client.submitOrder(job, { journal }),
  ]);
  expect(first).toMatchObject({ value: { outcome: 'accepted' } });
  expect(second).toMatchObject({ reason: { code: 'JOURNAL', outcome: 'not-sent' } });
  expect(String((second as PromiseRejectedResult).reason)).toMatch(/another clientOrderId\. Nothing was sent\.$/);
  expect(await failureOf(client.submitOrder(job, { journal }))).toMatchObject(TAKEN);
  await journal.close();
  const reopened = await createFileJournal(path);
  expect(await failureOf(client.submitOrder(job, { journal: reopened }))).toMatchObject(TAKEN);
  await reopened.close();
  expect(await client.getOpenOrders()).toHaveLength(1);
});
