import { expect, test } from 'vitest';
import { createFuturesClient } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { SandboxEvent } from '../../src/sandbox/events.js';
import { limitOrder } from '../support/orders.js';

test('tells of orders and trades in plain values, every decimal as text', async () => {
  const sandbox = createSandbox();
  const events: SandboxEvent[] = [];
  sandbox.onEvent((event) => events.push(event));
  const { url: baseUrl, credentials, fetch } = sandbox;
  const client = createFuturesClient({ baseUrl, credentials, fetch });
  await client.createOrder({ ...limitOrder, price: '1000000', volume: '25' });

  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['order', 'trade']));
  expect(events).toEqual(JSON.parse(JSON.stringify(events)));
  expect(events.findLast((event) => event.type === 'order')?.order).toMatchObject({ price: '1000000', filled: '25' });
  expect(events.find((event) => event.type === 'trade')?.trade.price).toMatch(/^\d+(\.\d+)?$/);
});
