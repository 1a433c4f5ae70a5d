import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../src/client/options.js';
import { createFetchClient } from '../../src/openapi-fetch/index.js';
import { recomputeSignature } from '../support/recompute-signature.js';
import { everythingShown } from '../support/everything-shown.js';
import { headerOf, type Scripted, startServer } from '../support/raw-server.js';
import {
  createTestClient,
  credentials,
  failureOf,
  limitOrder,
  NOW_MS,
  SIGNING_HEADERS,
} from '../support/test-client.js';

const create = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createFetchClient({ baseUrl, credentials, now: () => NOW_MS, clock: 'local', ...options });

type Untyped = Record<'GET' | 'POST' | 'DELETE', (path: string, init?: unknown) => Promise<unknown>>;

const order = { body: limitOrder as never };
const contract = { contractName: 'E-BTC-USDT' };

async function respond(scripted: Scripted) {
  return create((await startServer(scripted)).origin);
}

describe('createFetchClient', () => {
  it('sends the bytes and the signature of the named methods', async () => {
    const server = await startServer((response, { method }) =>
      response.end(method === 'GET' ? '[]' : '{"orderId":"1"}'),
    );
    const named = createTestClient(server.origin);
    const wire = create(server.origin);
    await named.createOrder(limitOrder);
    await wire.POST('/fapi/v1/order', { body: { ...limitOrder, price: '65000.10' as never } });
    await named.getTradeHistory({ limit: 7, fromId: '9007199254740993' });
    await wire.GET('/fapi/v1/myTrades', { params: { query: { limit: '7', fromId: 9007199254740993n as never } } });
    const [one, same, query, sameQuery] = server.requests;
    expect(same!.body.toString()).toBe(one!.body.toString());
    expect(sameQuery!.target).toBe(query!.target);
    for (const [a, b] of [
      [one!, same!],
      [query!, sameQuery!],
    ] as const) {
      expect(headerOf(b, 'X-CH-SIGN')).toBe(headerOf(a, 'X-CH-SIGN'));
      expect(headerOf(b, 'X-CH-SIGN')).toBe(recomputeSignature(b, credentials.apiSecret));
    }
  });

  it('resolves to the body as the service sent it, without loss, in every way that openapi-fetch reads it', async () => {
    const wire = await respond({ body: '{"code":0,"data":{"orderId":256609229205684228}}' });
    const { data } = await wire.POST('/fapi/v1/order', order);
    expect(data).toEqual({ code: '0', data: { orderId: '256609229205684228' } });
    for (const parseAs of ['text', 'arrayBuffer', 'blob', 'stream'] as const)
      expect((await wire.POST('/fapi/v1/order', { ...order, parseAs })).data).toBeDefined();
  });

  it('shows the headers of the response, and lets middleware read it twice', async () => {
    const wire = await respond({ body: '{"orderId":256609229205684228}', headers: { 'x-request-id': '7' } });
    const seen: unknown[] = [];
    wire.use({ onResponse: async ({ response }) => void seen.push(await response.clone().json()) });
    const { data, response } = await wire.POST('/fapi/v1/order', order);
    expect(seen).toEqual([data]);
    expect(new Map(response.headers).get('x-request-id')).toBe('7');
  });

  it('throws a refusal with status 200, as the named methods do', async () => {
    const call = (await respond({ body: '{"code":-1121,"msg":"x"}' })).POST('/fapi/v1/order', order);
    expect(await failureOf(call)).toMatchObject({ code: 'API', apiCode: '-1121', outcome: 'rejected' });
  });

  it('retries reads alone', async () => {
    const server = await startServer({ status: 503 });
    const wire = create(server.origin, { retry: { baseDelayMs: 0 } });
    await failureOf(wire.GET('/fapi/v1/openOrders'));
    expect(server.requests).toHaveLength(3);
    await failureOf(wire.POST('/fapi/v1/order', order));
    expect(server.requests).toHaveLength(4);
  });

  it('gives its middleware no secret and no signature', async () => {
    const server = await startServer({ body: '{}' });
    const wire = create(server.origin);
    const seen: string[] = [];
    wire.use({
      onRequest: ({ request, options }) => void seen.push(everythingShown([request, [...request.headers], options])),
      onResponse: ({ request, response }) => void seen.push(everythingShown([request, [...request.headers], response])),
    });
    await wire.POST('/fapi/v1/cancel_all');
    const signature = headerOf(server.requests[0]!, 'X-CH-SIGN')!;
    expect(seen).toHaveLength(2);
    for (const secret of [credentials.apiKey, credentials.apiSecret, signature])
      expect(seen.join()).not.toContain(secret);
  });
});

it.each<[problem: string, method: keyof Untyped, path: string, init: object | undefined, field: string]>([
  ['another path', 'GET', '/fapi/v1/not-described', undefined, 'path'],
  ['another method', 'DELETE', '/fapi/v1/order', order, 'path'],
  ['an absolute address', 'GET', 'http://127.0.0.1:1/fapi/v1/ping', undefined, 'path'],
  ['another base address', 'GET', '/fapi/v1/ping', { baseUrl: 'http://127.0.0.1:1' }, 'path'],
  ['a query beside a body', 'POST', '/fapi/v1/order', { params: { query: contract }, ...order }, 'query'],
  ['a body in place of a query', 'GET', '/fapi/v1/openOrders', { body: contract }, 'body'],
  ['a body where none belongs', 'GET', '/fapi/v1/ping', { body: contract }, 'contractName'],
  ['another field', 'POST', '/fapi/v1/order', { body: { ...limitOrder, reduceOnly: true } }, 'reduceOnly'],
  ['a cancel without orderId', 'POST', '/fapi/v1/cancel', { body: contract }, 'orderId'],
  ...SIGNING_HEADERS.flatMap((name): [string, 'POST', string, object, string][] => [
    [`the header ${name}`, 'POST', '/fapi/v1/order', { ...order, headers: { [name]: 'forged' } }, 'headers'],
    [`the parameter ${name}`, 'POST', '/fapi/v1/order', { ...order, params: { header: { [name]: '1' } } }, 'headers'],
  ]),
])(
  'a call that the description does not have is refused before anything is sent: %s',
  async (_problem, method, path, init, field) => {
    const server = await startServer({ body: '{}' });
    const error = await failureOf((create(server.origin) as unknown as Untyped)[method](path, init));
    expect(error).toMatchObject({ code: 'ARGUMENT', outcome: 'not-sent', field });
    expect(server.connections).toBe(0);
  },
);
