import { describe, expect, test } from 'vitest';
import { createFuturesClient, JournalError, RateLimitError } from '../../src/index.js';
import type { Journal, JournalContent } from '../../src/journal/journal.js';
import { createStore, JOURNAL_KINDS, SHARED_KINDS, useStores } from '../support/journal-stores.js';
import { failureOf, limitOrder } from '../support/test-client.js';
import { createMemoryJournal, job, openSandbox } from './desk.js';

useStores();

describe.each(JOURNAL_KINDS)('the same order again, with a journal of kind %s,', (kind) => {
  test('resolves to what became of it, also when a decimal is spelled otherwise and after a restart', async () => {
    const { client, openOrders } = openSandbox();
    const openStore = createStore(kind);
    const first = await openStore();
    const { orderId } = (await client.submitOrder(job, { journal: first.journal })) as { orderId: string };
    const stored = { outcome: 'accepted', clientOrderId: 'job-42', orderId, evidence: [], isRepeat: true };
    expect(await client.submitOrder(job, { journal: first.journal })).toEqual(stored);
    await first.close();
    const { journal } = await openStore();
    expect(await client.submitOrder({ ...job, price: '65000.1', volume: 1n }, { journal })).toEqual(stored);
    expect(openOrders()).toEqual([orderId]);
  });

  test('is a conflict when anything about it is different: nothing is sent', async () => {
    const { client, openOrders } = openSandbox();
    const { journal } = await createStore(kind)();
    await client.submitOrder(job, { journal });
    for (const change of [{ price: '65000.11' }, { side: 'SELL' }, { timeInForce: 'IOC' }] as const) {
      const error = await failureOf(client.submitOrder({ ...job, ...change }, { journal }));
      expect(error).toMatchObject({ code: 'JOURNAL', reason: 'conflict', outcome: 'not-sent' });
      expect(String(error)).toContain(`${Object.keys(change)[0]} `);
    }
    expect(openOrders()).toHaveLength(1);
  });

  test('goes on looking for it while that is open, and sends nothing', async () => {
    const { client, sandbox, openOrders } = openSandbox();
    const { journal } = await createStore(kind)();
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-after' });
    expect(await client.submitOrder(job, { journal, resolveWithinMs: 0 })).toMatchObject({ outcome: 'unknown' });
    const [orderId] = openOrders();
    expect(await client.submitOrder(job, { journal })).toMatchObject({ outcome: 'accepted', orderId, isRepeat: true });
    expect(await client.submitOrder(job, { journal })).toMatchObject({ outcome: 'accepted', orderId, isRepeat: true });
    expect(openOrders()).toEqual([orderId]);
  });

  test('is sent once it was proven absent, or rejected', async () => {
    const { client, sandbox, openOrders } = openSandbox();
    const { journal } = await createStore(kind)();
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
    await client.submitOrder(job, { journal, resolveWithinMs: 0 });
    expect(await client.submitOrder(job, { journal })).toMatchObject({ outcome: 'absent', isRepeat: true });
    sandbox.faults.next({ operation: 'createOrder', kind: 'code-1003' });
    await expect(client.submitOrder(job, { journal })).rejects.toMatchObject({ outcome: 'rejected' });
    await sandbox.wait(300_000);
    const sent = await client.submitOrder(job, { journal });
    expect([sent, openOrders()]).toEqual([expect.not.objectContaining({ isRepeat: true }), [expect.any(String)]]);
  });

  test('waits for the one that is under way, and is sent when that one was not', async () => {
    let refused = 0;
    const { client, openOrders } = openSandbox(() => {
      if (openOrders().length === 1 && refused++ === 0) throw new RateLimitError('no budget', { waitMs: 1 });
    });
    const { journal } = await createStore(kind)();
    const [first, second] = await Promise.all([
      client.submitOrder(job, { journal }),
      client.submitOrder(job, { journal }),
    ]);
    expect(second).toEqual({ ...first, isRepeat: true });
    expect(await failureOf(client.submitOrder({ ...job, price: '1' }, { journal }))).toMatchObject({
      reason: 'conflict',
    });
    const other = { ...job, clientOrderId: 'job-43' };
    const [late, sent] = await Promise.allSettled([
      client.submitOrder(other, { journal }),
      client.submitOrder(other, { journal }),
    ]);
    expect(late).toMatchObject({ reason: { code: 'RATE_LIMIT', outcome: 'not-sent' } });
    expect(sent).toMatchObject({ value: { outcome: 'accepted' } });
    expect(openOrders()).toHaveLength(2);
  });

  test('waits for recover while that looks the order up', async () => {
    const { client, sandbox, openOrders } = openSandbox();
    const { journal } = await createStore(kind)();
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-after' });
    await client.submitOrder(job, { journal, resolveWithinMs: 0 });
    const [{ orders }, again] = await Promise.all([client.recover({ journal }), client.submitOrder(job, { journal })]);
    // Of a shared journal one of the two has the lease.
    expect([...orders, again]).toContainEqual(
      expect.objectContaining({ outcome: 'accepted', orderId: openOrders()[0] }),
    );
    expect([again.isRepeat, openOrders().length]).toEqual([true, 1]);
  });

  test('leaves recover nothing to do while it waits to be sent', async () => {
    let found: unknown;
    const { client, openOrders } = openSandbox(async () => {
      found = await client.recover({ journal });
    });
    const { journal } = await createStore(kind)();
    expect(await client.submitOrder(limitOrder, { journal })).toMatchObject({ outcome: 'accepted' });
    expect(found).toEqual({ orders: [], damaged: [], leased: 1, otherAccounts: 0 });
    expect(await client.recover({ journal })).toMatchObject({ orders: [], leased: 0 });
    expect(openOrders()).toHaveLength(1);
  });

  test('is told apart from a journal that cannot be written: nothing is sent', async () => {
    const { client, openOrders } = openSandbox();
    const broken = () => Promise.reject(new Error('ENOSPC'));
    const { journal } = await createStore(kind)();
    const failing = { ...journal, append: broken, insert: broken };
    const error = await failureOf(client.submitOrder(job, { journal: failing }));
    expect(error).toBeInstanceOf(JournalError);
    expect(error).toMatchObject({ reason: 'store', outcome: 'not-sent', cause: { message: 'ENOSPC' } });
    expect(openOrders()).toEqual([]);
  });
});

