import { expect, it } from 'vitest';
import { createRateLimiter } from '../../src/limits/index.js';
import { type Reply, type ScriptedService, serve } from '../support/scripted-service.js';
import { failureOf, limitOrder } from '../support/test-client.js';

const RECEIPT: Reply = { text: '{"orderId":"1"}' };

it('a client takes the declared weight from its limiter, and clients that share one share its budget', async () => {
  const limiter = createRateLimiter({ limits: { total: { weight: 2, perSeconds: 3600 } } });
  const [one, two] = [0, 1].map(() => serve([RECEIPT], { limiter })) as [ScriptedService, ScriptedService];
  await one.client.createOrder(limitOrder);
  await two.client.createOrder(limitOrder);
  expect(await failureOf(one.client.createOrder(limitOrder))).toMatchObject({ code: 'RATE_LIMIT' });
  expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
});
