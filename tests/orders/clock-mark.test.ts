import { beforeAll, expect, test, vi } from 'vitest';
import { submitOrder } from '../../src/orders/submit.js';
import { AS_USUAL, type Reply, serve } from '../support/scripted-service.js';
import { createDesk, createMemoryJournal, held, order, settle, START_MS, warmUp } from './desk.js';

beforeAll(warmUp);

test('carriedAtMostMs is the X-CH-TS that left, whatever is known of the clock when the call ends', async () => {
  const { client, lost, stamps } = late();
  await settle(client.ping());
  const journal = createMemoryJournal();
  const submitted = client.submitOrder(order, { journal, resolveWithinMs: 0 });
  await until(() => stamps().length > 0);
  await vi.advanceTimersByTimeAsync(1000);
  await settle(client.clock.sync());
  lost.reject(new Error('reset'));
  await settle(submitted);
  const sent = journal.entries.find((entry) => entry.type === 'result' && entry.outcome === 'sent');
  expect(sent).toMatchObject({ carriedAtMostMs: Number(stamps()[0]) });
});

test.each<[what: string, move: (desk: ReturnType<typeof late>) => unknown]>([
  ['a Date header corrects the clock', ({ client }) => settle(client.ping())],
  ['the clock of this machine is set', ({ skew }) => void (skew.ms += 600)],
])('when, after the intent is in a journal, %s, the order is sent under a new intent', async (_, move) => {
  const desk = late();
  const journal = createMemoryJournal();
  const submitted = desk.client.submitOrder(order, { journal, resolveWithinMs: 0 });
  await until(() => journal.entries.length > 0);
  await move(desk);
  await until(() => desk.stamps().length > 0);
  desk.lost.reject(new Error('reset'));
  expect(await settle(submitted)).toMatchObject({ outcome: 'unknown' });
  const [first, ended, second] = journal.entries;
  expect(ended).toMatchObject({ id: first!.id, outcome: 'not-sent' });
  // After a crash nothing else would say for how long it may be accepted.
  expect(Number(desk.stamps()[0]) - second!.timestampMs).toBe(5000);
});

test('an order whose clock moves again meanwhile is not sent', async () => {
  const { client, skew, stamps } = late();
  const journal = createMemoryJournal();
  const submitted = client.submitOrder({ ...order, clientOrderId: 'job-1' }, { journal });
  submitted.catch(() => {});
  for (const count of [1, 3]) {
    await until(() => journal.entries.length >= count);
    skew.ms += 600;
  }
  await expect(settle(submitted)).rejects.toMatchObject({ code: 'JOURNAL', reason: 'clock', outcome: 'not-sent' });
  expect([stamps(), journal.entries.at(-1)]).toMatchObject([[], { outcome: 'not-sent' }]);
});

/** A client whose orders wait for five seconds; the Date headers of the service are 30 s ahead, and an order's response is to be lost. */
function late() {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const lost: { reject: (error: Error) => void } = { reject: () => {} };
  const skew = { ms: 0 };
  const reply: Reply = ({ operationId }) => {
    if (operationId === 'createOrder') return new Promise((_, reject) => (lost.reject = reject));
    const headers = { date: new Date(Date.now() + 30_000).toUTCString() };
    return { text: JSON.stringify({ serverTime: Date.now() }), headers };
  };
  const limiter = {
    acquire: async ({ operationId }: { operationId: string }) => {
      if (operationId === 'createOrder') await new Promise((r) => setTimeout(r, 5000));
    },
  };
  const { client, requests } = serve([reply], { ...AS_USUAL, limiter, now: () => Date.now() + skew.ms });
  const stamps = () =>
    requests.flatMap(({ operationId, headers }) => (operationId === 'createOrder' ? [headers['X-CH-TS']] : []));
  return { client, lost, skew, stamps };
}

/** Lets time pass until something holds. */
async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (turns > 9) await vi.advanceTimersByTimeAsync(100);
  }
}

test('a step of the local clock there and back, before and after the signature, makes no early absence', async () => {
  let skewMs = 0;
  const { sandbox, client } = createDesk({
    skewMs: () => skewMs,
    fetch: (box) => async (url, init) => {
      const isOrder = url.endsWith('/order') && init.method === 'POST';
      if (!isOrder) return box.fetch(url, init);
      skewMs = 0;
      const { signal: _, ...again } = init;
      setTimeout(() => void box.fetch(url, again), 9800);
      throw new TypeError('fetch failed');
    },
  });
  skewMs = 5000;
  const { outcome } = await settle(submitOrder(client, order));
  expect([outcome, held(sandbox).length]).toEqual(['accepted', 1]);
});

test('a getServerTime that is ahead of what judges X-CH-TS does not end the wait for an absence', async () => {
  const { submitUnder } = createDesk({
    window: { aheadMs: 30_000 },
    fetch: (box) => async (url, init) =>
      url.endsWith('/time') ? Response.json({ serverTime: Date.now() + 20_000 }) : box.fetch(url, init),
  });
  const startedMs = Date.now();
  expect((await submitUnder('reset-before')).outcome).toBe('absent');
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(7000);
});
