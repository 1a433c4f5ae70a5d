import { parse } from 'lossless-json';

/** The text of a number, so that it cannot be taken for a string on the way. */
class NumberToken {
  constructor(readonly text: string) {}
}

/**
 * The expected result of the decoder, by other means: lossless-json parses, and exact arithmetic decides whether a
 * double stands for the same number.
 */
export function referenceDecode(text: string, numberKeys: readonly string[]): unknown {
  const parsed = parse(text, null, {
    parseNumber: (token) => new NumberToken(token),
    onDuplicateKey: ({ newValue }) => newValue,
  });
  return convert(parsed, false);

  function convert(value: unknown, asNumber: boolean): unknown {
    if (value instanceof NumberToken) return asNumber ? doubleOrText(value.text) : value.text;
    if (typeof value === 'string') return asNumber && /^-?(0|[1-9]\d*)$/.test(value) ? doubleOrText(value) : value;
    if (Array.isArray(value)) return value.map((item) => convert(item, asNumber));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, convert(item, numberKeys.includes(key))]),
    );
  }
}

/** The double whose shortest decimal is exactly this number; the text where there is none. */
function doubleOrText(token: string): number | string {
  const double = Number(token);
  if (!Number.isFinite(double)) return token;
  const [a, b] = [toScaled(token), toScaled(String(double))];
  // Zero has no scale: 0E30000000000 would be a power of ten beyond any BigInt.
  if (a.units === 0n || b.units === 0n) return a.units === b.units ? double : token;
  const scale = Math.min(a.exponent, b.exponent);
  const same = a.units * 10n ** BigInt(a.exponent - scale) === b.units * 10n ** BigInt(b.exponent - scale);
  return same ? double : token;
}

/** A decimal as units × 10^exponent. */
function toScaled(token: string): { units: bigint; exponent: number } {
  const [mantissa, exponent = '0'] = token.toLowerCase().split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  return { units: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
