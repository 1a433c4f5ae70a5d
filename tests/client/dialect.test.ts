import { describe, expect, it } from 'vitest';
import type { FuturesClient } from '../../src/futures-client.js';
import type { Dialect } from '../../src/client/dialect.js';
import type { ClientOptions } from '../../src/client/options.js';
import type { SigningInput } from '../../src/core/signing.js';
import { headerNames, headerOf, type Recorded, startServer, anySuccess } from '../support/raw-server.js';
import { serve } from '../support/scripted-service.js';
import { recomputeSignature } from '../support/recompute-signature.js';
import { createTestClient, credentials, limitOrder, NOW_MS } from '../support/test-client.js';

const byId = { contractName: 'E-BTC-USDT', orderId: '2006628907041292645' };
const conditionOrder = { ...limitOrder, triggerType: '3', triggerPrice: '68000.50' } as const;

type Call = (client: FuturesClient) => Promise<unknown>;

/** Makes one call and returns the request that it sent. */
async function record(options: Partial<ClientOptions>, call: Call, prefix = ''): Promise<Recorded> {
  const server = await startServer(anySuccess);
  await call(createTestClient(server.origin + prefix, options));
  expect(server.requests).toHaveLength(1);
  return server.requests[0]!;
}

const signatureOf = (request: Recorded) => headerOf(request, 'X-CH-SIGN');

const cancelAll: Call = (client) => client.cancelAllOrders();
const trades: Call = (client) => client.getTradeHistory({ limit: 3 });
const createOrder: Call = (client) => client.createOrder(limitOrder);
const createCondition: Call = (client) => client.createConditionOrder(conditionOrder);
const BY_QUERY = '/fapi/v1/order?contractName=E-BTC-USDT&orderId=2006628907041292645';

it.each<[dialect: Partial<Dialect>, call: Call, target: string, body: RegExp, prefix?: string, encoding?: 'base64']>([
  [{}, (client) => client.getOrder(byId), '/fapi/v1/order', /^\{"contractName":"E-BTC-USDT","orderId":"\d{19}"\}$/],
  [{ getBody: 'query' }, (client) => client.getOrder(byId), BY_QUERY, /^$/],
  [{ emptyPost: 'none' }, cancelAll, '/fapi/v1/cancel_all', /^$/],
  [{ emptyPost: 'braces' }, cancelAll, '/fapi/v1/cancel_all', /^\{\}$/],
  [{ signPrefix: true }, trades, '/gateway/fapi/v1/myTrades?limit=3', /^$/, '/gateway'],
  [{ signUndeclared: false }, createOrder, '/fapi/v1/order', /"price":65000.10/],
  [{ signatureEncoding: 'base64' }, createOrder, '/fapi/v1/order', /"price":65000.10/, '', 'base64'],
  [{ conditionOrderSlash: false }, createCondition, '/fapi/v1/conditionOrder', /"triggerPrice":"68000.50"/],
  [{ conditionOrderSlash: true }, createCondition, '/fapi/v1/conditionOrder/', /"triggerPrice":"68000.50"/],
])(
  '%j: target, body and Content-Type are those, and the signature is over them',
  async (dialect, call, target, body, prefix, encoding) => {
    const request = await record({ dialect }, call, prefix);
    expect(request.target).toBe(target);
    expect(request.body.toString()).toMatch(body);
    expect(headerOf(request, 'content-type')).toBe(request.body.length === 0 ? undefined : 'application/json');
    const length = request.body.length || (request.method === 'POST' ? 0 : undefined);
    expect(headerOf(request, 'content-length')).toBe(length?.toString());
    expect(signatureOf(request)).toBe(recomputeSignature(request, credentials.apiSecret, { encoding }));
  },
);

it.each(['/gateway', '/gateway/', '/a/b%20c//'])('the path %s of baseUrl is sent, not signed', async (path) => {
  const request = await record({}, createOrder, path);
  const unsignedPrefix = path.replace(/\/+$/, '');
  expect(request.target).toBe(`${unsignedPrefix}/fapi/v1/order`);
  expect(signatureOf(request)).toBe(recomputeSignature(request, credentials.apiSecret, { unsignedPrefix }));
});

describe('signing members', () => {
  it('signQuery false signs the path alone and still sends the query', async () => {
    const request = await record({ dialect: { signQuery: false } }, trades);
    expect(request.target).toBe('/fapi/v1/myTrades?limit=3');
    const withoutQuery = { ...request, target: '/fapi/v1/myTrades' };
    expect(signatureOf(request)).toBe(recomputeSignature(withoutQuery, credentials.apiSecret));
  });

  it.each([
    ['getOrder', (client: FuturesClient) => client.getOrder(byId)],
    [
      'changePositionMode',
      (client: FuturesClient) => client.changePositionMode({ contractName: 'E', positionModel: 1 }),
    ],
    ['changeMarginMode', (client: FuturesClient) => client.changeMarginMode({ contractName: 'E', marginModel: 1 })],
  ])('signUndeclared false sends %s without the three headers', async (_name, call) => {
    const request = await record({ dialect: { signUndeclared: false } }, call);
    expect(headerNames(request).filter((name) => name.startsWith('x-ch-'))).toEqual([]);
  });
});

it('contentType always sends it without a body too', async () => {
  const request = await record({ dialect: { contentType: 'always' } }, (client) => client.ping());
  expect(headerOf(request, 'content-type')).toBe('application/json');
});

describe('extra headers', () => {
  it('of the dialect go with every call, those of a call with that call alone', async () => {
    const server = await startServer({ body: '{"orderId":"2006628907041292645"}' });
    const client = createTestClient(server.origin, { dialect: { headers: { 'admin-language': 'en_US' } } });
    await client.createOrder(limitOrder, { headers: { 'futures-version': '101' } });
    await client.ping();
    await client.ping({}, { headers: { 'futures-version': '102' } });
    const pick = (name: string) => server.requests.map((request) => headerOf(request, name));
    expect(pick('admin-language')).toEqual(['en_US', 'en_US', 'en_US']);
    expect(pick('futures-version')).toEqual(['101', undefined, '102']);
  });

  it.each(['Admin-Language', 'ADMIN-LANGUAGE'])('of a call win over those of the dialect, as %s too', async (name) => {
    const { client, requests } = serve([{ text: '{"orderId":"2006628907041292645"}' }], {
      dialect: { headers: { 'admin-language': 'zh_CN', Accept: 'text/json' } },
    });
    await client.ping({}, { headers: { [name]: 'en_US' } });
    const lower = Object.entries(requests[0]!.headers).map(([header, value]) => [header.toLowerCase(), value]);
    expect(lower.sort()).toEqual([
      ['accept', 'text/json'],
      ['admin-language', 'en_US'],
    ]);
  });
});

it('a custom sign gets exactly the parts that go out, and its result is X-CH-SIGN as it is', async () => {
  const inputs: SigningInput[] = [];
  const sign = async (input: SigningInput) => {
    inputs.push(input);
    return 'custom-signature';
  };
  const request = await record({ sign, dialect: { signatureEncoding: 'base64' } }, createOrder);
  expect(inputs).toEqual([
    { timestampMs: NOW_MS, method: 'POST', target: request.target, body: request.body.toString() },
  ]);
  expect(signatureOf(request)).toBe('custom-signature');
  expect(headerOf(request, 'X-CH-TS')).toBe(String(NOW_MS));
});
