import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/operations.js';
import { buildCall } from '../../src/conformance/call/build-call.js';
import { signatureEncodings } from '../../src/core/signature-encoding.js';
import { createRequestSigner } from '../../src/core/signing.js';
import { type SigningPart, type SigningRule } from '../../src/core/signing-rule.js';
import { findSigningMistakes } from '../../src/diagnosis/find.js';
import { createFuturesClient, type FuturesClient, type FuturesClientOptions } from '../../src/futures-client.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { signBytes } from '../../src/sidecar/sign-bytes.js';
import { credentials, limitOrder, NOW_MS } from '../support/test-client.js';

const calls: readonly ((client: FuturesClient) => Promise<unknown>)[] = [
  (client) => client.createOrder(limitOrder),
  (client) => client.getOpenOrders({ contractName: 'E-BTC-USDT' }),
  (client) => client.getOpenOrders(),
  (client) => client.cancelAllOrders(),
  (client) => client.getTradeHistory({ contractName: 'E-BTC-USDT', limit: 7 }),
];

const literal = fc.constantFrom('\n', '&', ' ', 'é', '订').map((text): SigningPart => ({ text }));
const NAMED = ['timestamp', 'method', 'target', 'path', 'query', 'body'] as const;

const anyRule: fc.Arbitrary<SigningRule> = fc.record({
  composition: fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom<SigningPart>(...NAMED) }, literal), { maxLength: 7 })
    .map((parts): readonly SigningPart[] => ['timestamp', ...parts]),
  methodCase: fc.constantFrom('upper', 'lower', 'capitalized'),
  signQuery: fc.boolean(),
  signPrefix: fc.boolean(),
  emptyBody: fc.constantFrom('', '{}', 'é'),
  encoding: fc.constantFrom(...signatureEncodings),
});

const anyCall = fc.constantFrom(...calls);

/** One call of a client to a sandbox with a rule: the request as it was sent, and the code by which it was refused. */
async function send(rule: SigningRule, call: (typeof calls)[number], options: Partial<FuturesClientOptions>) {
  const codes: unknown[] = [];
  const sandbox = createSandbox({ now: () => NOW_MS, accounts: [credentials], dialect: { signing: rule } });
  const sent: { method: string; target: string; body: string; signature: string }[] = [];
  const client = createFuturesClient({
    baseUrl: sandbox.url,
    credentials,
    now: () => NOW_MS,
    clock: 'local',
    retry: false,
    fetch: async (url, init) => {
      const { pathname, search } = new URL(url);
      const { method, body = '', headers } = init;
      sent.push({ method, target: pathname + search, body, signature: headers['X-CH-SIGN']! });
      const response = await sandbox.fetch(url, init);
      const { code } = (await response.clone().json()) as { code?: unknown };
      codes.push(code === '0' ? undefined : code);
      return response;
    },
    ...options,
  });
  await call(client).catch(() => undefined);
  expect([sent.length, codes.length]).toStrictEqual([1, 1]);
  return { sent: sent[0]!, code: codes[0] };
}

describe('for any rule, a call that is signed by it', () => {
  it('is accepted by the sandbox with that rule, and signed the same by the sidecar', async () => {
    await fc.assert(
      fc.asyncProperty(anyRule, anyCall, async (rule, call) => {
        const { sent, code } = await send(rule, call, { sign: createRequestSigner(credentials.apiSecret, rule) });
        expect(code).toBeUndefined();
        const { signature, ...request } = sent;
        const message = { ...request, timestampMs: NOW_MS, prefix: '', body: Buffer.from(request.body) };
        expect(signBytes(message, credentials, rule).signature).toBe(signature);
        const judged = { request: { ...request, timestampMs: NOW_MS }, ...credentials, signature, rule };
        expect(findSigningMistakes(judged)).toStrictEqual({ right: true, explanations: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('is what the conformance kit sends', () => {
    fc.assert(
      fc.property(anyRule, fc.constantFrom('', '/gate'), (rule, prefix) => {
        const input = { contractName: 'E-BTC-USDT' };
        for (const operation of [operations.getOpenOrders, operations.getOrderHistory, operations.cancelAllOrders]) {
          const call = buildCall(operation, input, { credentials, rule, prefix }, NOW_MS);
          const request = { timestampMs: NOW_MS, method: call.method, prefix, target: call.target, body: call.body };
          const [, sent] = call.headers.find(([name]) => name === 'X-CH-SIGN')!;
          expect(sent).toBe(createRequestSigner(credentials.apiSecret, rule)(request));
        }
      }),
    );
  });

  // Without a client, which would look for the mistake in each refused signature.
  it('is refused by the sandbox with another rule, unless both sign the same', async () => {
    const requests = [
      { method: 'GET', target: '/fapi/v1/openOrders?contractName=E-BTC-USDT' },
      { method: 'POST', target: '/fapi/v1/orderHistorical', body: '{"contractName":"E-BTC-USDT"}' },
      { method: 'POST', target: '/fapi/v1/cancel_all' },
    ];
    await fc.assert(
      fc.asyncProperty(anyRule, anyRule, fc.constantFrom(...requests), async (rule, other, { target, ...request }) => {
        const [signature, wanted] = [rule, other].map((by) =>
          createRequestSigner(credentials.apiSecret, by)({ ...request, target, timestampMs: NOW_MS }),
        );
        const headers = { 'X-CH-TS': String(NOW_MS), 'X-CH-APIKEY': credentials.apiKey, 'X-CH-SIGN': signature! };
        const sandbox = createSandbox({ now: () => NOW_MS, accounts: [credentials], dialect: { signing: other } });
        const response = await sandbox.fetch(sandbox.url + target, { ...request, headers });
        const { code } = (await response.json()) as { code?: unknown };
        expect(code === '-1022').toBe(wanted !== signature);
      }),
    );
  });
});

it('the sandbox names the option when its signing rule is wrong', () => {
  const signing = { encoding: 'HEX' as 'hex' };
  expect(() => createSandbox({ dialect: { signing } })).toThrow('dialect.signing.encoding must be one of hex');
});
