import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mode, Report } from '../../src/conformance/index.js';
import { toSummary } from '../../src/conformance/reports/summary.js';
import { openJournal, readJournal } from '../../src/conformance/ledger/run-journal.js';
import { cleanUpIn } from '../../src/conformance/session/clean-up-journal.js';
import { runIn } from '../../src/conformance/run/run.js';
import { type BookOrder, type Habits, startAwkward } from './awkward-exchange.js';
import { virtualTime } from './virtual-time.js';
import { folderOfTest } from '../support/folder.js';
import { permission } from './sandboxes.js';

let journal: string;
beforeEach(() => void (journal = join(folderOfTest(), 'orders.jsonl')));

/** A run in mode mutate, and the orders that it left open without a word. */
async function mutate(habits: Habits, change: Partial<Parameters<typeof runIn>[0]> = {}) {
  const time = virtualTime();
  const exchange = await startAwkward(time.now, habits);
  const { baseUrl, credentials } = exchange;
  const report = await runIn(
    {
      baseUrl,
      credentials,
      mode: 'mutate' as Mode,
      permission,
      journal,
      timeoutMs: habits.create === 'and hangs' ? 40 : 5000,
      ...change,
    },
    time,
  );
  const before = habits.before ?? [];
  const open = exchange.book.filter((order) => order.open && !before.includes(order.name));
  const reported = (report.leftBehind ?? []).join('\n');
  const unreported = open.filter(({ id, name }) => !reported.includes(id) && !reported.includes(name));
  return { report, exchange, time, open, unreported };
}

const FEW = [
  'shape/createOrder/success',
  'state/order/cancelled-is-gone',
  'idem/create/same-client-order-id',
  'sign/createOrder/without-key',
];

const lists: Readonly<Record<string, Habits['lists']>> = {
  'at once': undefined,
  'after 300 ms': ({ atMs }, nowMs) => nowMs - atMs >= 300,
  'after 3 s': ({ atMs }, nowMs) => nowMs - atMs >= 3000,
  'every other time': (_, __, look) => look % 2 === 0,
  'half of the orders each time': ({ id }, _, look) => (Number(id.slice(-2)) + look) % 2 === 0,
  'not for 2 s of every 4 s': (_, nowMs) => nowMs % 4000 < 2000,
};

const creates: readonly Partial<Habits>[] = [
  {},
  { create: 'with 500' },
  { create: 'with 400' },
  { create: 'with a refusal of 200' },
  { create: 'and hangs' },
  { create: 'without id' },
  { create: 'twice' },
];
const nothingShown = { isNamed: false, isLookedUp: false };
const cancels: readonly Partial<Habits>[] = [
  {},
  { cancel: 'kept' },
  { cancel: 'kept', ...nothingShown },
  { cancel: 'refused', ...nothingShown },
];

describe.each(Object.keys(lists))('an exchange that lists orders %s', (name) => {
  it.each(creates.map((create) => [create.create ?? 'as it should', create] as const))(
    'and creates them %s leaves no order open that is not reported',
    async (_, create) => {
      for (const cancel of cancels) {
        const habits = { lists: lists[name], ...create, ...cancel };
        const { unreported } = await mutate(habits, { checks: FEW });
        expect([habits, unreported]).toEqual([habits, []]);
        rmSync(journal);
      }
    },
    600_000,
  );
});

const leftBehind = ({ leftBehind: left = [] }: Report): readonly string[] => left;

it.each([
  ['that responds at once', {}],
  ['that lists orders after 300 ms', { lists: lists['after 300 ms'] }],
  ['that lists orders after 3 s', { lists: lists['after 3 s'] }],
  ['that refuses every create with 500', { refuses: 500 }],
  ['that refuses every create with 400', { refuses: 400 }],
  ['that refuses every create with 200 and a code', { refuses: 200 }],
  ['that does not look orders up', { isLookedUp: false }],
  ['that shows no clientOrderId', { isNamed: false }],
  ['that creates two orders for one', { create: 'twice' }],
  ['that answers a create without an id', { create: 'without id' }],
  ['that creates orders and answers 500', { create: 'with 500' }],
  ['that takes an order off its lists at the first cancel, and ends it at the second', { cancel: 'hidden' }],
] satisfies [string, Habits][])('an exchange %s is left empty, and no order is reported falsely', async (_, habits) => {
  const { report, open } = await mutate(habits, { checks: FEW });
  expect([open, leftBehind(report)]).toEqual([[], []]);
});

