import { type Decimal, decimal } from './decimal.js';
import { refuse } from './refusal.js';

/** Nothing is traded beyond it; arithmetic on `1e999999999` would not end. */
const TOO_LARGE = decimal('1e18');

/** Reads a decimal that a client sent, where the description only knows that it is one. */
export function readDecimal(name: string, text: string): Decimal {
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) refuse('-1102', `${name} is not a decimal`);
  const value = decimal(text);
  if (value.abs().gte(TOO_LARGE)) refuse('-1102', `${name} is too large`);
  return value;
}
