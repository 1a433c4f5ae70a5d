import { canonicalDecimal } from '../decimal.js';

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/;
export const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The double for a JSON number token (`1.50` is 1.5), or the token itself where a double would be another number. */
export function fromNumberToken(token: string): number | string {
  if (token === '0') return 0;
  const number = Number(token);
  // Nearly always a time or a small integer. 0 is looked at: it may be the rest of `1e-400`.
  if (token.length <= 16 && number !== 0 && Number.isSafeInteger(number)) return number;
  const shortest = String(number);
  if (shortest === token) return number;
  return Number.isFinite(number) && canonicalDecimal(shortest) === canonicalDecimal(token) ? number : token;
}

/** The double for a string that holds a whole number (`"1607702400000"`), or the string itself. */
export function fromNumberString(text: string): number | string {
  return WHOLE_NUMBER.test(text) ? fromNumberToken(text) : text;
}
