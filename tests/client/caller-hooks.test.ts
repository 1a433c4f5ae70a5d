import { expect, it } from 'vitest';
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

const answers = [undefined, null, {}, { status: 200 }, { text: '{}' }].map((answer) => () => Promise.resolve(answer));
const odd = [undefined, null, 'text', 7n, Symbol('s'), Object.create(null), { toString: () => 5 }];
const failures = odd.map((thrown) => () => Promise.reject(thrown));

it.each([...answers, ...failures])(
  'a transport of the caller with an odd answer, or with a failure that is no Error (%#): the outcome is unknown',
  async (transport) => {
    const client = createTestClient('https://futures.example', { transport: transport as never });
    expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
  },
);

it('a fetch of the caller that sends a GET with a body and then fails to read the answer: the outcome is unknown', async () => {
  const fetch = () => Promise.resolve({ status: 200, headers: { get: () => null } } as never);
  const error = await failureOf(createTestClient('http://127.0.0.1:9', { fetch }).getSomeOrder({ contractName: 'X' }));
  expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
});
