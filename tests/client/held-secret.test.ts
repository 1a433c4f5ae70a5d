import { createSecretKey, webcrypto } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createFuturesClient } from '../../src/futures-client.js';
import type { ApiSecret } from '../../src/client/signing/credentials.js';
import type { Sign } from '../../src/client/signing/sign-function.js';
import { FuturesError } from '../../src/core/errors.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { signatureByOpenssl } from '../contract/openssl.js';
import { everythingShown } from '../support/everything-shown.js';
import { recomputeSignature, recordedOf } from '../support/recompute-signature.js';
import { serve } from '../support/scripted-service.js';
import { credentials, failureOf, limitOrder, throwing } from '../support/test-client.js';

const { apiKey, apiSecret: SECRET } = credentials;

const leaking = Object.assign(new TypeError(`vault said: ${SECRET}`), {
  ...{ code: 'ECONNREFUSED', request: { token: SECRET }, cause: new Error(SECRET) },
});

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

const importKey = (algorithm: object = HMAC, usages: KeyUsage[] = ['sign'], secret = SECRET): Promise<CryptoKey> =>
  webcrypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm as typeof HMAC, false, usages);

type KeyUsage = 'sign' | 'verify' | 'encrypt';

const hold = (apiSecret: ApiSecret, more: object = {}) =>
  serve([({ method }) => ({ text: method === 'GET' ? '[]' : '{"orderId":"1"}' })], {
    credentials: { apiKey, apiSecret },
    ...more,
  });

const signatureBy = (secret: string, request: TransportRequest): string =>
  recomputeSignature(recordedOf(request), secret);

describe('a secret that a function gives', () => {
  it('is asked for before each signature, and for nothing else', async () => {
    const apiSecret = vi.fn(() => SECRET);
    const { client } = hold(apiSecret);
    expect(apiSecret).not.toHaveBeenCalled();
    await failureOf(client.ping());
    expect(apiSecret).not.toHaveBeenCalled();
    await client.getOpenOrders();
    await client.getOpenOrders();
    expect(apiSecret).toHaveBeenCalledTimes(2);
  });

  it('may change, and take its time: each attempt is signed by the secret of its moment', async () => {
    const secrets = ['first-secret', 'second-secret', 'first-secret'];
    let next = 0;
    const { client, requests } = serve([{ status: 503 }, { status: 503 }, { text: '[]' }], {
      credentials: { apiKey, apiSecret: () => (next === 1 ? Promise.resolve(secrets[next++]!) : secrets[next++]!) },
    });
    await client.getOpenOrders();
    expect(requests.map(({ headers }) => headers['X-CH-SIGN'])).toEqual(
      requests.map((request, i) => signatureBy(secrets[i]!, request)),
    );
  });

  it('is kept out of the errors of its own attempt, and no list of old ones grows', async () => {
    let n = 0;
    const secretOf = (call: number): string => `secret-no-${call}-`;
    const { client } = serve([() => ({ status: 403, text: `${secretOf(n)} ${secretOf(1)}` })], {
      credentials: { apiKey, apiSecret: () => secretOf(++n) },
    });
    expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ body: '[redacted] [redacted]' });
    expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ body: `[redacted] ${secretOf(1)}` });
  });

  it('and never comes is waited for as long as the call may take', async () => {
    const { client, requests } = hold(() => new Promise<string>(() => {}), { timeoutMs: 30 });
    const error = await failureOf(client.createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'TIMEOUT', outcome: 'not-sent', timeoutMs: 30 });
    expect(requests).toEqual([]);
  });

  it.each<[string, () => unknown, string]>([
    ['throws', throwing(leaking), 'failed (see cause)'],
    ['rejects', () => Promise.reject(leaking), 'failed (see cause)'],
    ['rejects with it', () => Promise.reject(SECRET), 'failed (see cause)'],
    ['gives nothing', () => undefined, 'is missing or empty'],
    ['gives an empty text', async () => '', 'is missing or empty'],
    ['gives bytes', () => Buffer.from(SECRET), 'must be text'],
    ['gives a line end with it', () => `${SECRET}\n`, 'copy-paste error'],
  ])('and that %s ends the call before anything is sent, in words without it', async (_, apiSecret, problem) => {
    const { client, requests } = hold(apiSecret as () => string);
    const error = (await failureOf(client.createOrder(limitOrder))) as FuturesError;
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'apiSecret', outcome: 'not-sent' });
    expect(error.message).toMatch(/^credentials\.apiSecret /);
    expect(error.message).toContain(problem);
    expect(everythingShown(error)).not.toContain(SECRET);
    expect(requests).toEqual([]);
  });

  it('and fails has a cause that says what a vault failed with, as far as that cannot be the secret', async () => {
    const { cause } = (await failureOf(hold(throwing(leaking)).client.getOpenOrders())) as FuturesError;
    expect((cause as Error).message).toBe('TypeError ECONNREFUSED (message left out: it may contain the secret)');
  });
});

