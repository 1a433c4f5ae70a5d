import { describe, expect, it } from 'vitest';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';

const answer = (text: string) => () => Promise.resolve({ status: 200, header: () => undefined, text });

describe('raw', () => {
  const create = () =>
    createTestClient('http://127.0.0.1:9', { transport: answer('{"orderId":256609229205684228}') }).raw;

  it('answers every way of reading that openapi-fetch has', async () => {
    const body = limitOrder as never;
    for (const parseAs of ['json', 'text', 'arrayBuffer', 'blob', 'stream'] as const) {
      const { data } = await create().POST('/fapi/v1/order', { body, parseAs });
      expect(data).toBeDefined();
    }
  });

  it('lets middleware read the answer twice, without loss', async () => {
    const client = create();
    const seen: unknown[] = [];
    client.use({ onResponse: async ({ response }) => void seen.push(await response.clone().json()) });
    const { data } = await client.POST('/fapi/v1/order', { body: limitOrder as never });
    expect(seen).toEqual([{ orderId: '256609229205684228' }]);
    expect(data).toEqual({ orderId: '256609229205684228' });
  });

  it('shows the headers of the answer', async () => {
    const server = await startServer({ body: '{}', headers: { 'x-request-id': '7' } });
    const { response } = await createTestClient(server.origin).raw.GET('/fapi/v1/ping');
    expect(new Map(response.headers).get('x-request-id')).toBe('7');
  });

  it('refuses a number that a double has rounded, before sending', async () => {
    const server = await startServer({ body: '[]' });
    const { raw } = createTestClient(server.origin);
    for (const fromId of [2 ** 53, [1], null, {}, true, 1.5]) {
      const error = await failureOf(raw.GET('/fapi/v1/myTrades', { params: { query: { fromId: fromId as never } } }));
      expect(error).toMatchObject({ code: 'ARGUMENT', field: 'fromId', outcome: 'not-sent' });
    }
    await raw.GET('/fapi/v1/myTrades', { params: { query: { fromId: 9007199254740993n } } });
    expect(server.requests.map(({ target }) => target)).toEqual(['/fapi/v1/myTrades?fromId=9007199254740993']);
  });
});
