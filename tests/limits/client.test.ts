import { expect, it } from 'vitest';
import { createRateLimiter } from '../../src/limits/index.js';
import { type Reply, type ScriptedService, serve } from '../support/scripted-service.js';
import { failureOf, limitOrder } from '../support/test-client.js';

const RECEIPT: Reply = { text: '{"orderId":"1"}' };

it.each([
  ['status 429', { status: 429 }, 1000],
  ['status 410 with Retry-After', { status: 410, headers: { 'retry-after': '20' } }, 20_000],
  ['status 418', { status: 418 }, 120_000],
  ['code -1003', { text: '{"code":-1003,"msg":"slow down","data":null}' }, 1000],
])('after %s a client sends nothing that cannot wait for the end of the pause', async (_, answer, pauseMs) => {
  const { client, requests } = serve([answer, RECEIPT], { limiter: undefined });
  expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ outcome: 'rejected' });
  const refused = await failureOf(client.createOrder(limitOrder, { timeoutMs: 500 }));
  expect(refused).toMatchObject({ code: 'RATE_LIMIT', outcome: 'not-sent', operationId: 'createOrder' });
  expect((refused as { waitMs: number }).waitMs).toBeGreaterThan(pauseMs - 500);
  expect((refused as { waitMs: number }).waitMs).toBeLessThanOrEqual(pauseMs);
  expect(requests).toHaveLength(1);
});

it('a client takes the declared weight from its limiter, and clients that share one share its budget', async () => {
  const limiter = createRateLimiter({ limits: { total: { weight: 2, perSeconds: 3600 } } });
  const [one, two] = [0, 1].map(() => serve([RECEIPT], { limiter })) as [ScriptedService, ScriptedService];
  await one.client.createOrder(limitOrder);
  await two.client.createOrder(limitOrder);
  expect(await failureOf(one.client.createOrder(limitOrder))).toMatchObject({ code: 'RATE_LIMIT' });
  expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
});
