import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createFuturesClient } from '../../src/futures-client.js';
import type { Journal, JournalEntry } from '../../src/journal/journal.js';
import { recover } from '../../src/orders/recover.js';
import { submitOrder } from '../../src/orders/submit.js';
import { limitBuy } from '../support/orders.js';
import { createDesk, createMemoryJournal, held, order, settle, START_MS, warmUp } from './desk.js';

beforeAll(warmUp);

const outcomes = (entries: readonly JournalEntry[]) =>
  entries.map((entry) => (entry.type === 'intent' ? 'intent' : entry.outcome));

describe('a journal', () => {
  test('has the intent before the order is sent, with its exact text, and the result afterwards', async () => {
    const { client } = createDesk();
    const journal = createMemoryJournal();
    const { createOrder } = client;
    let before: readonly string[] = [];
    client.createOrder = (...given) => {
      before = outcomes(journal.entries);
      return createOrder(...given);
    };
    await client.clock.sync();
    const result = await settle(submitOrder(client, { ...order, volume: 3n, price: '60000.10' }, { journal }));
    expect(before).toEqual(['intent']);
    const [intent, end] = journal.entries;
    expect(intent).toEqual({
      v: 1,
      type: 'intent',
      id: expect.any(String),
      clientOrderId: result.clientOrderId,
      input: {
        ...{ ...limitBuy, positionType: '1' },
        ...{ price: '60000.10', volume: '3', clientOrderId: result.clientOrderId },
      },
      timestampMs: START_MS,
      offsetMs: 1,
      earliestMs: START_MS,
    });
    const orderId = expect.any(String);
    expect(end).toMatchObject({ v: 1, type: 'result', id: intent!.id, outcome: 'accepted', orderId });
  });

  test.each([
    ['an order that is accepted', 'slow', ['intent', 'accepted']],
    ['a refusal', 'code-1003', ['intent', 'rejected']],
    ['a lost answer', 'reset-after', ['intent', 'sent', 'accepted']],
    ['an order that never arrived', 'reset-before', ['intent', 'sent', 'absent']],
  ] as const)('tells the story of %s', async (_what, kind, story) => {
    const { client, submitUnder } = createDesk();
    const journal = createMemoryJournal();
    await submitUnder(kind, order, { journal }).catch(() => undefined);
    expect(outcomes(journal.entries)).toEqual(story);
    expect((await settle(recover(client, journal))).orders).toEqual([]);
  });

  test('that hangs before sending: nothing is sent, neither in time nor later', async () => {
    const { client, creates } = createDesk();
    const journal = createMemoryJournal();
    let write = (): void => {};
    journal.append.mockImplementationOnce(() => new Promise((resolve) => void (write = resolve)));
    await expect(settle(submitOrder(client, order, { journal, timeoutMs: 700 }))).rejects.toMatchObject({
      ...{ code: 'TIMEOUT', outcome: 'not-sent' },
    });
    write();
    await vi.advanceTimersByTimeAsync(1000);
    expect(creates()).toBe(0);
  });

  test.each(['fails', 'hangs'])(
    'that %s afterwards leaves the order accepted, says so, and stays open',
    async (how) => {
      const { client, sandbox } = createDesk();
      const journal = createMemoryJournal();
      const { append } = journal;
      const broken: Journal = {
        ...journal,
        append(entry) {
          if (entry.type === 'intent') return append(entry);
          return how === 'hangs' ? new Promise<void>(() => {}) : Promise.reject(new Error('EIO'));
        },
      };
      const result = await settle(submitOrder(client, order, { journal: broken }));
      expect(result).toMatchObject({ outcome: 'accepted', journalError: { code: 'JOURNAL', outcome: 'unknown' } });
      expect(String(result.journalError)).toContain('recover with the journal that has its intent');
      expect(String(result.journalError)).not.toContain('Nothing was sent');
      const { orders } = await settle(recover(client, journal));
      expect(orders).toMatchObject([{ outcome: 'accepted', orderId: held(sandbox)[0]!.id }]);
    },
  );

  test('that sleeps with the machine while it takes the intent ends the order: it is meant for now', async () => {
    const { client, creates } = createDesk();
    const journal = createMemoryJournal();
    const { append } = journal;
    const slow: Journal = {
      ...journal,
      append: async (entry) => (await append(entry), void vi.setSystemTime(Date.now() + 3_600_000)),
    };
    const failed = { code: 'TIMEOUT', outcome: 'not-sent' };
    await expect(settle(submitOrder(client, order, { journal: slow }))).rejects.toMatchObject(failed);
    expect(creates()).toBe(0);
  });

  test('and a machine that sleeps between them and the signature end the order, too', async () => {
    const { client } = createDesk();
    const journal = createMemoryJournal();
    const { createOrder } = client;
    client.createOrder = (...given) => {
      vi.setSystemTime(Date.now() + 3_600_000);
      return createOrder(...given);
    };
    const failed = { code: 'JOURNAL', outcome: 'not-sent', message: expect.stringContaining('the machine slept') };
    await expect(settle(submitOrder(client, order, { journal }))).rejects.toMatchObject(failed);
    expect(journal.entries.map(({ type }) => type)).toEqual(['intent', 'result']);
  });

  test('a refused order is thrown as it is, although the journal fails', async () => {
    const { client } = createDesk();
    const journal = createMemoryJournal();
    journal.append.mockResolvedValueOnce().mockRejectedValueOnce(new Error('EIO'));
    await expect(settle(submitOrder(client, { ...order, price: '1.001' }, { journal }))).rejects.toMatchObject({
      apiCode: '-1111',
    });
  });
});

