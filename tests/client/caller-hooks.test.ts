import { describe, expect, it } from 'vitest';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';

const forever = () => new Promise<string>(() => {});

it('a sign of the caller that never ends is ended by an abort, also by one before the call', async () => {
  const client = createTestClient('http://127.0.0.1:9', { sign: forever });
  const controller = new AbortController();
  const call = failureOf(client.cancelAllOrders({}, { signal: controller.signal }));
  controller.abort();
  expect(await call).toMatchObject({ code: 'ABORTED', outcome: 'not-sent' });
  const early = failureOf(client.cancelAllOrders({}, { signal: AbortSignal.abort() }));
  expect(await early).toMatchObject({ code: 'ABORTED', outcome: 'not-sent' });
});

describe('a transport of the caller', () => {
  it.each([undefined, null, {}, { status: 200 }, { text: '{}' }])(
    'that answers %o: the outcome is unknown',
    async (response) => {
      const transport = () => Promise.resolve(response as never);
      const error = await failureOf(createTestClient('https://futures.example', { transport }).createOrder(limitOrder));
      expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    },
  );

  it('that throws something other than an Error: it becomes a NetworkError', async () => {
    for (const thrown of [undefined, null, 'text', 7n, Symbol('s'), Object.create(null), { toString: () => 5 }]) {
      const transport = () => Promise.reject(thrown);
      const error = await failureOf(createTestClient('https://futures.example', { transport }).createOrder(limitOrder));
      expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    }
  });
});

it('a fetch of the caller that sends a GET with a body and then fails to read the answer: the outcome is unknown', async () => {
  const fetch = () => Promise.resolve({ status: 200, headers: { get: () => null } } as never);
  const error = await failureOf(createTestClient('http://127.0.0.1:9', { fetch }).getSomeOrder({ contractName: 'X' }));
  expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
});
