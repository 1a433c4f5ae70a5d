import { beforeAll, expect, test } from 'vitest';
import type { FuturesClient } from '../../src/futures-client.js';
import { order, settle, warmUp } from './desk.js';
import { createExchange, type Script } from './scripted-exchange.js';

beforeAll(warmUp);

test.each<[string, Script, ((client: FuturesClient) => Promise<unknown>)?]>([
  ['the Date header of an edge was 2.5 s ahead', { dateAheadMs: 2500 }, (client) => client.ping()],
  ['getServerTime is 50 ms ahead of what dates orders', { timeAheadMs: 50 }, (client) => client.clock.sync()],
  ['that clock is measured only after the loss', { timeAheadMs: 50 }],
  ['its time is zero', { stamp: () => 0 }],
  ['its time is in seconds', { stamp: (ms) => Math.floor(ms / 1000) }],
  ['its time is cut to the minute', { stamp: (ms) => ms - (ms % 60_000) }],
])('an open order with our own id is not absent because %s', async (_why, script, before) => {
  const { client } = createExchange(script);
  if (before) await settle(before(client));
  expect((await settle(client.submitOrder(order))).outcome).toBe('accepted');
});

test.each<[string, Script]>([
  ['a row as meant but dated a little earlier', { timeAheadMs: 50, selects: false }],
  ['an order that getOrder selects by our id, dated in another zone', { stamp: (ms) => ms - 8 * 3_600_000 }],
  ['an order that getOrder selects by our id, dated a day ahead', { stamp: (ms) => ms + 86_400_000 }],
  ['a row dated in microseconds', { stamp: (ms) => ms * 1000, selects: false }],
])('without any id, %s, prevents an absence as well', async (_what, script) => {
  const { client } = createExchange({ ...script, rowIds: false });
  expect((await settle(client.submitOrder(order))).outcome).toBe('unknown');
});

test.each([0, 600])(
  'nor is it absent where that header was far ahead, and the local clock is set by %i ms since',
  async (stepMs) => {
    const { client } = createExchange({ dateAheadMs: 70_000, stepMs, selects: false, rowIds: false });
    await settle(client.ping());
    expect((await settle(client.submitOrder(order, { resolveWithinMs: 200_000 }))).outcome).toBe('unknown');
  },
);

test('a Date header of an edge is not the clock that proves an absence', async () => {
  const { client } = createExchange({ dateAheadMs: 2500, timeAheadMs: NaN, isOpen: false, selects: false });
  await settle(client.ping());
  expect((await settle(client.submitOrder(order))).outcome).toBe('unknown');
});

test('an order under an id of the caller, dated too early, is neither ours for certain nor absent', async () => {
  const { client } = createExchange({ stamp: (ms) => ms - (ms % 60_000) });
  const result = await settle(client.submitOrder({ ...order, clientOrderId: 'mine' }));
  expect(result.outcome).toBe('unknown');
  expect(result.evidence).toContainEqual(expect.objectContaining({ said: 'candidate', orderIds: ['77'] }));
});
