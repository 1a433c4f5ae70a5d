const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * Whether two decimals have the same value, whatever their scale (`65000.10`, `65000.1000000000000000`, `6.50001E+4`);
 * undefined when one of them is no decimal. Digits are compared as text: nothing goes through a double.
 */
export function sameDecimal(a: string, b: string): boolean | undefined {
  const left = canonical(a);
  const right = canonical(b);
  return left === undefined || right === undefined ? undefined : left === right;
}

/** Sign, digits without zeros at either end, and exponent: one text for each value. */
function canonical(text: string): string | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
