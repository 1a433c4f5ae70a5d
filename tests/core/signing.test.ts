import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SigningVector } from '../../src/conformance/caller/signing/signing-vector.js';
import { ArgumentError } from '../../src/core/errors.js';
import { buildSigningString, signRequest } from '../../src/core/signing.js';

interface Vector extends SigningVector {
  readonly verified: boolean;
  readonly default_rule_signature?: string;
}

const file = new URL('../../vectors/signing-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: readonly Vector[] };

const verified = vectors.filter((vector) => vector.verified);
const mistaken = vectors.filter((vector) => !vector.verified);

function requestOf({ timestamp, method, path, query, body }: Vector) {
  return { timestampMs: timestamp, method, target: path + (query === '' ? '' : `?${query}`), body };
}

describe('signing vectors', () => {
  it('hold signatures that the rule gives, and signatures that it does not give', () => {
    expect([verified.length, mistaken.length]).toStrictEqual([33, 7]);
  });

  it.each(verified)('$id: the rule gives the signature', (vector) => {
    const request = requestOf(vector);
    expect(buildSigningString(request)).toBe(vector.timestamp + vector.method + request.target + vector.body);
    for (const timestampMs of [vector.timestamp, Number(vector.timestamp), BigInt(vector.timestamp)])
      expect(signRequest({ ...request, timestampMs, apiSecret: vector.secret })).toBe(vector.signature);
  });

  it.each(mistaken)('$id: the published signature is not what the rule gives', (vector) => {
    const signature = signRequest({ ...requestOf(vector), apiSecret: vector.secret });
    expect(signature).not.toBe(vector.signature);
    expect(signature).toBe(vector.default_rule_signature);
  });
});

describe('signRequest', () => {
  const request = {
    timestampMs: 1700000000000,
    method: 'GET',
    target: '/fapi/v1/openOrders',
    apiSecret: 'test-secret',
  };

  it('signs no body, undefined and the empty text alike', () => {
    const signature = signRequest(request);
    expect(signRequest({ ...request, body: undefined })).toBe(signature);
    expect(signRequest({ ...request, body: '' })).toBe(signature);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['timestampMs', { timestampMs: 1.5 }],
    ['timestampMs', { timestampMs: '' }],
    ['timestampMs', { timestampMs: 1e21 }],
    ['timestampMs', { timestampMs: '1700000000000 ' }],
    ['timestampMs', { timestampMs: undefined as unknown as number }],
    ['target', { target: '' }],
    ['target', { target: 'fapi/v1/openOrders' }],
    ['target', { target: 'https://exchange.example/fapi/v1/openOrders' }],
    ['apiSecret', { apiSecret: '' }],
    ['apiSecret', { apiSecret: undefined as unknown as string }],
  ])('refuses a wrong %s (%j) and names it', (field, change) => {
    const sign = () => signRequest({ ...request, ...change });
    expect(sign).toThrow(ArgumentError);
    expect(sign).toThrow(
      expect.objectContaining({ field, outcome: 'not-sent', message: expect.stringContaining(field) }),
    );
    expect(sign).toThrow(/^(?!.*test-secret)/);
  });
});
