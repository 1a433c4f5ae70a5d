import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameDecimal } from '../../src/core/decimal.js';

test.each([
  ['65000.10', '65000.1000000000000000', true],
  ['65000.10', '6.50001E+4', true],
  ['0E-8', '0', true],
  ['-0', '0.0', true],
  ['1', '-1', false],
  ['10', '1', false],
  ['9007199254740993', '9007199254740992', false],
  ['1', '', undefined],
  ['1', '1,5', undefined],
  ['NaN', 'NaN', undefined],
])('%s and %s: %s', (a, b, same) => {
  expect(sameDecimal(a, b)).toBe(same);
});

test('says the same as a library of decimals', () => {
  const decimal = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.nat(2000),
      fc.constantFrom('', '.0', '.50', '.05', '.5'),
      fc.integer({ min: -3, max: 3 }),
    )
    .map(([sign, whole, fraction, power]) => `${sign}${whole}${fraction}e${power}`);
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      expect(sameDecimal(a, b)).toBe(Big(a).eq(b));
      expect(sameDecimal(a, Big(a).toFixed(12))).toBe(true);
    }),
  );
});