it('writes into its journal what no list shows and no cancel ends', async () => {
  const { open, unreported } = await mutate({ cancel: 'hidden for good' }, { checks: FEW });
  expect([open.length > 1, unreported]).toEqual([true, []]);
  await expect(mutate({}, { checks: FEW })).rejects.toThrow(`has ${open.length} orders of an earlier run`);
});

it('does not touch what was open before, and names an order of an earlier run', async () => {
  const { report, exchange } = await mutate({ before: ['somebody', 'fcheck-earlier'] }, { checks: FEW });
  expect(exchange.book.filter(({ open }) => open).map(({ name }) => name)).toEqual(['somebody', 'fcheck-earlier']);
  expect(leftBehind(report)).toEqual([expect.stringContaining('fcheck-earlier')]);
});

it('cancels no order of the owner on an exchange that counts the orders of each contract by itself', async () => {
  const ofOwner: BookOrder[] = [];
  const owner = (book: readonly BookOrder[], atMs: number): undefined => {
    const over = book.filter(({ open, name, contract }) => !open && name !== 'owner' && contract === 'E-BTC-USDT');
    if (ofOwner.length > 0 || over.length < 7) return;
    for (const { id } of over) ofOwner.push({ id, name: 'owner', contract: 'E-ETH-USDT', atMs, open: true });
    (book as BookOrder[]).push(...ofOwner);
  };
  const { report } = await mutate({ owner });
  expect(ofOwner.map(({ open }) => open)).toEqual(ofOwner.map(() => true));
  expect(leftBehind(report)).toHaveLength(ofOwner.length);
});

describe('a clean-up by the journal of a run that was killed', () => {
  type Entry = Parameters<ReturnType<typeof openJournal>['write']>[0];
  const order = (n: number, clientOrderId: string, atMs: number): Entry => ({
    ...{ type: 'order', run: 'a', n, contract: 'E-BTC-USDT', clientOrderId, atMs },
  });
  const clean = async (habits: Habits, entriesOf: (book: readonly BookOrder[], nowMs: number) => readonly Entry[]) => {
    const time = virtualTime();
    const { baseUrl, credentials, book } = await startAwkward(time.now, habits);
    const writer = openJournal(journal);
    writer.write({ type: 'run', run: 'a', baseUrl: `${baseUrl}/`, account: 'mine' });
    for (const entry of entriesOf(book, time.now())) writer.write(entry);
    writer.close();
    const { left } = await cleanUpIn(journal, { baseUrl, credentials, account: 'mine' }, time);
    return [left, book.filter(({ open }) => open).map(({ name }) => name)];
  };

  it('cancels no order of the owner that an exchange finds by a part of a clientOrderId', async () => {
    const habits = { before: ['mine-owner'], isNamed: false, nameLength: 5 };
    const result = await clean(habits, (_, nowMs) => [order(1, 'mine-1', nowMs)]);
    expect(result).toEqual([['E-BTC-USDT mine-1'], ['mine-owner']]);
  });

  it.each([
    ['names, cancels it', true, [], []],
    ['no names, does not take it for gone', false, ['E-BTC-USDT fcheck-1'], ['fcheck-1']],
  ])('of two orders of one clientOrderId, the second without a response, where lists show %s', async (...given) => {
    const [, isNamed, left, open] = given;
    const result = await clean({ before: ['fcheck-1', 'fcheck-1'], isNamed }, ([first], nowMs) => {
      Object.assign(first!, { open: false, closedMs: nowMs });
      const longAgo = nowMs - 3_600_000;
      return [
        order(1, 'fcheck-1', longAgo),
        { type: 'answer', run: 'a', n: 1, outcome: 'accepted', orderId: first!.id },
        { type: 'gone', run: 'a', n: 1 },
        order(2, 'fcheck-1', longAgo),
      ];
    });
    expect(result).toEqual([left, open]);
  });

  it.each([
    ['cancels', {}, [], []],
    ['leaves to the next one', { cancel: 'refused' }, [2, 3], ['fcheck-1', 'fcheck-2']],
  ] as const)('%s an order that one request made besides the one that is gone', async (_, habits, left, open) => {
    const result = await clean({ before: ['fcheck-1', 'fcheck-1', 'fcheck-2'], ...habits }, ([first], nowMs) => {
      Object.assign(first!, { open: false, closedMs: nowMs });
      return [
        order(1, 'fcheck-1', nowMs),
        { type: 'answer', run: 'a', n: 1, outcome: 'accepted', orderId: first!.id },
        { type: 'gone', run: 'a', n: 1 },
        order(2, 'fcheck-2', nowMs),
      ];
    });
    expect([result[0]!.length, result[1]]).toEqual([left.length, open]);
    const { orders, lost } = readJournal(journal);
    expect([orders.map(({ run, n }) => [run, n]), lost]).toEqual([left.map((n) => ['a', n]), []]);
  });
});