describe('a sign of the caller that fails', () => {
  it.each<[string, ApiSecret, Sign]>([
    ['beside the secret as text', SECRET, throwing(leaking)],
    ['beside a function', () => SECRET, throwing(leaking)],
    ['because it returns the secret', SECRET, () => `${SECRET}\n`],
  ])('%s: neither the error nor its cause shows the secret', async (_, apiSecret, sign) => {
    const { client, requests } = hold(apiSecret, { sign });
    const error = await failureOf(client.getOpenOrders());
    expect(error).toMatchObject({ code: 'ARGUMENT', outcome: 'not-sent' });
    expect(everythingShown(error)).not.toContain(SECRET);
    expect(requests).toEqual([]);
  });

  it('has a cause that keeps its words where the secret is known', async () => {
    const { cause } = (await failureOf(
      hold(SECRET, { sign: throwing(leaking) }).client.getOpenOrders(),
    )) as FuturesError;
    expect((cause as Error).message).toBe('vault said: [redacted]');
  });
});

describe('a secret that is a key of Web Crypto', () => {
  it('signs as openssl and node:crypto do, and cannot be read', async () => {
    const key = await importKey();
    await expect(webcrypto.subtle.exportKey('raw', key)).rejects.toThrow();
    const { client, requests } = hold(key);
    await client.createOrder({ ...limitOrder, clientOrderId: '订单-é' });
    const [request] = requests as [TransportRequest];
    expect(request.headers['X-CH-SIGN']).toBe(signatureBy(SECRET, request));
    expect(request.headers['X-CH-SIGN']).toBe(signatureByOpenssl(recordedOf(request), SECRET));
  });

  it('is written as base64 where the dialect wants that', async () => {
    const { client, requests } = hold(await importKey(), { dialect: { signatureEncoding: 'base64' } });
    await client.getOpenOrders();
    const hex = signatureBy(SECRET, requests[0]!);
    expect(requests[0]!.headers['X-CH-SIGN']).toBe(Buffer.from(hex, 'hex').toString('base64'));
  });

  const refused: readonly (readonly [string, () => unknown])[] = [
    ['a key for SHA-512', () => importKey({ name: 'HMAC', hash: 'SHA-512' })],
    ['a key that may only verify', () => importKey(HMAC, ['verify'])],
    [
      'a key for AES',
      () => webcrypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    ],
    ['a KeyObject of node:crypto', () => createSecretKey(Buffer.from(SECRET))],
    ['bytes', () => Buffer.from(SECRET)],
    ['a number', () => 5],
    ['a String object', () => Object(SECRET) as unknown],
  ];
  it.each(refused)('%s is refused at once, in words that say what is wanted', async (_, make) => {
    const apiSecret = (await make()) as CryptoKey;
    const create = () =>
      createFuturesClient({ baseUrl: 'https://futures.example', credentials: { apiKey, apiSecret } });
    expect(create).toThrow(
      'credentials.apiSecret must be text, a function that returns it, or a CryptoKey for HMAC with SHA-256 and the usage "sign". Nothing was sent.',
    );
  });

  it('what only looks like a key fails the call before anything is sent', async () => {
    const fake = { algorithm: { name: 'HMAC', hash: { name: 'SHA-256' } }, usages: ['sign'] } as unknown as CryptoKey;
    const { client, requests } = hold(fake);
    const error = await failureOf(client.createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'ARGUMENT', field: 'apiSecret', outcome: 'not-sent' });
    expect(requests).toEqual([]);
  });
});
