import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { operations } from '../../generated/operations.js';
import { createFuturesClient } from '../../src/futures-client.js';
import { type Dialect, documented, observed } from '../../src/client/dialect.js';
import type { Explicable } from '../../src/client/explain.js';
import type { ClientOptions } from '../../src/client/options.js';
import { ArgumentError } from '../../src/core/errors.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { everythingShown } from '../support/everything-shown.js';
import { callExample, leastAnswer, operationExamples, type OperationExample } from '../support/operation-examples.js';
import { openLimiter, serve } from '../support/scripted-service.js';
import { credentials, failureOf, limitOrder, NOW_MS } from '../support/test-client.js';

const explained = (example: OperationExample, options: Partial<ClientOptions>) => {
  const { client, requests } = serve([{ text: leastAnswer(example.operation) }], options);
  const explain = () => client.explain(example.method as Explicable, example.input as never);
  return { client, requests, explain };
};

const dialects: readonly (readonly [string, Partial<Dialect>])[] = [
  ['documented', documented],
  ['observed', observed],
  [
    'of all the other choices',
    { signQuery: false, signPrefix: true, signUndeclared: false, conditionOrderSlash: true },
  ],
];

describe.each(dialects)('in the dialect %s', (_name, dialect) => {
  const options = { dialect, baseUrl: 'https://futures.example/gateway' };

  it.each(operationExamples.map((example) => [example.title, example] as const))(
    '%s is explained as it is sent, and explaining sends nothing',
    async (_title, example) => {
      const { client, requests, explain } = explained(example, options);
      const { operationId, method, url, headers, body, signed } = await explain();
      expect(requests).toEqual([]);

      await callExample(client, example);
      const [request] = requests as [TransportRequest];
      expect([operationId, method, url, body]).toEqual([
        example.operation.operationId,
        request.method,
        request.origin + request.target,
        request.body,
      ]);
      const hidden = { 'X-CH-APIKEY': '(left out)', 'X-CH-SIGN': '(left out)' };
      const isSigned = 'X-CH-SIGN' in request.headers;
      expect(headers).toEqual({ ...request.headers, ...(isSigned ? hidden : {}) });

      // The text that is explained gives the signature that was sent, by an HMAC that is none of ours.
      expect(signed === undefined).toBe(!isSigned);
      if (signed === undefined) return;
      const signature = createHmac('sha256', credentials.apiSecret).update(signed.signingString, 'utf8').digest('hex');
      expect(signature).toBe(request.headers['X-CH-SIGN']);
      expect(signed.bytes).toBe(Buffer.byteLength(signed.signingString));
      expect(String(signed.timestampMs)).toBe(request.headers['X-CH-TS']);
    },
  );
});

it('every method that makes a call can be explained', () => {
  const methods = new Set(operationExamples.map(({ method }) => method));
  expect(methods).toEqual(new Set([...Object.keys(operations), 'getSomeOrder', 'cancelContractOrders']));
});

it('nothing of it is secret, and nothing is asked of what holds the secret or of the rate budget', async () => {
  const sign = vi.fn(() => 'signature');
  const apiSecret = vi.fn(() => credentials.apiSecret);
  const limiter = { ...openLimiter, tryAcquire: vi.fn(() => true) };
  const { client } = serve([{}], { sign, limiter, credentials: { ...credentials, apiSecret } });
  const shown = everythingShown(await client.explain('createOrder', limitOrder));
  for (const secret of Object.values(credentials)) expect(shown).not.toContain(secret);
  for (const asked of [sign, apiSecret, limiter.tryAcquire]) expect(asked).not.toHaveBeenCalled();
});

it('the clock is the one that a call would use, with what is known of it', async () => {
  // Local and monotonic time stand still: what is read twice is the same twice.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW_MS });
  const serverTime = NOW_MS + 60_000;
  const { client } = serve([{ text: `{"serverTime":${serverTime}}` }], { clock: 'service' });
  expect((await client.explain('cancelAllOrders')).clock).toEqual({
    offsetMs: 0,
    uncertaintyMs: Infinity,
    source: 'none',
  });
  await client.clock.sync();
  const { clock, signed } = await client.explain('cancelAllOrders');
  const { offsetMs, uncertaintyMs } = client.clock;
  expect(clock).toEqual({ source: 'time', offsetMs, uncertaintyMs });
  expect(uncertaintyMs).toBe(1);
  expect(Math.abs(offsetMs - 60_000)).toBeLessThanOrEqual(uncertaintyMs);
  expect(Math.abs(signed!.timestampMs - serverTime)).toBeLessThanOrEqual(uncertaintyMs);
});

describe('what a call would refuse', () => {
  const { client } = serve([{}]);
  const unsigned = serve([{}], { credentials: undefined }).client;
  const contractName = 'E-BTC-USDT';
  it.each<[string, Explicable, object, caller?: typeof client]>([
    ['a wrong input', 'createOrder', { ...limitOrder, price: 'x' }],
    ['a cancel without orderId', 'cancelOrder', { contractName }],
    ['an orderId where its absence is meant', 'cancelContractOrders', { contractName, orderId: '1' }],
    ['a call without credentials', 'cancelAllOrders', {}, unsigned],
  ])('is refused here in the same words: %s', async (_, method, input, caller = client) => {
    const here = (await failureOf(caller.explain(method, input as never))) as ArgumentError;
    const there = (await failureOf(callExample(caller, { method, input: { ...input } }))) as ArgumentError;
    expect(here).toBeInstanceOf(ArgumentError);
    expect([here.field, here.message]).toEqual([there.field, there.message]);
  });

  it.each(['createOrders', 'toString', 'raw', 'explain', undefined])('%s is no operation', async (name) => {
    const error = await failureOf(client.explain(name as never));
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'operationId', outcome: 'not-sent' });
  });

  it('a client without credentials explains what it would send unsigned', async () => {
    const { signed, headers } = await createFuturesClient({ baseUrl: 'https://futures.example' }).explain(
      'getSomeOrder',
      { contractName: 'E-BTC-USDT' },
    );
    expect([signed, Object.keys(headers).filter((name) => /^x-ch/i.test(name))]).toEqual([undefined, []]);
  });
});
