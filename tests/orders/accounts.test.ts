import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFuturesClient, type FuturesClientOptions } from '../../src/index.js';
import { createFileJournal } from '../../src/journal/index.js';
import { accountOf } from '../../src/orders/account.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { intentEntry } from '../journal/entries.js';
import { folderOfTest } from '../support/folder.js';
import { createStore, JOURNAL_KINDS, useStores, writeIntent } from '../support/journal-stores.js';
import { failureOf, limitOrder } from '../support/test-client.js';
import { job } from './desk.js';

useStores();

/** An exchange with two accounts, and what makes a client of one of them. */
function open() {
  const sandbox = createSandbox();
  const { url: baseUrl, credentials, fetch, now, wait } = sandbox;
  const other = sandbox.addAccount();
  const clientOf = (own = credentials, more: Partial<FuturesClientOptions> = {}) =>
    createFuturesClient({ baseUrl, credentials: own, fetch, now, wait, ...more });
  return { sandbox, credentials, other, clientOf };
}

describe.each(JOURNAL_KINDS)('two accounts with one journal of kind %s', (kind) => {
  test('recover leaves the orders of the other one alone and counts them', async () => {
    const { sandbox, other, clientOf } = open();
    const { journal } = await createStore(kind)();
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-after' });
    const { clientOrderId } = await clientOf().submitOrder(limitOrder, { journal, resolveWithinMs: 0 });
    expect(await clientOf(other).recover({ journal })).toMatchObject({ orders: [], leased: 0, otherAccounts: 1 });
    const { orders, otherAccounts } = await clientOf().recover({ journal });
    expect([orders, otherAccounts]).toMatchObject([[{ outcome: 'accepted', clientOrderId }], 0]);
  });

  test('may use the same clientOrderId: that makes two orders', async () => {
    const { sandbox, other, clientOf } = open();
    const { journal } = await createStore(kind)();
    const first = await clientOf().submitOrder(job, { journal });
    const second = await clientOf(other).submitOrder({ ...job, price: '64000' }, { journal });
    expect(second).not.toHaveProperty('isRepeat');
    expect(await clientOf().submitOrder(job, { journal })).toEqual({ ...first, isRepeat: true });
    expect(sandbox.state.accounts.map(({ openOrders }) => openOrders.length)).toEqual([1, 1]);
  });
});

describe.each(JOURNAL_KINDS)('an account with another key than before, with a journal of kind %s', (kind) => {
  test('takes its former orders for its own when it is told so', async () => {
    const { sandbox, clientOf } = open();
    const { journal } = await createStore(kind)();
    const before = clientOf({ apiKey: 'old-key', apiSecret: 'old-secret' });
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
    await before.submitOrder(job, { journal, resolveWithinMs: 0 });
    expect(await clientOf().recover({ journal })).toMatchObject({ orders: [], otherAccounts: 1 });
    const told = clientOf(undefined, { formerAccounts: [{ apiKey: 'old-key' }] });
    expect(await told.submitOrder(job, { journal })).toMatchObject({ outcome: 'absent', isRepeat: true });
    expect(await told.recover({ journal })).toMatchObject({ orders: [], otherAccounts: 0 });
  });
});

test.each<[string, (account: string) => [Partial<FuturesClientOptions>, { headers?: Record<string, string> }]]>([
  ['of a client', (account) => [{ dialect: { headers: { 'Sub-Account': account } } }, {}]],
  ['of a call', (account) => [{}, { headers: { 'sub-account': account } }]],
  ['of a call, or none,', (account) => [{}, account === '7' ? {} : { headers: { 'sub-account': account } }]],
])('headers %s may choose an account: nothing is concluded under others', async (_, chosen) => {
  const { sandbox, credentials, clientOf } = open();
  const { journal } = await createStore('file')();
  const of = (account: string) => {
    const [options, call] = chosen(account);
    const client = clientOf(credentials, options);
    return {
      submit: () => client.submitOrder(job, { journal, ...call }),
      recover: () => client.recover({ journal, ...call }),
    };
  };
  sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
  sandbox.faults.next({ operation: 'getServerTime', kind: 'reset-before', times: 100 });
  const first = of('7').submit();
  await expect(of('8').submit()).rejects.toMatchObject({ reason: 'cannot-tell' });
  expect(await first).toMatchObject({ outcome: 'unknown' });
  sandbox.faults.clear();
  const [left] = (await of('8').recover()).orders;
  expect(left).toMatchObject({ outcome: 'unknown', cause: { message: expect.stringContaining('other headers') } });
  await expect(of('8').submit()).rejects.toMatchObject({ reason: 'cannot-tell', outcome: 'not-sent' });
  expect((await of('7').recover()).orders).toMatchObject([{ outcome: 'absent' }]);
});

