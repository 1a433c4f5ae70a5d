import { beforeAll, expect, test } from 'vitest';
import { order, settle, warmUp } from './desk.js';
import { createExchange } from './scripted-exchange.js';

beforeAll(warmUp);

test('an open order with our own id is not absent because the Date header of an edge was 2.5 s ahead', async () => {
  const { client } = createExchange({ dateAheadMs: 2500 });
  await settle(client.ping());
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).toBe('accepted');
});

test('an open order with our own id is not absent because getServerTime is 50 ms ahead of what dates orders', async () => {
  const { client } = createExchange({ timeAheadMs: 50 });
  await settle(client.clock.sync());
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).toBe('accepted');
});

test('the same where the clock is measured only after the loss', async () => {
  const { client } = createExchange({ timeAheadMs: 50 });
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).toBe('accepted');
});

test.each([
  ['zero', () => 0],
  ['seconds', (ms: number) => Math.floor(ms / 1000)],
  ['minute', (ms: number) => ms - (ms % 60000)],
])('an open order with our own id is not absent because its time is in another unit: %s', async (_name, stamp) => {
  const { client } = createExchange({ stamp: stamp as (ms: number) => unknown });
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).toBe('accepted');
});

test('a row without any id, as meant but dated a little earlier, prevents an absence as well', async () => {
  const { client } = createExchange({ timeAheadMs: 50, selects: false, rowIds: false });
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).toBe('unknown');
});

test.each([
  ['another zone', (ms: number) => ms - 8 * 3_600_000],
  ['a day ahead', (ms: number) => ms + 86_400_000],
])('an order that getOrder selects by our id is not absent because of its time: %s', async (_name, stamp) => {
  const { client } = createExchange({ stamp, rowIds: false });
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).toBe('unknown');
});

test('an order under an id of the caller, dated too early, is neither ours for certain nor absent', async () => {
  const { client } = createExchange({ stamp: (ms) => ms - (ms % 60_000) });
  const result = await settle(client.submitOrder({ ...order, clientOrderId: 'mine' }));
  expect(result.outcome).toBe('unknown');
  expect(result.evidence).toContainEqual(expect.objectContaining({ said: 'candidate', orderIds: ['77'] }));
});
