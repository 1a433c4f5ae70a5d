import { expect, test } from 'vitest';
import { createFuturesClient } from '../../src/index.js';
import { createPrepared, type Prepared } from '../../src/faulty-servers/index.js';
import { limitBuy } from '../support/orders.js';

const clientOf = ({ sandbox: { url, credentials, fetch } }: Prepared) =>
  createFuturesClient({ baseUrl: url, credentials, fetch });
const order = limitBuy;

test('a prepared sandbox has more trades than the largest page, more orders than a page, and an isolated position', async () => {
  const prepared = createPrepared();
  const client = clientOf(prepared);
  const page = await client.getTradeHistory({ contractName: 'E-BTC-USDT', limit: 1000 });
  const next = await client.getTradeHistory({
    contractName: 'E-BTC-USDT',
    limit: 1000,
    fromId: String(page.at(-1)!['tradeId']),
  });
  expect([page.length, next.length > 1]).toEqual([1000, true]);
  expect(await client.getOrderHistory({ contractName: 'E-BTC-USDT', limit: 101 })).toHaveLength(101);
  expect(await client.getOpenOrders()).toEqual([]);
  await client.adjustPositionMargin({ positionId: prepared.positionId, amount: '1' });
});

test('what is done on one changes no other, whether it was started before or after', async () => {
  const before = createPrepared();
  const untouched = before.sandbox.snapshot();
  const busy = createPrepared();
  const client = clientOf(busy);
  await client.createOrder({ ...order, price: '60000', volume: 1 });
  await client.createOrder({ ...order, price: '66000', volume: 3 });
  await client.changeLeverage({ contractName: 'E-ETH-USDT', nowLevel: 7 });
  busy.sandbox.setPrice('E-BTC-USDT', '50000');
  await client.cancelAllOrders();
  expect(busy.sandbox.snapshot()).not.toEqual(untouched);
  expect(before.sandbox.snapshot()).toEqual(untouched);
  expect(createPrepared().sandbox.snapshot()).toEqual(untouched);
});
