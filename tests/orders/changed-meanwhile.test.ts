import { expect, test } from 'vitest';
import type { Journal, JournalIntent } from '../../src/journal/journal.js';
import { createMemoryJournal, openSandbox } from './desk.js';
import { limitOrder } from '../support/orders.js';

test('submitOrder refuses an object of a class, whose clientOrderId may be a getter that a copy loses', async () => {
  const { client, openOrders } = openSandbox();
  class Job {
    constructor() {
      Object.assign(this, limitOrder);
    }
    get clientOrderId() {
      return 'job-42';
    }
  }
  await expect(client.submitOrder(new Job() as never)).rejects.toMatchObject({ code: 'ARGUMENT', field: 'input' });
  expect(openOrders()).toEqual([]);
});

test.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
  ['that can be read once', (headers) => Object.entries(headers).values() as never],
  ['that the caller changes once it has called', (headers) => headers],
])('headers %s name one account for an order and all its lookups', async (_what, given) => {
  const accounts = new Set<string | undefined>();
  const { client, sandbox } = openSandbox(undefined, {
    fetch: (url, init) => {
      if (!url.endsWith('/time')) accounts.add(init.headers['sub-account']);
      return sandbox.fetch(url, init);
    },
  });
  sandbox.faults.next({ operation: 'createOrder', kind: 'reset-after' });
  const headers = { 'sub-account': 'a' };
  const submitted = client.submitOrder(limitOrder, { headers: given(headers) });
  headers['sub-account'] = 'b';
  expect(await submitted).toMatchObject({ outcome: 'accepted', order: expect.anything() });
  expect([...accounts]).toEqual(['a']);
});

test('an order is the one that was given, also where its object changes once submitOrder has been called', async () => {
  const { client } = openSandbox();
  const given = { ...limitOrder, clientOrderId: 'job-42' };
  const submitted = client.submitOrder(given);
  given.clientOrderId = 'job-43';
  expect(await submitted).toMatchObject({ clientOrderId: 'job-42' });
});

test.each<[string, Partial<Journal>]>([
  [
    'changes the order that it is given',
    { append: (entry) => void Object.assign((entry as JournalIntent).input, { price: '1' }) },
  ],
  ['says by a promise that another process holds it', { assertHeld: async () => expect.fail('held by another') }],
])('a journal that %s stops the order', async (_what, change) => {
  const { client, openOrders } = openSandbox();
  const journal = { ...createMemoryJournal(), ...change };
  await expect(client.submitOrder(limitOrder, { journal })).rejects.toMatchObject({
    code: 'JOURNAL',
    outcome: 'not-sent',
  });
  expect(openOrders()).toEqual([]);
});
