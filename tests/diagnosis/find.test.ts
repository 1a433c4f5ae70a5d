import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signingMistakes } from '../../src/diagnosis/catalogue.js';
import { findSigningMistakes, type SuspectRequest } from '../../src/diagnosis/find.js';
import { causes, MISPRINT, vectors } from '../docs/browser/vectors.js';
import { doublyWrong, SECRET, sign, wrongSignatures } from './wrong-signatures.js';

const idsOf = (signed: SuspectRequest): string[][] =>
  findSigningMistakes(signed).explanations.map((together) => together.map(({ id }) => id));

describe('a wrong signature', () => {
  it.each(wrongSignatures.map((wrong, i) => [wrong.id, i, wrong] as const))(
    'made by %s (%i) is named so, and as nothing else but what gives the same text',
    (id, _, { call, signature, orElse }) => {
      expect(findSigningMistakes({ ...call, signature }).right).toBe(false);
      const named = idsOf({ ...call, signature });
      expect(named.toSorted()).toStrictEqual((orElse === undefined ? [[id]] : [[id], [orElse]]).toSorted());
    },
  );

  it('is proven above for every mistake but the one that no signature shows', () => {
    const proven = new Set(wrongSignatures.map(({ id }) => id));
    expect(signingMistakes.map(({ id }) => id).filter((id) => !proven.has(id))).toStrictEqual(['other-secret']);
  });

  it.each(doublyWrong)('made by %j together is named by both', (ids, { call, signature }) => {
    expect(idsOf({ ...call, signature })).toStrictEqual([ids]);
  });

  it.each([
    ['sandbox-secret-0', Buffer.from('sandbox', 'base64'), 'stops at what it does not know'],
    ['sandbox-secret-0', Buffer.from('sandboxsecret0', 'base64'), 'skips what it does not know'],
    ['deca-secret', Buffer.from('deca', 'hex'), 'stops at what it does not know'],
  ])('with %s decoded to %o is named where a decoder %s', (apiSecret, key) => {
    const [{ call }] = wrongSignatures as [(typeof wrongSignatures)[number]];
    const { timestampMs, method, target } = call.request;
    const signature = sign(`${timestampMs}${method}${target}`, key);
    expect(idsOf({ ...call, apiSecret, signature })).toStrictEqual([['secret-decoded']]);
  });

  it('of another secret, or of another request, is not explained', () => {
    const [{ call }] = wrongSignatures as [(typeof wrongSignatures)[number]];
    for (const signature of [sign('1700000000123GET/fapi/v1/other'), sign('x', 'another'), '', 'no signature']) {
      expect(findSigningMistakes({ ...call, signature })).toStrictEqual({ right: false, explanations: [] });
    }
  });
});

describe('a right signature', () => {
  it.each(wrongSignatures)('names no mistake ($id)', ({ call }) => {
    const { method, target, body = '', prefix = '' } = call.request;
    const timestampMs = '1700000000123';
    const request = { ...call.request, timestampMs };
    const { signQuery = true, signPrefix = false, encoding = 'hex' } = call.rule ?? {};
    const sent = signQuery ? target.replace(/\?$/, '') : target.split('?')[0]!;
    const signed = (signPrefix ? prefix : '') + sent;
    const signature = sign(`${timestampMs}${method}${signed}${body}`, SECRET, encoding as 'hex' | 'base64');
    expect(findSigningMistakes({ ...call, request, signature })).toStrictEqual({ right: true, explanations: [] });
  });

  it.each(['\n', '\n\n', '\uFEFF', '\t '])('of a secret with %j around it is not right', (blank) => {
    const [{ call }] = wrongSignatures as [(typeof wrongSignatures)[number]];
    const { timestampMs, method, target } = call.request;
    const text = `${timestampMs}${method}${target}`;
    for (const apiSecret of [SECRET + blank, blank + SECRET]) {
      const { right, explanations } = findSigningMistakes({ ...call, apiSecret, signature: sign(text, apiSecret) });
      expect([right, explanations.map(([mistake]) => mistake?.id)]).toEqual([false, ['secret-with-blank']]);
      expect(findSigningMistakes({ ...call, apiSecret, signature: sign(text, SECRET) }).right).toBe(true);
    }
  });
});

it.each([...Object.entries(causes), [MISPRINT, undefined] as const])('%s was made by %s', (name, cause) => {
  const vector = vectors.find(({ id }) => id === name)!;
  const { timestamp: timestampMs, method, path, query, body, secret: apiSecret, signature } = vector;
  const request = { timestampMs, method, target: query ? `${path}?${query}` : path, body };
  // A misprint signs another body, which is no mistake.
  expect(idsOf({ request, apiSecret, signature })).toStrictEqual(cause === undefined ? [] : [[cause]]);
});

describe('whatever it is given', () => {
  /** UTF-16 code units, lone surrogates and the marks of JSON and URLs among them. */
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'{}[]":,\\\'%?&=+/ \n.eE-0123456789'),
        fc.constantFrom('{"a":1.50,"b":"2"}', '%C3%A9', '%zz', '\\u8ba2', 'https://', '?'),
        fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join(''));
  const timestampMs = fc.oneof(text, fc.constantFrom('1700000000123', '1700000000', '1700000000123456'), fc.double());
  const request = fc.record({ timestampMs, method: text, target: text, body: text, prefix: text, origin: text });
  const secret = text.map((odd) => `secret-${odd}-${SECRET}`);

  it('throws nothing, and returns neither the secret, nor the key, nor a signature', () => {
    const rule = fc.record({
      signQuery: fc.boolean(),
      signPrefix: fc.boolean(),
      encoding: fc.constantFrom('hex' as const, 'base64' as const),
    });
    fc.assert(
      fc.property(request, rule, secret, fc.boolean(), (sent, given, apiSecret, upper) => {
        const right = sign(`${sent.timestampMs}${sent.method.toUpperCase()}${sent.target}${sent.body}`, apiSecret);
        const apiKey = 'Access-Key';
        const signature = upper ? right.toUpperCase() : 'wrong';
        const told = JSON.stringify(findSigningMistakes({ request: sent, rule: given, apiSecret, apiKey, signature }));
        for (const hidden of [apiSecret, SECRET, apiKey, right]) expect(told).not.toContain(hidden);
      }),
      { numRuns: 25 },
    );
  });

  it.each(['', ' ', 'g', 'abc=', '密钥', '\ud800'])('takes the secret %j', (apiSecret) => {
    const [{ call }] = wrongSignatures as [(typeof wrongSignatures)[number]];
    expect(findSigningMistakes({ ...call, apiSecret, signature: 'wrong' }).explanations).toStrictEqual([]);
  });

  it('looks for single mistakes only in a body of 200 kB', () => {
    const body = `{"clientOrderId":"${'\\"x'.repeat(70_000)}"}`;
    const call = { request: { timestampMs: '1700000000123', method: 'POST', target: '/x', body }, apiSecret: SECRET };
    expect(idsOf({ ...call, signature: sign('1700000000123POST/x') })).toStrictEqual([['body-not-signed']]);
    expect(idsOf({ ...call, signature: sign('1700000000POST/x') })).toStrictEqual([]);
    expect(idsOf({ ...call, signature: sign(`1700000000122POST/x${body}`) })).toStrictEqual([]);
  });
});
