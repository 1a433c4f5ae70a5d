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

export const smaller = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);

/** Whether a decimal has no more places than allowed. */
export const hasPlaces = (value: Decimal, places: number): boolean => value.c.length - 1 - value.e <= places;

/** Nothing is traded beyond it; arithmetic on `1e999999999` would not end. */
const TOO_LARGE = decimal('1e18');

/** Reads a decimal that a client sent, where the description only knows that it is one. */
export function readDecimal(name: string, text: string): Decimal {
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) refuse('-1102', `${name} is not a decimal`);
  const value = decimal(text);
  if (value.abs().gte(TOO_LARGE)) refuse('-1102', `${name} is too large`);
  return value;
}
