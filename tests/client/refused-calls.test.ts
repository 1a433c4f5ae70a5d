import { describe, expect, it } from 'vitest';
import type { FuturesClient } from '../../src/futures-client.js';
import type { CallOptions, ClientOptions } from '../../src/client/options.js';
import { ArgumentError } from '../../src/core/errors.js';
import { operationExamples, callExample } from '../support/operation-examples.js';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder, NOW_MS, SIGNING_HEADERS } from '../support/test-client.js';
import { transports } from '../support/transports.js';

/** The client as plain JavaScript sees it. */
type Untyped = Record<string, (input?: unknown, options?: unknown) => Promise<unknown>>;
const untyped = (client: FuturesClient) => client as unknown as Untyped;

/** Makes a call that must fail, and checks that the server has seen neither a request nor a connection. */
async function refusalOf(call: (client: FuturesClient) => Promise<unknown>, options: Partial<ClientOptions> = {}) {
  const server = await startServer({ body: '{"orderId":"1"}' });
  const error = await failureOf(call(createTestClient(server.origin, options)));
  expect(server.requests).toEqual([]);
  expect(server.connections).toBe(0);
  expect(error).toMatchObject({ outcome: 'not-sent' });
  return error;
}

const needsCredentials = operationExamples.filter(({ operation }) => operation.security === 'signed');

it.each(needsCredentials.map((example) => [example.title, example] as const))(
  'without credentials nothing is sent by %s',
  async (_title, example) => {
    const error = await refusalOf((client) => callExample(client, example), { credentials: undefined });
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ field: 'credentials', operationId: example.operation.operationId });
  },
);

describe('headers that the client sets are refused:', () => {
  const spellings = SIGNING_HEADERS.flatMap((name) => [
    name,
    name.toLowerCase(),
    name.toUpperCase(),
    'x-Ch' + name.slice(4),
  ]);
  const framing = 'Content-Length content-type Transfer-Encoding HOST Connection expect trailer Upgrade'.split(' ');

  it.each([...spellings, ...framing])('%s', async (name) => {
    const headers = { [name]: 'forged' };
    const error = await refusalOf((client) => client.createOrder(limitOrder, { headers }));
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'headers' });
    expect(String(error)).not.toContain('forged');
    const create = () => createTestClient('http://127.0.0.1:1', { dialect: { headers } });
    expect(create).toThrow(expect.objectContaining({ code: 'ARGUMENT', field: 'dialect.headers' }));
  });
});

describe('a call is refused for', () => {
  it.each<[problem: string, options: unknown, field: string]>([
    ['a header value that splits', { headers: { 'a-b': '1\r\nX-CH-SIGN: 2' } }, 'headers'],
    ['a header value that is no text', { headers: { 'a-b': undefined } }, 'headers'],
    ['a header name with a colon', { headers: { 'a:b': '1' } }, 'headers'],
    ['an empty header name', { headers: { '': '1' } }, 'headers'],
    ['timeoutMs 0', { timeoutMs: 0 }, 'timeoutMs'],
    ['a controller in place of its signal', { signal: new AbortController() }, 'signal'],
    ['a signal that only looks like one', { signal: { addEventListener() {} } }, 'signal'],
    ['an option that is not known', { timeout: 5 }, 'timeout'],
    ['options of a class, which would seem to be missing', Object.create({ timeoutMs: 1 }), 'options'],
    ['timeoutMs that is not a number', { timeoutMs: Symbol('x') }, 'timeoutMs'],
    ['headers that are a text', { headers: 'ab' }, 'headers'],
    ['headers that are a list', { headers: ['x'] }, 'headers'],
    ['a header value beyond ASCII', { headers: { 'x-name': 'é' } }, 'headers'],
  ])('%s', async (_problem, options, field) => {
    const error = await refusalOf((client) => untyped(client)['ping']!({}, options));
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ field });
  });

  const noTimes = [Number.NaN, Infinity, -1, 2 ** 53, 1_700_000_000, 597.5, 1_700_000_000_000n, new Date()];
  it.each([...noTimes, Promise.resolve(NOW_MS)])('a clock that says %s', async (nowMs) => {
    const now = () => nowMs as never;
    const error = await refusalOf((client) => client.createOrder(limitOrder), { now });
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'now' });
  });

  it('a clock that throws', async () => {
    const cause = new Error('no clock');
    const now = () => {
      throw cause;
    };
    const error = await refusalOf((client) => client.createOrder(limitOrder), { now });
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'now', cause });
  });

  it.each([
    ['no text', undefined],
    ['an empty text', ''],
    ['a text that splits', 'a\r\nb: c'],
  ])('a custom signature that is %s', async (_problem, signature) => {
    const error = await refusalOf((client) => client.createOrder(limitOrder), { sign: () => signature as string });
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'sign' });
  });
});

