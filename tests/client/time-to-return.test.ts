import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientOptions, FuturesClient } from '../../src/index.js';
import type { Limiter } from '../../src/limits/limiter.js';
import { createRateLimiter } from '../../src/limits/index.js';
import { type Reply, serve } from '../support/scripted-service.js';
import { failureOf, limitOrder } from '../support/test-client.js';

beforeEach(() => vi.useFakeTimers());

const contractName = limitOrder.contractName;

/** A service, and a limiter that lets go after `waitMs`, whatever it was told. */
function slow(waitMs: number, options: Partial<ClientOptions> = {}) {
  const reply: Reply = ({ operationId }) => ({ text: operationId === 'getOpenOrders' ? '[]' : '{"orderId":"1"}' });
  const limiter: Limiter = { acquire: () => new Promise((resolve) => setTimeout(resolve, waitMs)) };
  return serve([reply], { limiter, timeoutMs: 1000, ...options });
}

async function ended<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  return call;
}

const costly: Readonly<Record<string, (client: FuturesClient) => Promise<unknown>>> = {
  createOrder: (client) => client.createOrder(limitOrder),
  cancelOrder: (client) => client.cancelOrder({ contractName, orderId: '1' }),
  cancelAllOrders: (client) => client.cancelAllOrders(),
  cancelContractOrders: (client) => client.cancelContractOrders({ contractName }),
};

describe.each(Object.entries(costly))('%s', (_name, call) => {
  it('is not sent with less than 250 ms of its time left', async () => {
    const { client, requests } = slow(800);
    const error = await ended(failureOf(call(client)));
    expect(error).toMatchObject({ code: 'TIMEOUT', outcome: 'not-sent', timeoutMs: 1000 });
    expect(String(error)).toMatch(/only \d+ ms of timeoutMs \(1 s\) were left.*250 ms.*Nothing was sent/);
    expect(requests).toEqual([]);
  });

  it('is sent with more', async () => {
    const { client, requests } = slow(700);
    await ended(call(client));
    expect(requests).toHaveLength(1);
  });

  it('is not sent after the machine slept meanwhile: one clock stands still then', async () => {
    const { client, requests } = slow(10);
    const failed = failureOf(call(client));
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await ended(failed)).toMatchObject({ code: 'TIMEOUT', outcome: 'not-sent' });
    expect(requests).toEqual([]);
  });

  it('is not sent after a signature that took too long', async () => {
    const sign = () => new Promise<string>((resolve) => setTimeout(resolve, 900, 'signature'));
    const { client, requests } = slow(0, { sign });
    expect(await ended(failureOf(call(client)))).toMatchObject({ code: 'TIMEOUT', outcome: 'not-sent' });
    expect(requests).toEqual([]);
  });
});

it('a read is sent with whatever is left', async () => {
  const { client, requests } = slow(990);
  expect(await ended(client.getOpenOrders({ contractName }))).toEqual([]);
  expect(requests).toHaveLength(1);
});

it.each([
  [1000, 760, 'not-sent'],
  [400, 190, 'sent'],
  [400, 210, 'not-sent'],
])('of %d ms, after a wait of %d ms: %s, half of timeoutMs at most', async (timeoutMs, waitMs, what) => {
  const { client } = slow(waitMs, { timeoutMs });
  const result = await ended(
    client.createOrder(limitOrder).then(
      () => 'sent',
      (error: { outcome: string }) => error.outcome,
    ),
  );
  expect(result).toBe(what);
});

it('the limiter refuses an order at once that could only go in its last part', async () => {
  const limiter = createRateLimiter({ limits: { total: { weight: 1, perSeconds: 0.9 } } });
  const { client } = slow(0, { limiter });
  await ended(client.createOrder(limitOrder));
  await vi.advanceTimersByTimeAsync(5000);
  await client.createOrder(limitOrder);
  expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ code: 'RATE_LIMIT', outcome: 'not-sent' });
});

it('is asked of a request that waited for a connection, before its bytes leave', async () => {
  const reply: Reply = async ({ renew }) => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    await renew?.();
    return { text: '{"orderId":"1"}' };
  };
  const { client } = serve([reply], { timeoutMs: 1000 });
  const error = await ended(failureOf(client.createOrder(limitOrder)));
  expect(error).toMatchObject({ code: 'TIMEOUT', outcome: 'not-sent' });
});