test.each(['submitOrder', 'recover'] as const)(
  'an order that waits behind its own wrapper of a journal is not sent once %s of another client has looked it up',
  async (by) => {
    let go = (): void => {};
    const waits = new Promise<void>((resolve) => (go = resolve));
    const { client, sandbox, openOrders } = openSandbox(() => waits, { timeoutMs: 30_000 });
    const { journal } = await createStore('file')();
    const first = client.submitOrder(job, { journal: { ...journal } as Journal });
    while ((await (journal as Journal).read()).entries.length === 0) await new Promise(setImmediate);
    const { url: baseUrl, credentials, fetch, now, wait } = sandbox;
    const second = createFuturesClient({ baseUrl, credentials, fetch, now, wait, journal });
    const found = by === 'recover' ? (await second.recover()).orders : [await second.submitOrder(job)];
    expect(found).toMatchObject([{ outcome: 'absent' }]);
    expect(await second.submitOrder(job)).toMatchObject({ outcome: 'accepted' });
    go();
    await expect(first).rejects.toMatchObject({ code: 'JOURNAL', reason: 'lease', outcome: 'not-sent' });
    expect(openOrders()).toHaveLength(1);
  },
);

test('an order that ends while recover reads the journal is left alone', async () => {
  let found: unknown;
  const { client } = openSandbox(() => void (found = client.recover({ journal })));
  const { append, read } = createMemoryJournal();
  const journal: Journal = { append, read: async () => [read(), await submitted][0] as JournalContent };
  const submitted = client.submitOrder(limitOrder, { journal });
  await submitted;
  expect(await found).toEqual({ orders: [], damaged: [], leased: 0, otherAccounts: 0 });
});

describe.each(SHARED_KINDS)('an order that another process works on, in a journal of kind %s,', (kind) => {
  test('stays unknown, and the cause says why', async () => {
    const openStore = createStore(kind);
    const [{ journal: theirs }, { journal: ours }] = [await openStore(), await openStore()];
    let second: unknown;
    const { client, openOrders } = openSandbox(async () => {
      second = await client.submitOrder(job, { journal: ours });
    });
    expect(await client.submitOrder(job, { journal: theirs })).toMatchObject({ outcome: 'accepted' });
    expect(second).toMatchObject({
      ...{ outcome: 'unknown', isRepeat: true, cause: { code: 'JOURNAL', reason: 'lease', outcome: 'unknown' } },
    });
    expect(openOrders()).toHaveLength(1);
  });
});

test('a journal that cannot tell any more refuses, and says what to do: after damage', async () => {
  const { client } = openSandbox();
  const damaged = [{ line: 1, text: 'x', kind: 'damaged' as const }];
  const journal = { append: () => {}, read: () => ({ entries: [], damaged }) };
  const error = await failureOf(client.submitOrder(job, { journal }));
  expect(error).toMatchObject({ code: 'JOURNAL', reason: 'cannot-tell', outcome: 'not-sent' });
  expect(String(error)).toMatch(/job-42 is new: .*damaged.* use another clientOrderId\. Nothing was sent\.$/);
  // A random id is new.
  expect(await client.submitOrder(limitOrder, { journal })).toMatchObject({ outcome: 'accepted' });
});
