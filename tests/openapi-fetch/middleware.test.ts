import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { described } from '../../scripts/described.js';
import { observed } from '../../src/index.js';
import { type paths, parsing, signing, type SigningOptions } from '../../src/openapi-fetch/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { signatureByOpenssl } from '../contract/openssl.js';
import { limitBuy } from '../support/orders.js';
import { headerOf, startServer } from '../support/raw-server.js';
import { failureOf } from '../support/test-client.js';

const credentials = { apiKey: 'key', apiSecret: 'test-secret' };
const order = { ...limitBuy, price: 64000.5, volume: 1 };

function create(baseUrl: string, options: Partial<SigningOptions> = {}) {
  const client = createClient<paths>({ baseUrl });
  client.use(parsing(), signing({ credentials, ...options }));
  return client;
}

describe('signing', () => {
  it('signs the bytes that arrive, for each operation of the description', async () => {
    const server = await startServer({ body: '{}' });
    const client = createClient<Record<string, never>>({ baseUrl: server.origin }) as never as Loose;
    client.use(signing({ credentials, dialect: observed }));
    for (const { operation, input } of described) {
      const { method, path } = operation;
      const inQuery = operation.input === 'query' || operation.getBody;
      await client.request(method, path, inQuery ? { params: { query: input } } : { body: bodyOf(input) });
      const sent = server.requests.at(-1)!;
      const signature = operation.security === 'public' ? undefined : signatureByOpenssl(sent, credentials.apiSecret);
      expect([path, headerOf(sent, 'X-CH-SIGN')]).toEqual([path, signature]);
    }
    expect(server.requests).toHaveLength(described.length);
  });

  it('trades on the sandbox, and reads each digit', async () => {
    const sandbox = createSandbox();
    await using exchange = await sandbox.listen();
    const client = create(exchange.url, { credentials: sandbox.credentials, dialect: observed });
    const { data } = await client.POST('/fapi/v1/order', { body: order });
    const query = { contractName: order.contractName, orderId: String(data!.orderId) };
    expect((await client.GET('/fapi/v1/order', { params: { query } })).data).toMatchObject({ orderId: data!.orderId });
    expect(data!.orderId).toMatch(/^\d{19}$/);
    expect((await client.POST('/fapi/v1/cancel_all')).response.status).toBe(200);
    expect(sandbox.state.accounts[0]!.openOrders).toEqual([]);
    const refused = await client.POST('/fapi/v1/order', { body: { ...order, contractName: 'NONE' } });
    // As its docstring says: a refusal has status 200.
    expect(refused.data).toMatchObject({ code: expect.stringMatching(/^-\d+$/) });
    expect(refused.error).toBeUndefined();
  });

  it('refuses getOrder before anything is sent, and names the option', async () => {
    const server = await startServer({ body: '{}' });
    const query = { contractName: 'E-BTC-USDT', orderId: '1' };
    const error = await failureOf(create(server.origin).GET('/fapi/v1/order', { params: { query } }));
    expect(error).toMatchObject({ code: 'UNSUPPORTED', option: 'dialect.getBody', outcome: 'not-sent' });
    // A body that the types do not allow fails in the constructor of Request.
    await expect(
      create(server.origin).GET('/fapi/v1/order', { params: { query }, body: query as never }),
    ).rejects.toThrow(/GET\/HEAD method cannot have body/);
    expect(server.requests).toEqual([]);
  });

  it('signs without a gateway prefix unless the dialect says so, and with the secret that a function returns', async () => {
    const server = await startServer({ body: '[]' });
    const apiSecret = async () => 'test-secret';
    const options = { now: () => 1700000000000.9, credentials: { apiKey: 'key', apiSecret } };
    await create(`${server.origin}/gateway`, options).GET('/fapi/v1/openOrders');
    await create(`${server.origin}/gateway/`, { ...options, dialect: { signPrefix: true } }).GET('/fapi/v1/openOrders');
    const signatures = server.requests.map((request) => headerOf(request, 'X-CH-SIGN'));
    expect(signatures[0]).toBe('c92f513e0b0a0befe51dc274ce068dd1657b3e9ef4276fdef378363180f8d7c6');
    expect(signatures[1]).toMatch(/^[0-9a-f]{64}$/);
    expect(signatures[1]).not.toBe(signatures[0]);
    expect(server.requests.map(({ target }) => target)).toEqual(Array(2).fill('/gateway/fapi/v1/openOrders'));
  });

  it.each(['a=1#b', 'a=1&b=%23', '', "a='|"])(
    'signs the target as it is sent, without a fragment: ?%s',
    async (query) => {
      const server = await startServer({ body: '[]' });
      await create(server.origin).GET('/fapi/v1/openOrders', { params: { query: {} }, querySerializer: () => query });
      const [sent] = server.requests;
      expect(headerOf(sent!, 'X-CH-SIGN')).toBe(signatureByOpenssl(sent!, credentials.apiSecret));
    },
  );

  it('follows no redirect, which would take the key elsewhere', async () => {
    const elsewhere = await startServer({ body: '[]' });
    const server = await startServer({ status: 302, headers: { location: elsewhere.origin }, body: '' });
    await expect(create(server.origin).GET('/fapi/v1/openOrders')).rejects.toThrow(TypeError);
    expect(elsewhere.requests).toEqual([]);
  });

  it('refuses plain http: to another machine, a path that is not described, a dialect that it cannot keep and an empty orderId', async () => {
    expect(await failureOf(create('http://futures.example').GET('/fapi/v1/openOrders'))).toMatchObject({
      field: 'baseUrl',
    });
    expect(await failureOf(create('https://futures.example').GET('/fapi/v1/secret' as never))).toMatchObject({
      field: 'path',
    });
    expect(() => signing({ credentials, dialect: { conditionOrderSlash: true } })).toThrow(/conditionOrderSlash/);
    expect(() => signing({ credentials: { apiKey: '', apiSecret: 'x' } })).toThrow(/apiKey/);
    const error = await failureOf(create('https://futures.example', { now: () => NaN }).GET('/fapi/v1/openOrders'));
    expect(error).toMatchObject({ field: 'now', outcome: 'not-sent' });
    const body = { contractName: 'E-BTC-USDT', orderId: '' };
    const cancel = create('https://futures.example').POST('/fapi/v1/cancel', { body });
    expect(await failureOf(cancel)).toMatchObject({ field: 'orderId', outcome: 'not-sent' });
  });
});

/** openapi-fetch without the types of the paths, for a loop over all operations. */
interface Loose {
  use(...middleware: readonly object[]): void;
  request(method: string, path: string, init: object): Promise<unknown>;
}

const bodyOf = (input: unknown): unknown => (Object.keys(input as object).length === 0 ? undefined : input);

/** The types allow what `fetch` can send, and nothing else. */
export function types(): void {
  const client = createClient<paths>({ baseUrl: '' });
  void client.GET('/fapi/v1/order', { params: { query: { contractName: 'E-BTC-USDT', orderId: '1' } } });
  // @ts-expect-error The fields of getOrder are in the query.
  void client.GET('/fapi/v1/order', { body: { contractName: 'E-BTC-USDT', orderId: '1' } });
  // @ts-expect-error A contract and an id are required.
  void client.GET('/fapi/v1/order', { params: { query: { contractName: 'E-BTC-USDT' } } });
  // @ts-expect-error STOP is not a type of order.
  void client.POST('/fapi/v1/order', { body: { ...order, type: 'STOP' } });
}
