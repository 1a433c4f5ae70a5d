import * as crypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmac as createNodeHmac } from '../../src/core/hmac-node.js';
import { createHmac as createPortableHmac } from '../../src/core/hmac-portable.js';
import { itHolds } from './runs.js';

const implementations = { 'on Node': createNodeHmac, portable: createPortableHmac } as const;
const each = Object.entries(implementations);

/** The platform's own, over bytes. The vectors of tests/core/signing.test.ts hold it to what other tools sign. */
function referenceHmac(key: Uint8Array, data: Uint8Array): string {
  return crypto.createHmac('sha256', key).update(data).digest('hex');
}

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
  itHolds(
    'agree with node:crypto over bytes, for any key and any messages one after another',
    fc.property(secret, fc.array(message, { minLength: 1, maxLength: 4 }), (key, messages) => {
      const hmacs = each.map(([, createHmac]) => createHmac(key));
      for (const data of messages) {
        const wanted = referenceHmac(Buffer.from(key, 'utf8'), Buffer.from(data, 'utf8'));
        const found = hmacs.map((hmac) => hmac(data));
        if (found.some((digest) => digest !== wanted)) expect(found).toStrictEqual(each.map(() => wanted));
      }
    }),
  );

  it('keep two keys apart when they take turns', () => {
    for (const [, createHmac] of each) {
      const [a, b] = [createHmac('a'), createHmac('b')];
      const wanted = ['a', 'b', 'a'].map((key) => referenceHmac(Buffer.from(key), Buffer.from('text')));
      expect([a('text'), b('text'), a('text')]).toStrictEqual(wanted);
    }
  });
});
