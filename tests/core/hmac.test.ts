import * as crypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmac as createNodeHmac } from '../../src/core/hmac-node.js';
import { createHmac as createPortableHmac } from '../../src/core/hmac-portable.js';
import { rfc4231 } from './rfc-4231.js';
import { numRuns, propertyTimeoutMs } from './runs.js';

const implementations = {
  'on Node': createNodeHmac,
  portable: createPortableHmac,
} as const;
const each = Object.entries(implementations);

/** Takes bytes, so it reaches the test cases of the RFC that text cannot express. */
function referenceHmac(key: Uint8Array, data: Uint8Array): string {
  return crypto.createHmac('sha256', key).update(data).digest('hex');
}
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const isText = (hex: string) => Buffer.from(bytes(hex).toString('utf8'), 'utf8').equals(bytes(hex));

/*
 * The implementations take text. Key or data of test cases 3, 4, 6 and 7 are bytes 0xaa, 0xcd or 0xdd in a row, which
 * no UTF-8 text has; the reference reproduces those, and the implementations have to agree with the reference.
 */
describe('RFC 4231', () => {
  it.each(rfc4231)('$name is reproduced by the reference of these tests', ({ key, data, digest }) => {
    expect(referenceHmac(bytes(key), bytes(data)).slice(0, digest.length)).toBe(digest);
  });

  const asText = rfc4231.filter(({ key, data }) => isText(key) && isText(data));

  it('test cases 1, 2 and 5 can be written as text', () => {
    expect(asText.map(({ name }) => name.slice(0, 11))).toStrictEqual(['test case 1', 'test case 2', 'test case 5']);
  });

  describe.each(each)('%s', (_name, createHmac) => {
    it.each(asText)('reproduces $name', ({ key, data, digest }) => {
      expect(createHmac(bytes(key).toString('utf8'))(bytes(data).toString('utf8')).slice(0, digest.length)).toBe(
        digest,
      );
    });
  });
});

/** Any UTF-16 code units, lone surrogates included. */
const text = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xd7f0, max: 0xe00f }) },
  ),
  { maxLength: 200 },
);
const toText = (units: readonly number[]) => String.fromCharCode(...units);
const secret = text.filter((units) => units.length > 0).map(toText);
/** Mostly short, as requests are. */
const message = fc
  .tuple(text, fc.oneof({ weight: 19, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(20, 400) }))
  .map(([units, times]) => toText(units).repeat(times));

describe('all implementations', () => {
  it(
    'agree with node:crypto over bytes, for any key and any messages one after another',
    () => {
      fc.assert(
        fc.property(secret, fc.array(message, { minLength: 1, maxLength: 4 }), (key, messages) => {
          const hmacs = each.map(([, createHmac]) => createHmac(key));
          for (const data of messages) {
            const wanted = referenceHmac(Buffer.from(key, 'utf8'), Buffer.from(data, 'utf8'));
            const found = hmacs.map((hmac) => hmac(data));
            if (found.some((digest) => digest !== wanted)) expect(found).toStrictEqual(each.map(() => wanted));
          }
        }),
        { numRuns },
      );
    },
    propertyTimeoutMs,
  );

  it.each([1, 63, 64, 65, 131, 1000])('agree with node:crypto for a key of %i bytes', (length) => {
    const key = 'k'.repeat(length);
    for (const [, createHmac] of each)
      expect(createHmac(key)('text')).toBe(referenceHmac(Buffer.from(key), Buffer.from('text')));
  });

  it('keep two keys apart when they take turns', () => {
    for (const [, createHmac] of each) {
      const [a, b] = [createHmac('a'), createHmac('b')];
      const wanted = ['a', 'b', 'a'].map((key) => referenceHmac(Buffer.from(key), Buffer.from('text')));
      expect([a('text'), b('text'), a('text')]).toStrictEqual(wanted);
    }
  });
});
