import { Big } from 'big.js';
import { refuse } from './refusal.js';

/** Exact decimals, apart from division, which keeps this many places and rounds towards zero. */
export const Decimal = Big();
Decimal.DP = 24;
Decimal.RM = Decimal.roundDown;

export type Decimal = Big;

export const ZERO: Decimal = new Decimal(0);

export const decimal = (text: string): Decimal => new Decimal(text);

const ruled = new Map<string, Decimal>();

/** A decimal of the rules of a contract, which are read for each order: parsed once. */
export function ruleDecimal(text: string): Decimal {
  let value = ruled.get(text);
  if (value === undefined) ruled.set(text, (value = decimal(text)));
  return value;
}

// A comparison with 0 would parse the 0 first.
export const isZero = (value: Decimal): boolean => value.c[0] === 0;
export const isPositive = (value: Decimal): boolean => value.s > 0 && !isZero(value);
export const isNegative = (value: Decimal): boolean => value.s < 0 && !isZero(value);

/** The same as `minus`, which copies both numbers also where there is nothing to take away. */
export const less = (value: Decimal, part: Decimal): Decimal => (isZero(part) ? value : value.minus(part));

export const smaller = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);

/** Whether a decimal has no more places than allowed. */
export const hasPlaces = (value: Decimal, places: number): boolean => value.c.length - 1 - value.e <= places;

/** A decimal moved by so many places: 1.25 by 2 is 125. */
export function shifted(value: Decimal, places: number): number {
  const zeros = places - (value.c.length - 1 - value.e);
  if (zeros < 0 || value.e > 15) return value.times(ruleDecimal(`1e${places}`)).toNumber();
  // A whole number: its digits, and zeros.
  let whole = 0;
  for (const digit of value.c) whole = whole * 10 + digit;
  return value.s * whole * 10 ** zeros;
}

/** Nothing is traded from 1e18 on; arithmetic on `1e999999999` would not end. */
const TOO_LARGE_EXPONENT = 18;

/** Reads a decimal that a client sent, where the description only knows that it is one. */
export function readDecimal(name: string, text: string): Decimal {
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) refuse('-1102', `${name} is not a decimal`);
  const value = decimal(text);
  if (value.e >= TOO_LARGE_EXPONENT) refuse('-1102', `${name} is too large`);
  return value;
}
