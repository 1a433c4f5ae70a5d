import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../scripts/run.js';
import { parseEntry } from '../../src/journal/entry.js';
import type { JournalIntent } from '../../src/journal/journal.js';
import { readRecord } from '../../src/orders/match.js';
import { headerNames, startServer } from '../support/raw-server.js';
import { intentEntry } from '../journal/entries.js';
import { answered } from '../support/answered.js';
import { bundleProgram } from '../support/bundle-program.js';
import { type Reply, serve } from '../support/scripted-service.js';
import { createTestClient, failureOf, limitOrder, throwing } from '../support/test-client.js';

it('a program that freezes Error.prototype outlives broken connections and refusals, and learns their outcomes', async () => {
  const output = await run(process.execPath, [
    await bundleProgram(resolve(import.meta.dirname, 'frozen-errors-program.ts')),
  ]);
  const outcomes = ['NetworkError unknown', 'ApiError rejected', 'ResponseShapeError unknown', 'NetworkError not-sent'];
  expect(output.trim().split('\n')).toEqual(outcomes);
});

/** Puts a member on Object.prototype until the test ends. */
function pollute(name: string, value: unknown): void {
  // oxlint-disable-next-line no-extend-native -- that is what a hostile program does
  Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true, writable: true });
  onTestFinished(() => void delete (Object.prototype as Record<string, unknown>)[name]);
}

const createOrder = (body: string) => answered((client) => client.createOrder(limitOrder), body);
const submitOrder = (body: string) =>
  answered((client) => client.submitOrder(limitOrder, { resolveWithinMs: 0 }), body);

describe('what stands on Object.prototype is no part of a response:', () => {
  it.each(['{}', '{"foo":1}', '{"code":"0","data":{}}'])('orderId is not taken for that of %s', async (body) => {
    pollute('orderId', '666');
    expect(await failureOf(createOrder(body))).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
    expect(await submitOrder(body)).toMatchObject({ outcome: 'unknown' });
  });

  it('an identifier does not make a record of an error page', async () => {
    pollute('orderId', '666');
    const page = '{"timestamp":1,"status":200,"error":"Not Found","path":"/"}';
    const error = await failureOf(answered((client) => client.getOrder({ contractName: 'E', orderId: '5' }), page));
    expect(error).toMatchObject({ code: 'RESPONSE_SHAPE' });
  });

  it.each([
    ['code', '-1121'],
    ['data', { orderId: '666' }],
    ['success', false],
    ['succ', false],
  ])('%s changes neither a receipt nor a refusal', async (name, value) => {
    pollute(name, value);
    expect(await createOrder('{"orderId":"5"}')).toHaveProperty('orderId', '5');
    expect(await failureOf(createOrder('{"code":"-2017","msg":"no"}'))).toMatchObject({
      outcome: 'rejected',
      apiCode: '-2017',
    });
    expect(await failureOf(createOrder('{"code":"0"}'))).toMatchObject({ outcome: 'unknown' });
  });
});

it.each(['clientId', 'clientOrderId', 'side', 'ctimeMs'])('%s on Object.prototype is no part of a record', (name) => {
  const without = readRecord({ orderId: '5' });
  pollute(name, '7');
  expect(readRecord({ orderId: '5' })).toEqual(without);
});

describe('what stands on Object.prototype is no option:', () => {
  const never = throwing(new Error('used'));

  it.each([
    ['timeoutMs', 'soon'],
    ['signal', AbortSignal.abort()],
    ['headers', { 'x-other': '1' }],
    ['fetch', never],
    ['transport', never],
    ['baseUrl', 'https://elsewhere.example'],
    ['journal', { append: never, read: never }],
    ['limiter', { acquire: never }],
    ['logger', never],
    ['credentials', { apiKey: 'k', apiSecret: 's' }],
    ['resolveWithinMs', 'soon'],
    ['acceptanceWindowMs', 'soon'],
    ['settleMs', 'soon'],
  ])('%s', async (name, value) => {
    pollute(name, value);
    const options = name === 'limiter' ? { limiter: undefined } : {};
    const { client, requests } = serve([{ text: '{"orderId":"5"}' }], options);
    expect(await client.createOrder(limitOrder, {})).toEqual({ orderId: '5' });
    expect(await client.submitOrder(limitOrder, {})).toMatchObject({ outcome: 'accepted', orderId: '5' });
    expect(requests).toMatchObject([{ origin: 'https://futures.example', timeoutMs: 10_000 }, { timeoutMs: 10_000 }]);
    expect(JSON.stringify(requests)).not.toContain('x-other');
  });
});

describe('what stands on Object.prototype is no part of an order', () => {
  const submit = async (rows: object[], input: object = {}) => {
    const reply: Reply = ({ operationId }) => {
      if (operationId === 'createOrder') throw new Error('reset');
      return { text: JSON.stringify({ getOrder: { code: '-2013' }, getOpenOrders: rows }[operationId] ?? []) };
    };
    const { client, requests } = serve([reply], { wait: () => {} });
    const result = await client.submitOrder({ ...limitOrder, ...input }, { resolveWithinMs: 1 });
    return { result, body: requests[0]!.body };
  };

  it.each([
    ['timeInForce', 'IOC'],
    ['clientOrderId', 'theirs'],
  ])('as it is sent: %s', async (name, value) => {
    pollute(name, value);
    expect((await submit([])).body).not.toContain(value);
  });

  it('as it is shown: orderId', async () => {
    pollute('orderId', '666');
    const { result } = await submit([{ clientId: 'mine-1' }], { clientOrderId: 'mine-1' });
    expect(result).toMatchObject({ outcome: 'accepted' });
    expect(Object.hasOwn(result, 'orderId')).toBe(false);
  });
});

it.each([
  ['account', 'theirs'],
  ['timeInForce', 'IOC'],
])('%s on Object.prototype is no part of what a journal reads', (name, value) => {
  pollute(name, value);
  const entry = parseEntry(JSON.stringify(intentEntry('1'))) as JournalIntent;
  for (const read of [entry, entry.input]) expect(read).not.toHaveProperty(name);
});

it('a code that stands on Object.prototype does not make a broken connection one that never was', async () => {
  pollute('code', 'ECONNREFUSED');
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('reset') }));
  const error = await failureOf(createTestClient('https://futures.example', { fetch }).createOrder(limitOrder));
  expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
});

it('a request over node:http has the headers of the call and no others', async () => {
  const server = await startServer({ body: '{"orderId":"5"}' });
  pollute('x-other', '1');
  expect(await createTestClient(server.origin).createOrder(limitOrder)).toEqual({ orderId: '5' });
  expect(headerNames(server.requests[0]!)).not.toContain('x-other');
});
