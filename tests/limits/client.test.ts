import { expect, it } from 'vitest';
import { createRateLimiter } from '../../src/limits/index.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';

/** Answers as the list says, and then with an order. */
function answering(...answers: { status: number; text?: string; retryAfter?: string }[]) {
  const sent: string[] = [];
  const transport = async ({ target }: { target: string }) => {
    sent.push(target);
    const { status, text = '{"orderId":"1"}', retryAfter } = answers.shift() ?? { status: 200 };
    return {
      status,
      text,
      header: (name: string) => (name.toLowerCase() === 'retry-after' ? retryAfter : undefined),
    };
  };
  return { sent, transport };
}

it.each([
  ['status 429', { status: 429, text: '' }, 1000],
  ['status 410 with Retry-After', { status: 410, text: '', retryAfter: '20' }, 20_000],
  ['status 418', { status: 418, text: '' }, 120_000],
  ['code -1003', { status: 200, text: '{"code":-1003,"msg":"slow down","data":null}' }, 1000],
])('after %s a client sends nothing that cannot wait for the end of the pause', async (_, answer, pauseMs) => {
  const { sent, transport } = answering(answer);
  const client = createTestClient('https://futures.example', { transport });
  expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ outcome: 'rejected' });
  const refused = await failureOf(client.createOrder(limitOrder, { timeoutMs: 500 }));
  expect(refused).toMatchObject({ code: 'RATE_LIMIT', outcome: 'not-sent', operationId: 'createOrder' });
  expect((refused as { waitMs: number }).waitMs).toBeGreaterThan(pauseMs - 500);
  expect((refused as { waitMs: number }).waitMs).toBeLessThanOrEqual(pauseMs);
  expect(sent).toHaveLength(1);
});

it('a client takes the declared weight from its limiter, and clients that share one share its budget', async () => {
  const limiter = createRateLimiter({ limits: { total: { weight: 2, perSeconds: 3600 } } });
  const { sent, transport } = answering();
  const [one, two] = [0, 1].map(() => createTestClient('https://futures.example', { transport, limiter }));
  await one!.createOrder(limitOrder);
  await two!.createOrder(limitOrder);
  expect(await failureOf(one!.createOrder(limitOrder))).toMatchObject({ code: 'RATE_LIMIT' });
  expect(sent).toHaveLength(2);
});
