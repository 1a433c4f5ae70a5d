import type { FieldName } from '../../../generated/description.js';
import { refuse } from './refusal.js';

/** Places that a division keeps; it rounds towards zero. */
const DIVISION_PLACES = 24;

/** Operands of arithmetic: text, and a number that is whole, are parsed once and kept. */
type Operand = Decimal | string | number;

/** An exact decimal: a whole number of units, each of them 10 to the power of minus `places`. */
export class Decimal {
  readonly units: bigint;
  readonly places: number;

  constructor(units: bigint, places: number) {
    this.units = units;
    this.places = places;
  }

  plus(other: Operand): Decimal {
    const { units, places } = read(other);
    if (places === this.places) return new Decimal(this.units + units, places);
    return places < this.places
      ? new Decimal(this.units + units * powerOfTen(this.places - places), this.places)
      : new Decimal(this.units * powerOfTen(places - this.places) + units, places);
  }

  minus(other: Operand): Decimal {
    const { units, places } = read(other);
    return this.plus(new Decimal(-units, places));
  }

  times(other: Operand): Decimal {
    const { units, places } = read(other);
    return new Decimal(this.units * units, this.places + places);
  }

  div(other: Operand): Decimal {
    const { units, places } = read(other);
    const scale = DIVISION_PLACES + places - this.places;
    return scale < 0
      ? new Decimal(this.units / (units * powerOfTen(-scale)), DIVISION_PLACES)
      : new Decimal((this.units * powerOfTen(scale)) / units, DIVISION_PLACES);
  }

  /** Rounds towards zero to at most this many places. */
  truncated(places: number): Decimal {
    return this.places <= places ? this : new Decimal(this.units / powerOfTen(this.places - places), places);
  }

  /** 1, -1 or 0, as this is above, below or equal to the other. */
  cmp(other: Operand): 1 | -1 | 0 {
    const { units, places } = read(other);
    const a = places > this.places ? this.units * powerOfTen(places - this.places) : this.units;
    const b = places < this.places ? units * powerOfTen(this.places - places) : units;
    return a < b ? -1 : a > b ? 1 : 0;
  }

  eq(other: Operand): boolean {
    return this.cmp(other) === 0;
  }

  lt(other: Operand): boolean {
    return this.cmp(other) < 0;
  }

  lte(other: Operand): boolean {
    return this.cmp(other) <= 0;
  }

  gt(other: Operand): boolean {
    return this.cmp(other) > 0;
  }

  gte(other: Operand): boolean {
    return this.cmp(other) >= 0;
  }

  /** Without an exponent: with exactly this many places, rounded towards zero, or with as many as it needs. */
  toFixed(places?: number): string {
    const isNegative = this.units < 0n;
    const digits = String(isNegative ? -this.units : this.units).padStart(this.places + 1, '0');
    const point = digits.length - this.places;
    let end = places === undefined ? digits.length : Math.min(point + places, digits.length);
    if (places === undefined) while (end > point && digits[end - 1] === '0') end--;
    const fraction = digits.slice(point, end).padEnd(places ?? 0, '0');
    return `${isNegative ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : '.'}${fraction}`;
  }
}

const powers: bigint[] = [];

const powerOfTen = (exponent: number): bigint => (powers[exponent] ??= 10n ** BigInt(exponent));

const kept = new Map<string, Decimal>();

/** A decimal of the rules of a contract, which are read for each order: parsed once. */
export function ruleDecimal(text: string): Decimal {
  let value = kept.get(text);
  if (value === undefined) kept.set(text, (value = decimal(text)));
  return value;
}

const read = (operand: Operand): Decimal => (operand instanceof Decimal ? operand : ruleDecimal(String(operand)));

export const ZERO: Decimal = new Decimal(0n, 0);

export const isZero = (value: Decimal): boolean => value.units === 0n;
export const isPositive = (value: Decimal): boolean => value.units > 0n;
export const isNegative = (value: Decimal): boolean => value.units < 0n;

/** The same as `minus`, without a copy where there is nothing to take away. */
export const less = (value: Decimal, part: Decimal): Decimal => (isZero(part) ? value : value.minus(part));

export const smaller = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);

/** Tells whether a decimal that was parsed has no more places than allowed. */
export const hasPlaces = (value: Decimal, places: number): boolean => value.places <= places;

/** Moves a decimal by this many places: 1.25 by 2 is 125. */
export function shifted({ units, places }: Decimal, by: number): number {
  return by < places ? Number(units) / 10 ** (places - by) : Number(units) * 10 ** (by - places);
}

/** Nothing is traded from 1e18 on; arithmetic on `1e999999999` would not end. */
const TOO_LARGE_EXPONENT = 18;
/** Digits behind them change nothing, and arithmetic on `1e-999999999` would not end either. */
const MOST_PLACES = 1000;

/** Digits without zeros at either end, none for 0, and at which place after the point the last one stands. */
interface Digits {
  readonly sign: string;
  readonly digits: string;
  readonly places: number;
}

/** Parses a decimal. */
export function decimal(text: string): Decimal {
  const found = scan(text);
  if (found === undefined) throw new TypeError(`${text} is not a decimal`);
  return fromDigits(found);
}

/** Reads a decimal that a client sent, where the description only knows that it is one. */
export function readDecimal(name: FieldName, text: string): Decimal {
  const found = scan(text) ?? refuse('-1102', `${name} is not a decimal`);
  if (found.digits.length - found.places > TOO_LARGE_EXPONENT) refuse('-1102', `${name} is too large`);
  return fromDigits(found);
}

const DECIMAL = /^(-?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

function scan(text: string): Digits | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole, fraction, exponent = '0'] = match as unknown as [string, string, string, string, string?];
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (end > 0 && digits[end - 1] === '0') end--;
  while (start < end && digits[start] === '0') start++;
  return { sign, digits: digits.slice(start, end), places: end === 0 ? 0 : end - whole.length - Number(exponent) };
}

function fromDigits({ sign, digits, places }: Digits): Decimal {
  if (digits === '') return ZERO;
  if (places > MOST_PLACES)
    return new Decimal(BigInt(sign + (digits.slice(0, MOST_PLACES - places) || '1')), MOST_PLACES);
  const units = BigInt(sign + digits);
  return places < 0 ? new Decimal(units * powerOfTen(-places), 0) : new Decimal(units, places);
}
