import { beforeAll, expect, test, vi } from 'vitest';
import type { JournalResult } from '../../src/journal/journal.js';
import { maxTimestampOfCall, markClock } from '../../src/orders/clock-mark.js';
import { AS_USUAL, type Reply, serve } from '../support/scripted-service.js';
import { createDesk, createMemoryJournal, order, settle, START_MS, warmUp } from './desk.js';

beforeAll(warmUp);

test.each([
  ['getServerTime corrects a Date header', false],
  ['a Date header comes, and is given up for the local time', true],
])('carriedAtMostMs is not below the X-CH-TS that left, when %s meanwhile', async (_, isGivenUp) => {
  const { client, held, stamps } = late(isGivenUp);
  if (!isGivenUp) await settle(client.ping());
  const journal = createMemoryJournal();
  const submitted = client.submitOrder(order, { journal, resolveWithinMs: 0 });
  while (journal.entries.length === 0) await new Promise((resolve) => setImmediate(resolve));
  if (isGivenUp) await settle(client.ping());
  while (stamps().length === 0) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1000);
  await settle<unknown>(isGivenUp ? client.getOpenOrders() : client.clock.sync());
  held.reject(new Error('reset'));
  await settle(submitted);
  const sent = journal.entries.find((entry) => entry.type === 'result' && entry.outcome === 'sent');
  // Without one, it may have been anything.
  expect((sent as JournalResult).carriedAtMostMs ?? Infinity).toBeGreaterThanOrEqual(Number(stamps()[0]));
});

function late(isGivenUp: boolean) {
  let reads = 0;
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const held: { reject: (error: Error) => void } = { reject: () => {} };
  const reply: Reply = ({ operationId }) => {
    if (operationId === 'createOrder') return new Promise((_, reject) => (held.reject = reject));
    const headers = { date: new Date(Date.now() + 30_000).toUTCString() };
    if (operationId === 'getOpenOrders') return { text: reads++ === 0 ? '{"code":"-1021","msg":"?"}' : '[]', headers };
    const isSilent = isGivenUp && operationId === 'getServerTime';
    return { status: isSilent ? 503 : 200, text: JSON.stringify({ serverTime: Date.now() }), headers };
  };
  const limiter = {
    acquire: async ({ operationId }: { operationId: string }) => {
      if (operationId === 'createOrder') await new Promise((r) => setTimeout(r, 5000));
    },
  };
  const { client, requests } = serve([reply], { ...AS_USUAL, limiter });
  const stamps = () =>
    requests.flatMap(({ operationId, headers }) => (operationId === 'createOrder' ? [headers['X-CH-TS']] : []));
  return { client, held, stamps };
}

test('carriedAtMostMs is no number where a Date header may have come and gone, or the clock fails', async () => {
  let skewMs = 0;
  const { client } = createDesk({ skewMs: () => skewMs });
  await client.clock.sync();
  const mark = markClock(client);
  expect(maxTimestampOfCall({ ...mark, source: 'none' }, client)).toBe(Infinity);
  const ofDate = maxTimestampOfCall({ ...mark, source: 'date-header' }, client);
  expect(maxTimestampOfCall(mark, client)).toBe(ofDate - 1000);
  skewMs = Number.NaN;
  expect(maxTimestampOfCall(mark, client)).toBe(Infinity);
});

test('a local clock that is hours ahead of the measured one makes no request of the future', async () => {
  const { client } = createDesk({ skewMs: () => 7_200_000 });
  await client.clock.sync();
  const mark = markClock(client);
  expect(mark.offsetMs).toBeLessThan(-7_000_000);
  expect(maxTimestampOfCall(mark, client) - mark.timestampMs).toBeLessThan(1000);
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
