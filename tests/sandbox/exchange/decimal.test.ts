import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { Decimal, decimal, hasPlaces, readDecimal, shifted, ZERO } from '../../../src/sandbox/exchange/decimal.js';
import { Refusal } from '../../../src/sandbox/exchange/refusal.js';

/** A library of decimals with the same rule for divisions. */
const Library = Big();
Library.DP = 24;
Library.RM = Library.roundDown;

const text = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.bigInt(0n, 10n ** 17n), fc.nat(20)),
    fc.constantFrom('', '.', '.0', '.5', '.050', '.000000000000000000001', '.123456789012345678901234567890'),
    fc.constantFrom('', 'e0', 'E+3', 'e-3', 'e-20'),
  )
  .map((parts) => parts.join(''));

it('does the arithmetic of a library of decimals, and writes the same text', () => {
  fc.assert(
    fc.property(text, text, fc.nat(30), (a, b, places) => {
      const [x, y] = [decimal(a), decimal(b)];
      const [bigX, bigY] = [new Library(a), new Library(b)];
      expect(x.toFixed()).toBe(bigX.toFixed());
      expect(x.toFixed(places)).toBe(bigX.toFixed(places));
      expect(x.plus(y).toFixed()).toBe(bigX.plus(bigY).toFixed());
      expect(x.minus(y).toFixed()).toBe(bigX.minus(bigY).toFixed());
      expect(x.times(y).toFixed(places)).toBe(bigX.times(bigY).toFixed(places));
      if (!y.eq(ZERO)) expect(x.div(y).toFixed()).toBe(bigX.div(bigY).toFixed());
      expect(x.truncated(places).toFixed()).toBe(bigX.round(places, 0).toFixed());
      expect([x.cmp(y), x.eq(y), x.lt(y), x.lte(y), x.gt(y), x.gte(y)]).toEqual([
        bigX.cmp(bigY),
        bigX.eq(bigY),
        bigX.lt(bigY),
        bigX.lte(bigY),
        bigX.gt(bigY),
        bigX.gte(bigY),
      ]);
      expect(hasPlaces(x, places)).toBe(bigX.round(places, 0).eq(bigX));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['65000.10', 2, 6_500_010],
  ['1.25', 1, 12.5],
  ['3e4', 2, 3_000_000],
  ['-0.001', 3, -1],
])('%s moved by %i places is %d', (given, places, moved) => {
  expect(shifted(decimal(given), places)).toBe(moved);
});

test.each(['', '.', '-', 'e5', '1e', '1,5', ' 1', '+1', '0x1', '1.5.0', 'NaN', 'Infinity'])(
  '%j is not a decimal',
  (given) => {
    expect(() => readDecimal('price', given)).toThrow(new Refusal('-1102', 'price is not a decimal'));
    expect(() => decimal(given)).toThrow(TypeError);
  },
);

test.each(['1e18', '1000000000000000000', '0.01e20', '1e999999999', '-1e18'])('%s is too large', (given) => {
  expect(() => readDecimal('price', given)).toThrow(new Refusal('-1102', 'price is too large'));
});

test.each([
  ['999999999999999999', '999999999999999999'],
  ['0e999999999', '0'],
  ['-0', '0'],
  [`1.${'0'.repeat(5000)}`, '1'],
])('%.20s is read as %s', (given, written) => {
  expect(readDecimal('price', given).toFixed()).toBe(written);
});

test.each(['1e-999999999', `0.${'0'.repeat(5000)}1`, `5.${'1'.repeat(5000)}`])(
  '%.20s has more places than anything may have, and costs no time',
  (given) => {
    const value = readDecimal('price', given);
    expect(value.gt(0)).toBe(true);
    expect(hasPlaces(value, 999)).toBe(false);
    expect(value.div(new Decimal(3n, 0)).truncated(8).toFixed()).toBe(
      new Library(given)
        .div(3)
        .toFixed(8)
        .replace(/\.?0+$/, ''),
    );
  },
);
