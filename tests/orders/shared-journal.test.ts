import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { JournalClaim, JournalIntent, JournalResult, SharedJournal } from '../../src/journal/journal.js';
import { recover } from '../../src/orders/recover.js';
import { submitOrder } from '../../src/orders/submit.js';
import { createDesk, held, order, settle, warmUp } from './desk.js';

beforeAll(warmUp);

interface Row {
  readonly intent: JournalIntent;
  last?: JournalResult;
  fence: number;
  leaseUntilMs: number;
}

/** The store of a shared journal in memory, on the clock of the test. */
function createMemoryStore(leaseMs = 1000) {
  const rows: Row[] = [];
  const isOpen = ({ last }: Row): boolean => last === undefined || ['sent', 'unknown'].includes(last.outcome);
  const hasOrder = (row: Row): boolean => isOpen(row) || row.last?.outcome === 'accepted';
  const keyOf = ({ account = '', clientOrderId }: JournalIntent): string => `${account} ${clientOrderId}`;
  const owned = ({ intent, fence }: JournalClaim): Row | undefined =>
    rows.find((row) => row.intent.id === intent.id && row.fence === fence && isOpen(row));
  const journal: SharedJournal = {
    leaseMs,
    async insert(intent) {
      if (rows.some((row) => keyOf(row.intent) === keyOf(intent) && hasOrder(row))) return undefined;
      rows.push({ intent, fence: 1, leaseUntilMs: Date.now() + leaseMs });
      return { intent, fence: 1 };
    },
    find: async (clientOrderId, accounts) =>
      rows.filter(
        (row) =>
          row.intent.clientOrderId === clientOrderId &&
          hasOrder(row) &&
          accounts?.includes(row.intent.account ?? '') !== false,
      ),
    async renew(claim) {
      const row = owned(claim);
      if (row !== undefined) row.leaseUntilMs = Date.now() + leaseMs;
      return row !== undefined;
    },
    async write(claim, result) {
      const row = owned(claim);
      if (row === undefined) return false;
      row.last = result;
      if (result.outcome === 'unknown') row.leaseUntilMs = 0;
      return true;
    },
    async claim({ except, accounts, clientOrderId }) {
      const row = rows.find(
        (each) =>
          isOpen(each) &&
          each.leaseUntilMs < Date.now() &&
          !except.includes(each.intent.id) &&
          accounts.includes(each.intent.account ?? '') &&
          (clientOrderId === undefined || each.intent.clientOrderId === clientOrderId),
      );
      if (row === undefined) return undefined;
      row.fence++;
      row.leaseUntilMs = Date.now() + leaseMs;
      return { intent: row.intent, last: row.last, fence: row.fence };
    },
    async countOpen(accounts) {
      const open = rows.filter(isOpen);
      const ours = open.filter(({ intent }) => accounts.includes(intent.account ?? ''));
      const leased = ours.filter(({ leaseUntilMs }) => leaseUntilMs >= Date.now()).length;
      return { leased, otherAccounts: open.length - ours.length };
    },
  };
  return { rows, journal };
}

/** Does something again and again, on the clock of the test; returns what ends that. */
function repeat(ms: number, work: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => void (timer = setTimeout(() => void work().then(next), ms));
  next();
  return () => clearTimeout(timer);
}

const outcomes = (rows: readonly Row[]) => rows.map(({ last }) => last?.outcome);

