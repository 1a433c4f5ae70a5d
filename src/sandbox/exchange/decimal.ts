import { Big } from 'big.js';

/** Exact decimals, apart from division, which keeps this many places and rounds towards zero. */
export const Decimal = Big();
Decimal.DP = 24;
Decimal.RM = Decimal.roundDown;

export type Decimal = Big;

export const ZERO: Decimal = new Decimal(0);

export const decimal = (text: string): Decimal => new Decimal(text);

export const smaller = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);

/** Whether a decimal has no more places than allowed. */
export const hasPlaces = (value: Decimal, places: number): boolean => value.round(places, Decimal.roundDown).eq(value);
