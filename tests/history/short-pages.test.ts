import { beforeAll, describe, expect, test, vi } from 'vitest';
import { submitOrder } from '../../src/orders/submit.js';
import { createDesk, order, settle, START_MS, warmUp } from '../orders/desk.js';
import { createExchange } from '../orders/scripted-exchange.js';

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
  expect((await settle(client.submitOrder(order, { resolveWithinMs: 20_000 }))).outcome).not.toBe('absent');
});

describe('a service that gives at most 20 rows', () => {
  async function createShort(fault: 'reset-before' | 'reset-after', orders = 30) {
    const desk = createDesk();
    const { client, service, sandbox } = desk;
    const { getOrderHistory } = client;
    const look = vi.fn<typeof getOrderHistory>(({ limit, ...input }, options) =>
      getOrderHistory({ ...input, limit: Math.min(20, Number(limit)) }, options),
    );
    client.getOrderHistory = look;
    // Neither getOrder nor the open orders help: the history has to.
    client.getOrder = ({ contractName }, options) =>
      service.getOrder({ contractName, clientOrderId: 'nobody' }, options);
    client.getOpenOrders = async () => [];
    client.getTradeHistory = async () => [];
    for (let i = 0; i < orders; i++)
      await service.createOrder({ ...order, timeInForce: 'FOK', clientOrderId: `o-${i}` });
    sandbox.faults.next({ kind: fault, operation: 'createOrder' });
    return { ...desk, look };
  }

  test('and pages on from there: what is on the second page is found', async () => {
    const { client } = await createShort('reset-after');
    expect((await settle(submitOrder(client, { ...order, timeInForce: 'FOK' }))).outcome).toBe('accepted');
  });

  test('and pages on to its end: what is not there is absent', async () => {
    const { client } = await createShort('reset-before');
    expect(await settle(submitOrder(client, order))).toMatchObject({ outcome: 'absent' });
  });

  test('and whose second page fails: nothing is proven, and what the first shows counts', async () => {
    const { client, look } = await createShort('reset-before');
    const real = look.getMockImplementation()!;
    look.mockImplementation((input, options) =>
      input.fromId === undefined ? real(input, options) : Promise.reject(new Error('reset')),
    );
    const result = await settle(submitOrder(client, order));
    expect(result.outcome).toBe('unknown');
    expect(result.evidence).toContainEqual(
      expect.objectContaining({ operation: 'getOrderHistory', said: 'nothing', reason: expect.stringMatching(/^20 /) }),
    );
  });

  test('is not asked without end', async () => {
    const { client, look } = await createShort('reset-before', 400);
    await settle(submitOrder(client, order, { resolveWithinMs: 100 }));
    expect(look.mock.calls.length).toBeLessThanOrEqual(14);
  });
});