describe('a shared journal', () => {
  test('has the intent before the order leaves, and its result afterwards', async () => {
    const { client, sandbox } = createDesk();
    const { rows, journal } = createMemoryStore();
    const { createOrder } = client;
    client.createOrder = (...given) => {
      expect(outcomes(rows)).toEqual([undefined]);
      return createOrder(...given);
    };
    expect(await settle(submitOrder(client, order, { journal }))).toMatchObject({ outcome: 'accepted' });
    expect(rows).toMatchObject([{ last: { outcome: 'accepted', orderId: held(sandbox)[0]!.id } }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the lease is renewed for as long as the lookups last, and nobody takes the order meanwhile', async () => {
    const { submitUnder } = createDesk();
    const { rows, journal } = createMemoryStore(900);
    const taken: unknown[] = [];
    const stop = repeat(200, async () => void taken.push(await journal.claim({ except: [], accounts: [''] })));
    const result = await submitUnder('reset-before', order, { journal }).finally(stop);
    expect(result).toMatchObject({ outcome: 'absent' });
    expect(outcomes(rows)).toEqual(['absent']);
    expect(taken.filter((claim) => claim !== undefined)).toEqual([]);
  });
});

test.each<[string, () => void]>([
  ['throws', () => expect.fail('another file has its name.')],
  ['rejects', (): Promise<never> => Promise.reject(new Error('late'))],
])('a shared journal that %s because another one has its place by now ends the order', async (_how, assertInPlace) => {
  const { client, creates } = createDesk();
  const journal = { ...createMemoryStore().journal, assertInPlace };
  const failed = { code: 'JOURNAL', outcome: 'not-sent' };
  await expect(settle(submitOrder(client, order, { journal }))).rejects.toMatchObject(failed);
  expect(creates()).toBe(0);
});

describe('a process that was stopped for longer than its lease', () => {
  test.each([
    ['before it signs', 1100],
    ['or whose clock was set back by more than a second, before it signs', -1100],
  ])('%s does not send the order, and says so', async (_when, ms) => {
    const { sandbox, client, creates } = createDesk();
    const { journal, rows } = createMemoryStore();
    const { insert } = journal;
    const slow: SharedJournal = {
      ...journal,
      async insert(intent) {
        const claim = await insert(intent);
        vi.setSystemTime(Date.now() + ms);
        return claim;
      },
    };
    await expect(settle(submitOrder(client, order, { journal: slow }))).rejects.toMatchObject({
      ...{ code: 'JOURNAL', outcome: 'not-sent', message: expect.stringContaining('expired before it was sent') },
    });
    expect([creates(), held(sandbox)]).toEqual([0, []]);
    expect(outcomes(rows)).toEqual(['not-sent']);
  });

  test('while the order waited to be signed does not send it', async () => {
    const { client, sandbox } = createDesk();
    const { journal } = createMemoryStore();
    const { createOrder } = client;
    client.createOrder = (...given) => {
      vi.setSystemTime(Date.now() + 1100);
      return createOrder(...given);
    };
    await expect(settle(submitOrder(client, order, { journal }))).rejects.toMatchObject({ reason: 'lease' });
    expect(held(sandbox)).toEqual([]);
  });

  test.each([
    ['accepted', 'accepted'],
    ['absent', 'unknown'],
  ])('after it sent leaves the journal to the process that took over: %s is %s', async (what, outcome) => {
    const { client, sandbox } = createDesk();
    const { journal, rows } = createMemoryStore();
    const { createOrder } = client;
    if (what === 'absent') sandbox.faults.next({ kind: 'reset-before', operation: 'createOrder' });
    client.createOrder = (...given) =>
      createOrder(...given).finally(async () => {
        vi.setSystemTime(Date.now() + 1100);
        expect(await journal.claim({ except: [], accounts: [''] })).toBeDefined();
      });
    const result = await settle(submitOrder(client, order, { journal }));
    expect(result).toMatchObject({ outcome, journalError: { code: 'JOURNAL', reason: 'lease' } });
    expect(outcomes(rows)).toEqual([undefined]);
  });
});

describe('recover beside other processes', () => {
  test('takes what nobody holds, leaves the rest, and says how much that is', async () => {
    const { client, service, sandbox } = createDesk();
    const { journal, rows } = createMemoryStore();
    const intent = (id: string): JournalIntent => ({
      ...{ v: 1, type: 'intent', id, clientOrderId: `c-${id}`, timestampMs: Date.now(), offsetMs: 0, earliestMs: null },
      input: { ...order, volume: '2', positionType: '1', clientOrderId: `c-${id}` },
    });
    for (const id of ['there', 'not-there']) await journal.insert(intent(id));
    await service.createOrder({ ...order, clientOrderId: 'c-there' });
    vi.setSystemTime(Date.now() + 1500);
    const alive = (await journal.insert(intent('alive')))!;
    const stop = repeat(300, () => journal.renew(alive));
    expect(await settle(recover(client, journal).finally(stop))).toMatchObject({
      orders: [
        { clientOrderId: 'c-there', outcome: 'accepted', orderId: held(sandbox, 'c-there')[0]!.id },
        { clientOrderId: 'c-not-there', outcome: 'absent' },
      ],
      ...{ damaged: [], leased: 1 },
    });
    expect(outcomes(rows)).toEqual(['accepted', 'absent', undefined]);
  });

  test('an order that stays unknown is looked up again by the next call, which tells it though the journal fails then', async () => {
    const { client, sandbox, submitUnder } = createDesk();
    const { journal, rows } = createMemoryStore();
    sandbox.faults.next({ kind: 'reset-before', operation: 'getOpenOrders', times: 1000 });
    await submitUnder('reset-before', order, { journal, resolveWithinMs: 500 });
    expect(outcomes(rows)).toEqual(['unknown']);
    const first = await settle(recover(client, journal, { resolveWithinMs: 500 }));
    expect(first.orders).toMatchObject([{ outcome: 'unknown' }]);
    sandbox.faults.clear();
    const gone = { ...journal, countOpen: () => Promise.reject(new Error('gone')) };
    const last = await settle(recover(client, gone));
    expect(last).toMatchObject({ orders: [{ outcome: 'absent' }], leased: NaN, journalError: { message: 'gone' } });
    await expect(recover(client, gone)).rejects.toThrow('gone');
  });
});

test('a repeat of an order that another process ends just then has its end', async () => {
  const { client, submitUnder } = createDesk();
  const { journal, rows } = createMemoryStore();
  const own = { ...order, clientOrderId: 'job-42' };
  await submitUnder('reset-after', own, { journal, resolveWithinMs: 0 });
  const accepted = { outcome: 'accepted', orderId: '17' } as const;
  const claim = async () => void (rows[0]!.last = { ...rows[0]!.last!, ...accepted });
  const repeated = settle(submitOrder(client, own, { journal: { ...journal, claim } }));
  expect(await repeated).toMatchObject({ ...accepted, isRepeat: true });
});

test('recover ends, and says why, where a store returns an order that was not wanted again', async () => {
  const { client, submitUnder } = createDesk();
  const { journal } = createMemoryStore();
  await submitUnder('reset-before', order, { journal, resolveWithinMs: 0 });
  const forgetful: SharedJournal = { ...journal, claim: (wanted) => journal.claim({ ...wanted, except: [] }) };
  const { orders, journalError } = await settle(recover(client, forgetful, { resolveWithinMs: 1 }));
  expect(orders).toMatchObject([{ outcome: 'unknown' }]);
  expect(String(journalError)).toContain('does not heed `except`');
});
