import { describe, expect, test } from 'vitest';
import type { SettlingJournal } from '../../src/journal/journal.js';
import { intentEntry } from '../journal/entries.js';
import { createStore, type OpenedJournal, SETTLING_KINDS, useStores, writeIntent } from '../support/journal-stores.js';
import { failureOf } from '../support/test-client.js';
import { job, openSandbox } from './desk.js';

useStores();

/** A client that left an order open which never arrived, and the journal that a person settles. */
async function open(kind: (typeof SETTLING_KINDS)[number], onCreate?: () => Promise<void>) {
  const journal = (await createStore(kind)()).journal as OpenedJournal['journal'] & SettlingJournal;
  const { sandbox, client, openOrders } = openSandbox(onCreate, { journal });
  const leaveOpen = async () => {
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
    expect(await client.submitOrder(job, { resolveWithinMs: 0 })).toMatchObject({ outcome: 'unknown' });
  };
  return { client, journal, leaveOpen, openOrders };
}

describe.each(SETTLING_KINDS)('a person who knows, with a journal of kind %s,', (kind) => {
  test('settles an order as accepted, with its orderId', async () => {
    const { client, journal, leaveOpen } = await open(kind);
    await leaveOpen();
    await journal.settle('job-42', 'accepted', { orderId: '17' });
    expect(await client.recover()).toMatchObject({ orders: [] });
    expect(await client.submitOrder(job)).toMatchObject({ outcome: 'accepted', orderId: '17', isRepeat: true });
  });

  test('settles an order as absent, which may be sent again then', async () => {
    const { client, journal, leaveOpen, openOrders } = await open(kind);
    await leaveOpen();
    await journal.settle('job-42', 'absent');
    expect(await client.recover()).toMatchObject({ orders: [] });
    expect(await client.submitOrder(job)).not.toHaveProperty('isRepeat');
    expect(openOrders()).toHaveLength(1);
  });

  test('cannot settle what is not open, or with what makes no sense', async () => {
    const { client, journal, leaveOpen } = await open(kind);
    expect(await failureOf(journal.settle('job-42', 'absent'))).toMatchObject({ field: 'clientOrderId' });
    await client.submitOrder({ ...job, clientOrderId: 'done' });
    expect(await failureOf(journal.settle('done', 'absent'))).toMatchObject({ field: 'clientOrderId' });
    await leaveOpen();
    expect(await failureOf(journal.settle('job-42', 'rejected' as never))).toMatchObject({ field: 'outcome' });
    expect(await failureOf(journal.settle('job-42', 'absent', { orderId: '17' }))).toMatchObject({ field: 'orderId' });
    for (const orderId of ['', '0', 'undefined', 17 as never])
      expect(await failureOf(journal.settle('job-42', 'accepted', { orderId }))).toMatchObject({ field: 'orderId' });
    expect(await failureOf(journal.settle('job-42', 'absent', { account: 'x' }))).toMatchObject({ code: 'ARGUMENT' });
  });

  test('cannot settle what this process is working on', async () => {
    let error: unknown;
    const { client, journal } = await open(kind, async () => {
      error = await failureOf(journal.settle('job-42', 'absent'));
    });
    expect(await client.submitOrder(job)).toMatchObject({ outcome: 'accepted' });
    expect(error).toMatchObject({ code: 'JOURNAL', reason: 'lease', outcome: 'not-sent' });
  });

  test('says which account where two have an open order under the clientOrderId', async () => {
    const { client, journal, leaveOpen } = await open(kind);
    await leaveOpen();
    await writeIntent(journal, { ...intentEntry('other', 'job-42'), account: 'other' });
    const error = await failureOf(journal.settle('job-42', 'absent'));
    expect(error).toMatchObject({ field: 'account' });
    const [, account = ''] = /open in ([0-9a-f]{20}), other/.exec(String(error)) ?? [];
    await journal.settle('job-42', 'absent', { account });
    expect(await client.recover()).toMatchObject({ orders: [], otherAccounts: 1 });
  });
});
