import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRecordIds, readRecordId } from '../../src/history/record-id.js';

test('ids are compared by value, whatever their length and leading zeros', () => {
  const digits = fc.tuple(fc.nat({ max: 3 }), fc.bigInt({ min: 0n, max: 2n ** 70n }));
  const text = ([zeros, value]: [number, bigint]): string => '0'.repeat(zeros) + String(value);
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      const order = compareRecordIds(readRecordId(text(a))!, readRecordId(text(b))!);
      expect(Math.sign(order)).toBe(a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
    }),
  );
  expect(readRecordId('0')).toBe('0');
  expect(readRecordId('000')).toBe('0');
});

test.each([undefined, null, 5, '', '-1', '1.5', '0x1', '1'.repeat(65), '9'.repeat(8_000_000)])(
  'is not an id: %.20s',
  (id) => {
    expect(readRecordId(id)).toBeUndefined();
  },
);