it('says of an order that was filled that its trade is on the account', async () => {
  const owner = ([order]: readonly BookOrder[], nowMs: number): undefined =>
    order && void Object.assign(order, { open: false, closedMs: order.closedMs ?? nowMs, isFilled: true });
  const { report, exchange } = await mutate({ owner }, { checks: ['shape/createOrder/success'] });
  expect([leftBehind(report), report.ok]).toEqual([
    [expect.stringContaining(`${exchange.book[0]!.id} (filled:`)],
    false,
  ]);
});

it('cleans up when a function of the caller throws, and names what is left in the error', async () => {
  let sent: readonly BookOrder[] = [];
  const onProgress = ({ done }: { readonly done: number }): void => {
    if (done === 24) throw new Error('mine');
  };
  const owner = (book: readonly BookOrder[]): undefined => void (sent = book);
  await expect(mutate({ owner }, { onProgress })).rejects.toThrow('mine');
  expect([sent.length > 1, sent.filter(({ open }) => open)]).toEqual([true, []]);
  rmSync(journal);
  const kept = mutate({ owner, cancel: 'refused' }, { onProgress });
  await expect(kept).rejects.toThrow(/left behind: E-BTC-USDT \d{19}/);
});

it('cleans up and reports when the disk of the journal is full', async () => {
  const fs = process.getBuiltinModule('node:fs');
  const write = fs.writeSync.bind(fs) as (...given: unknown[]) => number;
  for (const room of [3, 4, 7, 12, 17, 20]) {
    let writes = 0;
    const full = vi.spyOn(fs, 'writeSync').mockImplementation((...given: unknown[]) => {
      if (++writes > room) throw new Error('ENOSPC: no space left on device');
      return write(...given);
    });
    const { open, report } = await mutate({}, { checks: FEW }).finally(() => full.mockRestore());
    expect([room, open, leftBehind(report), writes > room]).toEqual([room, [], [], true]);
    rmSync(journal);
  }
});

describe('a cancel of all orders', () => {
  const WIPE = 'shape/cancelAllOrders/success';
  const isOwn = ({ name }: BookOrder): boolean => name.startsWith('fcheck-');
  const run = async (habits: Habits) => {
    let sent = 0;
    const { report, exchange } = await mutate({ ...habits, onCancelAll: () => sent++ }, { checks: [WIPE] });
    const open = exchange.book.filter((order) => order.open).map(({ name }) => name);
    return { sent, open, left: leftBehind(report), result: report.results[0]! };
  };

  it('is sent where the account is empty', async () => {
    const { sent, left, result } = await run({});
    expect([sent, left, result.verdict]).toEqual([1, [], 'pass']);
  });

  it('is not sent on the word of a list that is 1.5 s behind, which lacks orders of the owner', async () => {
    const { sent, open, result } = await run({ lagMs: 1500, before: ['owner-1', 'owner-2'] });
    expect([sent, open]).toEqual([0, ['owner-1', 'owner-2']]);
    expect(result).toMatchObject({ verdict: 'not-run', reason: expect.stringContaining('has 2 open orders') });
  });

  it('is not sent where no list shows an order of the run', async () => {
    const { sent, result } = await run({ lists: (order) => !isOwn(order) });
    expect(sent).toBe(0);
    expect(result).toMatchObject({ verdict: 'cannot-tell', reason: expect.stringContaining('they may lack orders') });
  });

  it('is not sent where the list of all leaves out a contract, on which the owner may have orders', async () => {
    const { sent, result } = await run({ lists: ({ contract }) => contract === 'E-BTC-USDT' });
    expect([sent, result.verdict]).toEqual([0, 'cannot-tell']);
  });

  it('is not sent where an order of the owner has the id of one of the run, as doubles have', async () => {
    const owner = (book: readonly BookOrder[]): undefined => {
      const [own] = book;
      if (own !== undefined && book.every(isOwn)) (book as BookOrder[]).push({ ...own, name: 'owner' });
    };
    const { sent, result } = await run({ owner });
    expect([sent, result.verdict]).toEqual([0, 'not-run']);
  });

  it('is not sent where one list has shown an order of the owner, and the next one has not', async () => {
    const { sent, open } = await run({ before: ['owner'], lists: (order, _, look) => isOwn(order) || look === 1 });
    expect([sent, open]).toEqual([0, ['owner']]);
  });

  const tooLate: Habits = {
    lagMs: 1500,
    owner: ([own, ...more], nowMs) =>
      own !== undefined && more.every(isOwn) && nowMs - own.atMs > 1000 ? 'owner' : undefined,
  };

  it('names an order of the owner that a list shows when it is too late', async () => {
    const { sent, open, left } = await run(tooLate);
    expect([sent, open, left]).toEqual([1, [], [expect.stringContaining('by this run may have cancelled it')]]);
  });

  it('does not say that it left such an order alone where it may look no more', async () => {
    const stop = new AbortController();
    let [sent, shown] = [0, 0];
    const untilShown = ({ name }: BookOrder): boolean => {
      if (sent > 0 && name === 'owner' && ++shown > 1) stop.abort();
      return true;
    };
    const habits = { ...tooLate, lagMs: 2500, lists: untilShown, onCancelAll: () => void sent++ };
    const ended = { signal: stop.signal, leaveSignal: stop.signal };
    const { report } = await mutate(habits, { checks: [WIPE, 'rule/cancel-all/cancels-every-contract'], ...ended });
    expect(leftBehind(report).at(-1)).toContain('and not looked for any more: a cancel of several orders by this run');
  });
});

