import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameDecimal } from '../../src/core/decimal.js';

test.each([
  ['65000.10', '65000.1000000000000000', true],
  ['65000.10', '6.50001E+4', true],
  ['0E-8', '0', true],
  ['-0', '0.0', true],
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

/** Quadratic work on this many digits takes half an hour, so that the runner ends the test; linear work takes some milliseconds. */
const DIGITS = 1_600_000;

describe('a decimal of megabytes takes linear time', () => {
  test.each<[string, (n: number) => string]>([
    ['zeros inside', (n) => `1${'0'.repeat(n)}1`],
    ['zeros in front', (n) => `${'0'.repeat(n)}1`],
    ['zeros behind', (n) => `1.${'0'.repeat(n)}`],
    ['digits', (n) => '7'.repeat(n)],
    ['a long exponent', (n) => `1e${'9'.repeat(n)}`],
    ['an exponent of zeros', (n) => `1e${'0'.repeat(n)}1`],
    ['no decimal after all', (n) => `${'0'.repeat(n)}x`],
  ])('%s', (_what, text) => {
    const given = text(DIGITS);
    expect(sameDecimal(given, given)).not.toBe(false);
  });

  test('and is still compared to its last digit', () => {
    const zeros = '0'.repeat(500_000);
    expect(sameDecimal(`1${zeros}1`, `1${zeros}1.0`)).toBe(true);
    expect(sameDecimal(`1${zeros}1`, `1${zeros}2`)).toBe(false);
    expect(sameDecimal(`1${zeros}`, `1e500000`)).toBe(true);
    expect(sameDecimal(`1e-${zeros}5`, '0.00001')).toBe(true);
  });

  test('an exponent that a number cannot hold exactly cannot be compared, unless the value is zero', () => {
    expect(sameDecimal('1e9999999999999999', '1e9999999999999999')).toBeUndefined();
    expect(sameDecimal('1e9999999999999999999', '1')).toBeUndefined();
    expect(sameDecimal('0e9999999999999999999', '0.0')).toBe(true);
  });
});
