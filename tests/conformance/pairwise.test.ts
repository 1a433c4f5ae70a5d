import { expect, it } from 'vitest';
import { pairwise } from '../../src/conformance/orders/pairwise.js';

const DIMENSIONS = {
  side: ['BUY', 'SELL'],
  open: ['OPEN', 'CLOSE'],
  limit: [undefined, '5', '1000'],
  isNamed: [true, false],
};
type Form = { [Name in keyof typeof DIMENSIONS]: (typeof DIMENSIONS)[Name][number] };

const NAMES = ['side', 'open', 'limit', 'isNamed'] as const;

/** Each two values of two dimensions, as text. */
const pairsOf = (forms: readonly Form[]): ReadonlySet<string> =>
  new Set(
    forms.flatMap((form) =>
      NAMES.flatMap((one) => NAMES.map((other) => `${one} ${String(form[one])} ${other} ${String(form[other])}`)),
    ),
  );

const PRODUCT = DIMENSIONS.side.flatMap((side) =>
  DIMENSIONS.open.flatMap((open) =>
    DIMENSIONS.limit.flatMap((limit) => DIMENSIONS.isNamed.map((isNamed): Form => ({ side, open, limit, isNamed }))),
  ),
);

it('has each value with each value of every other dimension, in far fewer forms than there are', () => {
  const forms = pairwise<Form>(DIMENSIONS, 1);
  expect(pairsOf(forms)).toEqual(pairsOf(PRODUCT));
  expect(forms.length).toBeLessThan(PRODUCT.length / 2);
});

it('leaves out what is not allowed, and has all other pairs', () => {
  const isAllowed = ({ side, open }: Form): boolean => open === 'OPEN' || side === 'SELL';
  const forms = pairwise<Form>(DIMENSIONS, 1, isAllowed);
  expect(forms.every(isAllowed)).toBe(true);
  expect(pairsOf(forms)).toEqual(pairsOf(PRODUCT.filter(isAllowed)));
});

it('chooses the same forms for the same seed, and others for another one', () => {
  expect(pairwise<Form>(DIMENSIONS, 7)).toEqual(pairwise<Form>(DIMENSIONS, 7));
  expect(pairwise<Form>(DIMENSIONS, 8)).not.toEqual(pairwise<Form>(DIMENSIONS, 7));
});