it('cancels no order of another run that begins with the same prefix', async () => {
  const owner = (book: readonly BookOrder[]) => (book.length === 1 ? 'fcheck-1' : undefined);
  const own = await mutate({ before: ['acme-1'] }, { checks: FEW, orders: { prefix: 'acme-' } });
  expect(leftBehind(own.report)).toEqual([expect.stringContaining('acme-1: of another run')]);
  const { report, exchange } = await mutate({ owner }, { checks: FEW });
  expect(exchange.book.filter(({ open }) => open).map(({ name }) => name)).toEqual(['fcheck-1']);
  expect(leftBehind(report)).toEqual([expect.stringContaining('fcheck-1: of another run, not cancelled')]);
  // The journal of this run does not name it.
  expect(toSummary(report)).not.toContain('conformance clean-up');
});

describe('Ctrl-C', () => {
  const after = (checks: number, ...controllers: readonly AbortController[]) => ({
    onProgress: ({ done }: { readonly done: number }) => {
      if (done === checks) for (const controller of controllers) controller.abort();
    },
  });

  it('ends the run and cancels its orders', async () => {
    const stop = new AbortController();
    const { report, open, exchange } = await mutate({}, { signal: stop.signal, ...after(40, stop) });
    expect(exchange.book.length).toBeGreaterThan(1);
    expect([open, leftBehind(report), report.ok]).toEqual([[], [], false]);
  });

  it('twice leaves what is open, and names it', async () => {
    const [stop, leave] = [new AbortController(), new AbortController()];
    const signals = { signal: stop.signal, leaveSignal: leave.signal };
    const { open, unreported, report } = await mutate({}, { ...signals, ...after(24, stop, leave) });
    expect([open.length > 0, unreported, report.ok]).toEqual([true, [], false]);
  });
});

describe('an exchange that allows 20 calls in 2 s', () => {
  const verdicts = ({ results }: Report) => results.map(({ id, verdict }) => `${id} ${verdict}`);
  const allows = { calls: 20, inMs: 2000 };

  it.each(['read', 'mutate'] as const)('is judged as one without a limit in mode %s: --rate 10', async (mode) => {
    const free = await mutate({}, { mode });
    rmSync(journal, { force: true });
    const { report, exchange, time } = await mutate({ allows }, { mode, rate: 10 });
    expect(verdicts(report)).toEqual(verdicts(free.report));
    expect(exchange.refused).toBe(0);
    expect(time.waitedMs).toBeGreaterThanOrEqual((report.calls - 1) * 100);
  });

  it.each(['read', 'mutate'] as const)('and says when to come back is waited for in mode %s', async (mode) => {
    // Calls that are repeated count: both have enough of them.
    const budget = 2000;
    const free = await mutate({}, { mode, budget });
    rmSync(journal, { force: true });
    const { report, exchange, open } = await mutate({ allows: { ...allows, retryAfter: '2' } }, { mode, budget });
    expect(exchange.refused).toBeGreaterThan(0);
    expect(verdicts(report)).toEqual(verdicts(free.report));
    expect([open, leftBehind(report)]).toEqual([[], []]);
  });
});
