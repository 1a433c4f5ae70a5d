import { canonicalDecimal } from './decimal.js';

/** No price or volume has more digits, and beyond this a sum could be made to take long. */
const MAX_SUM_DIGITS = 100;

/** The exact sum of two decimals, without an exponent; undefined when one of them is not a decimal of at most 100 digits. */
export function addDecimals(a: string, b: string): string | undefined {
  const scaled = atOneScale(a, b);
  if (scaled === undefined) return undefined;
  const [left, right, power] = scaled;
  const sum = left + right;
  const digits = String(sum < 0n ? -sum : sum).padStart(1 - power, '0');
  const whole = `${sum < 0n ? '-' : ''}${digits.slice(0, digits.length + power)}`;
  return power === 0 ? whole : `${whole}.${digits.slice(power)}`;
}

/**
 * Tells whether `a` differs from `b` by at most a hundredth of it, or by less than one in the last place of `a`; undefined when one
 * of them is not a decimal of at most 100 digits.
 */
export function isNear(a: string, b: string): boolean | undefined {
  const scaled = atOneScale(a, b);
  if (scaled === undefined) return undefined;
  const [left, right, power] = scaled;
  const squared = (left - right) ** 2n;
  const lastPlace = 10n ** BigInt(Math.min(partsOf(a)!.power, 0) - power);
  return squared * 10_000n <= right ** 2n || squared < lastPlace ** 2n;
}

/** Two decimals as whole numbers of one power of ten, at most 0. */
function atOneScale(a: string, b: string): readonly [left: bigint, right: bigint, power: number] | undefined {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === undefined || right === undefined) return undefined;
  const power = Math.min(left.power, right.power, 0);
  const whole = ({ digits, power: own }: NonNullable<typeof left>): bigint => digits * 10n ** BigInt(own - power);
  return [whole(left), whole(right), power];
}

function partsOf(text: string): { readonly digits: bigint; readonly power: number } | undefined {
  const [digits, power = '0'] = canonicalDecimal(text)?.split('e') ?? [];
  const isSmall = digits !== undefined && digits.length + Math.abs(Number(power)) <= MAX_SUM_DIGITS;
  return isSmall ? { digits: BigInt(digits), power: Number(power) } : undefined;
}