describe('recover', () => {
  const intent = (change: Partial<JournalEntry> = {}): JournalEntry =>
    ({
      ...{ v: 1, type: 'intent', id: 'i-1', clientOrderId: 'mine', timestampMs: START_MS - 60_000, offsetMs: 0 },
      ...{ earliestMs: null, input: { ...order, volume: '2', positionType: '1', clientOrderId: 'mine' } },
      ...change,
    }) as JournalEntry;
  const result = (outcome: string, change: object = {}): JournalEntry =>
    ({
      ...{ v: 1, type: 'result', id: 'i-1', clientOrderId: 'mine', outcome, timestampMs: START_MS - 50_000 },
      ...change,
    }) as JournalEntry;

  test.each(['accepted', 'rejected', 'not-sent', 'absent'])('leaves alone what ended: %s', async (outcome) => {
    const { client } = createDesk();
    expect(await settle(recover(client, createMemoryJournal([intent(), result(outcome)])))).toEqual({
      ...{ orders: [], damaged: [], leased: 0, otherAccounts: 0 },
    });
  });

  test.each([[[]], [[result('sent')]], [[result('sent'), result('unknown')]]])(
    'finds an order that is there, and sends none: after %j',
    async (more) => {
      const { client, sandbox, service, creates } = createDesk();
      await service.createOrder({ ...order, clientOrderId: 'mine' });
      const journal = createMemoryJournal([intent(), ...more]);
      const { orders } = await settle(recover(client, journal));
      expect(orders).toMatchObject([{ outcome: 'accepted', orderId: held(sandbox)[0]!.id, clientOrderId: 'mine' }]);
      expect(outcomes(journal.entries).at(-1)).toBe('accepted');
      expect(creates()).toBe(0);
    },
  );

  test('says after two rounds that an order is absent whose window is known to have closed long ago', async () => {
    const { client } = createDesk();
    const journal = createMemoryJournal([intent(), result('unknown', { carriedAtMostMs: START_MS - 50_000 })]);
    expect((await settle(recover(client, journal))).orders).toMatchObject([{ outcome: 'absent' }]);
    expect(Date.now()).toBe(START_MS + 2001);
  });

  test('does not take a service clock that is ahead for the time that has passed since an order was sent', async () => {
    const { client } = createDesk({ skewMs: () => -10_000 });
    const sentMs = START_MS - 10_500;
    const sent = result('unknown', { carriedAtMostMs: sentMs, timestampMs: sentMs });
    const journal = createMemoryJournal([intent({ timestampMs: sentMs } as never), sent]);
    expect((await settle(recover(client, journal))).orders).toMatchObject([{ outcome: 'absent' }]);
    expect(Date.now()).toBeGreaterThan(START_MS + 8500);
  });

  test('waits for the window where nothing says when the process ended; once for all', async () => {
    const { client } = createDesk();
    const journal = createMemoryJournal([intent(), intent({ id: 'i-2' }), intent({ id: 'i-3' })]);
    const { orders } = await settle(recover(client, journal));
    expect(orders.map(({ outcome }) => outcome)).toEqual(['absent', 'absent', 'absent']);
    expect(Date.now()).toBeGreaterThan(START_MS + 9000);
    expect(Date.now()).toBeLessThan(START_MS + 9500);
  });

  test.each([
    ['was ahead', { timestampMs: START_MS + 6000 }, 'takes two rounds', 0],
    ['knew the time to 20 s', { earliestMs: START_MS - 80_000 }, 'may still be accepted', 0],
    ['had not measured this clock, which is ahead', {}, 'may still be accepted', 20_000],
  ])('does not take the clock of a process that %s for the past', async (_which, change, why, skewMs) => {
    const { client } = createDesk({ skewMs: () => skewMs });
    const journal = createMemoryJournal([intent(change as never)]);
    const { orders } = await settle(recover(client, journal));
    expect(orders).toMatchObject([{ outcome: 'unknown' }]);
    expect((orders[0]!.cause as Error).message).toMatch(
      `The lookups show no such order, which proves nothing yet: it ${why}`,
    );
  });

  test('says for how long an order of a clock that was far ahead may still be accepted', async () => {
    const { client } = createDesk();
    const journal = createMemoryJournal([intent({ timestampMs: START_MS + 600_000 } as never)]);
    const [found] = (await settle(recover(client, journal))).orders;
    expect((found!.cause as Error).message).toContain('it may still be accepted for 59');
  });

  const ahead = result('sent', { carriedAtMostMs: START_MS - 30_000, timestampMs: START_MS + 86_400_000 });
  test.each([[[]], [[ahead]]])('proves an absence in several short searches, too: %#', async (known) => {
    const { client } = createDesk();
    const journal = createMemoryJournal([intent(), ...known]);
    const found: unknown[] = [];
    for (let at = 0; at < 5; at++) {
      const { orders } = await settle(recover(client, journal, { resolveWithinMs: 4000 }));
      found.push(...orders.map(({ outcome }) => outcome));
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(found).toEqual(['unknown', 'unknown', 'absent']);
  });

  test.each([10, 16, 25])('says of a list of %i open orders that it may be a page', async (count) => {
    const { client, service } = createDesk();
    for (let at = 0; at < count; at++)
      await service.createOrder({ ...order, price: '50000', clientOrderId: `other-${at}` });
    const [found] = (await settle(recover(client, createMemoryJournal([intent()])))).orders;
    expect(found!.outcome).toBe('unknown');
    expect((found!.cause as Error).message).toContain(
      `: ${count} open orders are listed, and there may be more than the list`,
    );
  });

  test.each([
    [40, 'absent', undefined],
    [20, 'unknown', /^getOpenOrders shows what may be this order: \d+\. Look it up by hand, then settle it/],
  ])('without a measured clock, tells an order without an id that is %d h older: %s', async (hours, outcome, why) => {
    const { client, service } = createDesk();
    await service.createOrder({ ...order, volume: '2' });
    await vi.advanceTimersByTimeAsync(hours * 3_600_000);
    const journal = createMemoryJournal([intent({ timestampMs: Date.now() - 60_000 } as never)]);
    const [found] = (await settle(recover(client, journal))).orders;
    expect(found).toMatchObject({ outcome });
    expect((found!.cause as Error | undefined)?.message).toEqual(why && expect.stringMatching(why));
  });

  test('stays unknown with a wrong secret, and says that the lookups failed, and why', async () => {
    const { client, service } = createDesk({
      fetch: (sandbox) => (url, init) =>
        sandbox.fetch(url, { ...init, headers: { ...init?.headers, 'X-CH-SIGN': '0'.repeat(64) } }),
    });
    await expect(service.getOpenOrders()).rejects.toThrow('-1022');
    const [found] = (await settle(recover(client, createMemoryJournal([intent()])))).orders;
    expect(found).toMatchObject({ outcome: 'unknown' });
    expect((found!.cause as Error).message).toMatch(
      /^\d+ of \d+ lookups failed, which proves nothing about the order: check first that the service is up, and base URL, key and secret\. The last reason: .* code -1022 /,
    );
    expect(JSON.stringify(found!.cause)).toContain('lookups failed');
  });

  test('stays unknown where the service is away, and does not say of the order that nothing was sent', async () => {
    const { client } = createDesk();
    const away = () => Promise.reject(new Error('getOrder: no connection (connect ECONNREFUSED). Nothing was sent.'));
    Object.assign(client, { getOrder: away, getOpenOrders: away, getOrderHistory: away, getTradeHistory: away });
    const [found] = (await settle(recover(client, createMemoryJournal([intent()])))).orders;
    expect((found!.cause as Error).message).toMatch(/The last reason: .*ECONNREFUSED\)\.$/);
  });

  test('without credentials is refused at once, before the journal is read', async () => {
    const journal = createMemoryJournal([intent()]);
    const read = vi.spyOn(journal, 'read');
    const client = createFuturesClient({
      baseUrl: 'https://futures.example',
      journal,
      fetch: () => expect.fail('sent'),
    });
    const error = await client.recover().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'credentials', outcome: 'not-sent' });
    expect((error as Error).message).toMatch(/signed calls, and the client has no credentials\. Nothing was sent\./);
    await expect(client.submitOrder(order)).rejects.toMatchObject({ code: 'ARGUMENT', field: 'credentials' });
    expect(read).not.toHaveBeenCalled();
    expect(journal.append).not.toHaveBeenCalled();
  });

  test('is never sure of an absence without the time of the service', async () => {
    const { client, sandbox } = createDesk();
    sandbox.faults.next({ kind: 'reset-before', operation: 'getServerTime', times: 1000 });
    const journal = createMemoryJournal([intent()]);
    const { orders } = await settle(recover(client, journal));
    expect(orders).toMatchObject([{ outcome: 'unknown' }]);
    expect(outcomes(journal.entries)).toEqual(['intent', 'unknown', 'unknown']);
    sandbox.faults.clear();
    expect((await settle(recover(client, journal))).orders).toMatchObject([{ outcome: 'absent' }]);
  });

  test('is not sure of one either when that time was measured too late to know when the process ended', async () => {
    const { client, sandbox } = createDesk();
    sandbox.faults.next({ kind: 'reset-before', operation: 'getServerTime', times: 3 });
    const { orders } = await settle(recover(client, createMemoryJournal([intent()])));
    expect(orders).toMatchObject([{ outcome: 'unknown' }]);
  });

  test('reports damaged lines and refuses options that it does not know', async () => {
    const { client } = createDesk();
    const damaged = [{ line: 3, text: '{"v":1,' }];
    expect(await settle(recover(client, { append: () => {}, read: () => ({ entries: [], damaged }) }))).toEqual({
      ...{ orders: [], damaged, leased: 0, otherAccounts: 0 },
    });
    await expect(recover(client, createMemoryJournal(), { journal: 1 } as never)).rejects.toMatchObject({
      field: 'journal',
    });
  });

  test('never calls an order absent behind whose intent the journal is damaged', async () => {
    const { client, service } = createDesk();
    await service.createOrder({ ...order, clientOrderId: 'there' });
    const there = {
      clientOrderId: 'there',
      input: { ...order, volume: '2', positionType: '1', clientOrderId: 'there' },
    };
    const entries = [intent(), intent({ id: 'i-2', ...there } as never)];
    const damaged = [{ line: 3, text: 'x', kind: 'damaged' }] as const;
    const journal = { append: vi.fn<Journal['append']>(), read: () => ({ entries, damaged }) };
    const { orders } = await settle(recover(client, journal));
    expect(orders).toMatchObject([
      { outcome: 'unknown', cause: { message: expect.stringContaining('is damaged') } },
      { outcome: 'accepted' },
    ]);
    // A line that a crash cut off is the last one that was written: nothing was sent after it.
    const cut = { append: () => {}, read: () => ({ entries, damaged: [{ ...damaged[0], kind: 'cut' as const }] }) };
    expect((await settle(recover(client, cut))).orders).toMatchObject([{ outcome: 'absent' }, { outcome: 'accepted' }]);
  });

  test.each<[string, object]>([
    ['an outcome that does not exist', result('absenu')],
    ['a result with another clientOrderId', result('accepted', { clientOrderId: 'other' })],
    ['an intent whose ids differ', intent({ id: 'i-2', clientOrderId: 'other' })],
    ['no entry at all', { v: 1 }],
  ])('takes %s for damage, not for the end of an order', async (_what, entry) => {
    const { client, service } = createDesk();
    await service.createOrder({ ...order, clientOrderId: 'mine' });
    const { orders, damaged } = await settle(recover(client, createMemoryJournal([intent(), entry as JournalEntry])));
    expect(orders).toMatchObject([{ outcome: 'accepted', clientOrderId: 'mine' }]);
    expect(damaged).toMatchObject([{ line: 2, kind: 'damaged' }]);
  });
});
