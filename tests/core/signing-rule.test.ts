import { type BinaryToTextEncoding, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDigest as createNodeDigest } from '../../src/core/hmac-node.js';
import { createDigest as createPortableDigest } from '../../src/core/hmac-portable.js';
import { readSigningRule } from '../../src/core/read-signing-rule.js';
import {
  decodeBytes,
  encodeBytes,
  flipLastBit,
  signatureEncodings,
  type SignatureEncoding,
} from '../../src/core/signature-encoding.js';
import { buildSigningString, createRequestSigner } from '../../src/core/signing.js';
import { composeSigningString, OBSERVED_RULE, signedTarget, type SigningRule } from '../../src/core/signing-rule.js';

const ORDER = {
  timestampMs: '1700000000000',
  method: 'post',
  prefix: '/futures/open',
  target: '/fapi/v1/order?a=1&b=%2F',
  body: '{"price":"65000.50"}',
};

describe('the signing string', () => {
  it.each<[string, Partial<SigningRule>, string]>([
    ['by the observed rule', {}, '1700000000000POST/fapi/v1/order?a=1&b=%2F{"price":"65000.50"}'],
    ['without the query', { signQuery: false }, '1700000000000POST/fapi/v1/order{"price":"65000.50"}'],
    [
      'with the prefix',
      { signPrefix: true },
      '1700000000000POST/futures/open/fapi/v1/order?a=1&b=%2F{"price":"65000.50"}',
    ],
    [
      'with the method in lower case',
      { methodCase: 'lower', composition: ['method', 'timestamp'] },
      'post1700000000000',
    ],
    ['with the method capitalized', { methodCase: 'capitalized', composition: ['method'] }, 'Post'],
    [
      'with separators',
      { composition: ['method', { text: '\n' }, 'path', { text: '\n' }, 'query', { text: '\n' }] },
      'POST\n/fapi/v1/order\na=1&b=%2F\n',
    ],
    [
      'of an unsigned query',
      { composition: ['path', 'query'], signQuery: false, signPrefix: true },
      '/futures/open/fapi/v1/order',
    ],
  ])('%s', (_, rule, text) => {
    expect(buildSigningString(ORDER, rule)).toBe(text);
  });

  it.each(['', undefined])('has what the rule writes for the body %j', (body) => {
    expect(buildSigningString({ ...ORDER, body }, { composition: ['body'] })).toBe('');
    expect(buildSigningString({ ...ORDER, body }, { composition: ['body'], emptyBody: '{}' })).toBe('{}');
    expect(buildSigningString({ ...ORDER, body: '[]' }, { composition: ['body'], emptyBody: '{}' })).toBe('[]');
  });

  it.each([true, false])('has the same target when the prefix is taken care of before (signQuery %s)', (signQuery) => {
    const rule = { ...OBSERVED_RULE, signQuery, signPrefix: true };
    const { prefix: _, ...unprefixed } = ORDER;
    const target = signedTarget(rule, ORDER);
    expect(composeSigningString(rule, { ...unprefixed, target })).toBe(composeSigningString(rule, ORDER));
  });
});

describe('a rule', () => {
  it.each<[object, string]>([
    [{ encodng: 'hex' }, 'rule.encodng is not a member (members: composition, methodCase'],
    [{ encoding: 'HEX' }, 'rule.encoding must be one of hex, hex-upper, base64'],
    [{ encoding: 'toString' }, 'rule.encoding must be one of'],
    [{ composition: ['key'] }, 'rule.composition must be a list of timestamp, method'],
    [{ composition: [null] }, 'rule.composition must be a list of'],
    [{ methodCase: 'Upper' }, 'rule.methodCase must be one of upper, lower, capitalized'],
    [{ signQuery: 'false' }, 'rule.signQuery must be a boolean'],
    [{ signPrefix: 1 }, 'rule.signPrefix must be a boolean'],
    [{ emptyBody: null }, 'rule.emptyBody must be a string'],
  ])('such as %j is refused before anything is signed', (given, problem) => {
    expect(() => readSigningRule(given, 'rule')).toThrow(problem);
    expect(() => createRequestSigner('secret', given)).toThrow(problem);
    expect(() => buildSigningString(ORDER, given)).toThrow(problem);
  });
});

describe('the encoding', () => {
  const NODE: readonly [SignatureEncoding, BinaryToTextEncoding][] = [
    ['hex', 'hex'],
    ['base64', 'base64'],
    ['base64url-unpadded', 'base64url'],
  ];

  it.each(NODE)('%s is the one that node:crypto calls %s', (encoding, name) => {
    const wanted = createHmac('sha256', 'test-secret').update(buildSigningString(ORDER), 'utf8').digest(name);
    expect(createRequestSigner('test-secret', { encoding })(ORDER)).toBe(wanted);
  });

  it('of each name is another text, and is read back as the same bytes', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, fc.constantFrom(...signatureEncodings), (digest, encoding) => {
        const text = encodeBytes(encoding, digest);
        expect(decodeBytes(encoding, text)).toStrictEqual(digest);
        const flipped = flipLastBit(text, encoding);
        expect(decodeBytes(encoding, flipped)).toStrictEqual(digest.with(31, digest[31]! ^ 1));
        expect(flipLastBit(flipped, encoding)).toBe(text);
      }),
    );
    const written = signatureEncodings.map((encoding) => encodeBytes(encoding, new Uint8Array(32).fill(0xfb)));
    expect(new Set(written).size).toBe(signatureEncodings.length);
  });

  it.each([
    ['on Node', createNodeDigest],
    ['elsewhere', createPortableDigest],
  ])('is of the bytes of the digest, %s', (_, createDigest) => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.uint8Array(), (secret, message) => {
        const wanted = createHmac('sha256', Buffer.from(secret)).update(message).digest('hex');
        expect(encodeBytes('hex', createDigest(secret)(message))).toBe(wanted);
      }),
    );
    expect(encodeBytes('hex', createDigest('k')('é'))).toBe(createHmac('sha256', 'k').update('é').digest('hex'));
  });
});