describe('a cancel that could reach more than one order', () => {
  const contract = { contractName: 'E-BTC-USDT' };

  it.each<[given: string, input: object]>([
    ['is missing', contract],
    ['is undefined', { ...contract, orderId: undefined }],
    ['is empty', { ...contract, orderId: '' }],
    ['is null', { ...contract, orderId: null }],
    ['is the zero of a number', { ...contract, orderId: 0 }],
    ...['00', '0.0', '-0', '+0', '0x0', '0e5', '０', ' 0', 'false', '-1'].map((orderId): [string, object] => [
      `is ${JSON.stringify(orderId)}`,
      { ...contract, orderId },
    ]),
  ])('is refused by cancelOrder when orderId %s', async (_given, input) => {
    const error = await refusalOf((client) => untyped(client)['cancelOrder']!(input));
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'orderId', operationId: 'cancelOrder' });
    if (!('orderId' in input))
      expect(String(error)).toMatch(/every open order of the contract .* cancelContractOrders/);
  });

  it('is not made of a field that says another thing each time it is read', async () => {
    const server = await startServer({ body: '{"orderId":"1000"}' });
    const ids = ['1000', undefined];
    const input = Object.defineProperty({ ...contract, orderId: '' }, 'orderId', {
      enumerable: true,
      get: () => ids.shift(),
    });
    await createTestClient(server.origin).cancelOrder(input);
    expect(server.requests.map(({ body }) => body.toString())).toEqual([
      '{"contractName":"E-BTC-USDT","orderId":"1000"}',
    ]);
  });

  it('is sent by cancelContractOrders alone, without an orderId', async () => {
    const server = await startServer({ body: '{"orderId":"1"}' });
    await createTestClient(server.origin).cancelContractOrders(contract);
    expect(server.requests.map(({ target, body }) => [target, body.toString()])).toEqual([
      ['/fapi/v1/cancel', '{"contractName":"E-BTC-USDT"}'],
    ]);
  });

  it.each([
    ['an orderId', { ...contract, orderId: '1' }, 'orderId'],
    ['an empty orderId', { ...contract, orderId: '' }, 'orderId'],
    ['no contract', {}, 'contractName'],
  ])('is refused by cancelContractOrders with %s', async (_given, input, field) => {
    const error = await refusalOf((client) => untyped(client)['cancelContractOrders']!(input));
    expect(error).toMatchObject({ code: 'ARGUMENT', field });
  });
});

it('getOrder without an id, which would be some other order of the contract, is refused', async () => {
  const error = await refusalOf((client) => untyped(client)['getOrder']!({ contractName: 'E-BTC-USDT' }));
  expect(error).toMatchObject({ code: 'ARGUMENT', field: 'orderId', operationId: 'getOrder' });
});

it.each(transports)(
  'over $name, a signal that is aborted before the call: it sends nothing and keeps its reason',
  async ({ options }) => {
    const reason = new Error('changed my mind');
    const signal = AbortSignal.abort(reason);
    const error = await refusalOf((client) => client.createOrder(limitOrder, { signal }), options());
    expect(error).toMatchObject({ code: 'ABORTED', operationId: 'createOrder', cause: reason });
  },
);

it.each<[CallOptions | null]>([
  [null],
  [{ signal: null, headers: null }],
  [{ headers: new Headers({ 'x-a': '1' }) }],
  [{ headers: new Map([['x-a', '1']]) }],
])('the options %o of a call are taken', async (options) => {
  const server = await startServer({ body: '{"orderId":"1"}' });
  await createTestClient(server.origin).ping({}, options as CallOptions);
  expect(server.requests[0]!.rawHeaders.includes('x-a')).toBe(
    options?.headers !== undefined && options.headers !== null,
  );
});
