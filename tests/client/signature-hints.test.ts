import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Sign } from '../../src/client/signing/sign-function.js';
import { ApiError } from '../../src/core/errors.js';
import { buildSigningString, signRequest, type SigningInput } from '../../src/core/signing.js';
import type { FuturesClient } from '../../src/futures-client.js';
import { serve } from '../support/scripted-service.js';
import { credentials, failureOf, limitOrder } from '../support/test-client.js';

const { apiSecret } = credentials;
const REFUSED = { text: '{"code":-1022,"msg":"Signature for this request is not valid.","data":null}' };

async function refusalOf(
  call: (client: FuturesClient) => Promise<unknown>,
  options: Parameters<typeof serve>[1] = {},
): Promise<ApiError> {
  const { client, requests } = serve([REFUSED], options);
  const error = await failureOf(call(client));
  expect(error).toBeInstanceOf(ApiError);
  // All of it happens here: nothing more is sent to find out.
  expect(requests).toHaveLength(1);
  return error as ApiError;
}

/** The signature of another text than the one that is sent. */
const over =
  (change: (input: SigningInput) => string): Sign =>
  (input) =>
    createHmac('sha256', apiSecret).update(change(input), 'utf8').digest('hex');

const text = (input: SigningInput, change: Partial<SigningInput>): string =>
  buildSigningString({ ...input, ...change });

const order = (client: FuturesClient) => client.createOrder(limitOrder);
const orders = (client: FuturesClient) => client.getOpenOrders({ contractName: 'E-BTC-USDT' });

describe('a sign of the caller that makes a mistake which public clients made (field evidence 2.3)', () => {
  it('is told which: the query is not signed', async () => {
    const sign = over((input) => text(input, { target: input.target.split('?')[0]! }));
    const { hints, message } = await refusalOf(orders, { sign });
    expect(hints).toEqual([expect.stringMatching(/^the query is not in the signed text: .{10,}[^.]$/s)]);
    expect(message.endsWith(`. It only reads: nothing changed. Hint: ${hints[0]}.`)).toBe(true);
  });

  it('two mistakes made together are named together', async () => {
    const sign = over((input) => `${text(input, { target: input.target.split('?')[0]! })}\n`);
    const { hints } = await refusalOf(orders, { sign });
    expect(hints).toEqual([
      expect.stringMatching(/^the query is not in the signed text: .* And: a newline is signed after the text/),
    ]);
  });

  it('one that no known mistake explains says where to look', async () => {
    const { hints } = await refusalOf(order, { sign: () => 'f'.repeat(64) });
    expect(hints).toEqual([
      'No known mistake explains the signature that `sign` returned: compare the text it signed with explain()',
    ]);
  });

  it('one that signs by the rule is treated as the rule is', async () => {
    const sign: Sign = (input) => signRequest({ ...input, apiSecret });
    expect((await refusalOf(orders, { sign })).hints).toEqual((await refusalOf(orders)).hints);
  });

  it.each([
    ['a function', () => apiSecret],
    ['a rotating one', async () => `${apiSecret}2`],
  ])('whose secret is %s is not looked into: the secret is not at hand', async (_, secret) => {
    const { hints } = await refusalOf(orders, { sign: () => 'x', credentials: { ...credentials, apiSecret: secret } });
    expect(hints.some((hint) => hint.includes('dialect.signQuery'))).toBe(true);
  });
});

it.each([
  ['the secret', { apiSecret: '"secret"' }],
  ['the key', { apiKey: "'key'" }],
])('%s with quotes around it: they are named first', async (_, quoted) => {
  const { hints } = await refusalOf(orders, { credentials: { ...credentials, ...quoted } });
  expect(hints[0]).toMatch(/^the key or the secret has quotes around it/);
  expect(hints).toHaveLength(4);
});

it('other refusals have no hints, and no word of them', async () => {
  for (const code of ['-1021', '-1121', '-2015']) {
    const { client } = serve([{ text: `{"code":${code}}` }]);
    const error = (await failureOf(client.createOrder(limitOrder))) as ApiError;
    expect([error.hints, error.message.includes('Hint')]).toEqual([[], false]);
  }
});
