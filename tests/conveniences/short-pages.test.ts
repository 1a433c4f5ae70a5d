import { beforeAll, expect, test } from 'vitest';
import { order, settle, START_MS, warmUp } from './desk.js';
import { createExchange } from './scripted-exchange.js';

beforeAll(warmUp);

test('20 rows of history, asked for 100, are no proof that there are no more', async () => {
  const old = Array.from({ length: 20 }, (_, i) => ({
    orderId: String(i + 1),
    clientId: `old-${i}`,
    ctimeMs: START_MS - 1e9 + i,
    contractName: 'E-BTC-USDT',
    side: 'BUY',
  }));
  const { client } = createExchange({
    isOpen: false,
    selects: false,
    history: (own) => (own ? [...old, own].slice(0, 20) : old),
  });
  const result = await settle(client.submitOrder(order, { resolveWithinMs: 20_000 }));
  expect(result.outcome).not.toBe('absent');
});
