const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Beyond this an exponent is not exact as a number, and no price or volume comes near it. */
const MAX_EXPONENT = 1e15;

/**
 * Tells whether two decimals have the same value, at any scale (`65000.10`, `65000.1000000000000000`, `6.50001E+4`);
 * undefined when one of them is not a decimal. Digits are compared as text: nothing goes through a double. Takes linear
 * time, because the text comes from a service.
 */
export function sameDecimal(a: string, b: string): boolean | undefined {
  const left = canonicalDecimal(a);
  const right = canonicalDecimal(b);
  return left === undefined || right === undefined ? undefined : left === right;
}

/**
 * One text for each value: sign, digits without zeros at either end, and exponent. Undefined for a text that is not a
 * decimal, or whose exponent is beyond 10^15.
 */
export function canonicalDecimal(text: string): string | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const [start, end] = significantRange(digits);
  if (start === end) return '0';
  const power = Number(exponent) - fraction.length + digits.length - end;
  if (!(Math.abs(power) < MAX_EXPONENT)) return undefined;
  return `${sign === '-' ? '-' : ''}${digits.slice(start, end)}e${power}`;
}

/** Where the digits without leading and trailing zeros stand. Not `/0+$/`: on zeros inside it takes quadratic time. */
function significantRange(digits: string): [number, number] {
  let start = 0;
  while (start < digits.length && digits.charCodeAt(start) === ZERO) start++;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  return [start, end];
}

const ZERO = 48;