test('headers of languages and traces choose none', async () => {
  const { clientOf } = open();
  const { journal } = await createStore('file')();
  const again = (id: string) =>
    clientOf().submitOrder(job, {
      journal,
      headers: { 'x-request-id': id, 'Accept-Language': id, 'sentry-trace': id },
    });
  await again('1');
  expect(await again('2')).toMatchObject({ outcome: 'accepted', isRepeat: true });
});

test('an order that a client with the former key is still sending is waited for, not looked up', async () => {
  const { credentials, other, clientOf } = open();
  const journal = await createFileJournal(join(folderOfTest(), 'orders.journal'));
  const now = clientOf(other, { formerAccounts: [{ apiKey: credentials.apiKey }] });
  let repeat: Promise<unknown> | undefined;
  const acquire = async (): Promise<void> => {
    repeat ??= now.submitOrder(job, { journal });
    // The repeat reads the journal, too, one after another.
    for (let turn = 0; turn < 9; turn++) await journal.read();
  };
  const first = await clientOf(undefined, { limiter: { acquire } }).submitOrder(job, { journal });
  expect(await repeat).toEqual({ ...first, isRepeat: true });
});

describe.each(JOURNAL_KINDS)('an intent without an account in a journal of kind %s', (kind) => {
  test('is looked up, never absent, and its clientOrderId is not sent again', async () => {
    const { sandbox, clientOf } = open();
    const { journal } = await createStore(kind, 50)();
    await writeIntent(journal, { ...intentEntry('old', 'job-42'), timestampMs: sandbox.now() });
    const error = await failureOf(clientOf().submitOrder(job, { journal }));
    expect(error).toMatchObject({ reason: 'cannot-tell', outcome: 'not-sent' });
    let found = await clientOf().recover({ journal });
    // Of a shared journal its lease has to run out.
    while (found.orders.length === 0) found = await clientOf().recover({ journal });
    const cause = { message: expect.stringContaining('does not say whose order it is') };
    expect(found.orders).toMatchObject([{ outcome: 'unknown', cause }]);
    expect(sandbox.state.accounts[0]!.openOrders).toEqual([]);
  });

  test('does not hide the order of this account under the same clientOrderId', async () => {
    const { sandbox, clientOf } = open();
    const { journal } = await createStore(kind, 50)();
    await writeIntent(journal, { ...intentEntry('old', 'job-42'), timestampMs: sandbox.now() });
    const named = { ...intentEntry('new', 'job-42'), account: accountOf(sandbox.url, sandbox.credentials.apiKey) };
    await writeIntent(journal, { ...named, input: { ...job, price: '1' } as never });
    await expect(clientOf().submitOrder(job, { journal })).rejects.toMatchObject({ reason: 'conflict' });
  });
});

test('a store that gives out the orders of others is found out before one is looked up', async () => {
  const { clientOf } = open();
  const journal = {
    ...{ leaseMs: 1000, find: async () => [], insert: async () => undefined, renew: async () => true },
    ...{ write: async () => true, countOpen: async () => ({ leased: 0, otherAccounts: 0 }) },
    claim: async () => ({ intent: { ...intentEntry('1'), account: 'other' }, fence: 1 }),
  };
  const message = expect.stringContaining('of another account, which was not asked for');
  await expect(clientOf().recover({ journal })).rejects.toMatchObject({ code: 'JOURNAL', reason: 'store', message });
});

test('an account is a digest of address and key that shows neither', () => {
  const account = accountOf('https://futures.example', 'Key-1');
  expect(account).toMatch(/^[0-9a-f]{20}$/);
  expect(accountOf(new URL('https://futures.example/'), 'Key-1')).toBe(account);
  const others = [
    accountOf('https://futures.example', 'key-1'),
    accountOf('https://futures.example/proxy', 'Key-1'),
    accountOf('https://other.example', 'Key-1'),
  ];
  expect(new Set([account, ...others]).size).toBe(4);
  expect(accountOf('https://futures.example/proxy/', 'Key-1')).toBe(others[1]);
});

test.each([
  [{}],
  ['old-key'],
  [['old-key']],
  [[{}]],
  [[null]],
  [[{ apikey: 'old-key' }]],
  [[{ apiKey: 'old-key\n' }]],
  [[{ baseUrl: 'old.example:8443' }]],
  [[{ apiKey: 'k', key: 'x' }]],
  [[{ apiKey: '' }]],
  [[{ baseUrl: 'nowhere' }]],
])('former accounts that are none are refused: %j', (formerAccounts) => {
  const { clientOf } = open();
  expect(() => clientOf(undefined, { formerAccounts: formerAccounts as never })).toThrow('formerAccounts must');
});
