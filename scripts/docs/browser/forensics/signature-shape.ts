import { isHex, type SignatureEncoding } from '../../../../src/core/signature-encoding.js';
import { signingMistakes } from '../../../../src/diagnosis/catalogue.js';
import type { SigningMistake } from '../../../../src/diagnosis/mistake.js';

/** Hex digits of MD5, SHA-1 and SHA-512. */
const OTHER_LENGTHS = [32, 40, 128];

/** The mistakes that show in a signature and its timestamp, without any secret. */
export function mistakesOfShape(
  signature: string,
  timestamp: string,
  wanted: SignatureEncoding,
): readonly SigningMistake[] {
  return [shapeOf(signature, wanted), timestampShape(timestamp)].flatMap(
    (id) => signingMistakes.find((mistake) => mistake.id === id) ?? [],
  );
}

function shapeOf(signature: string, wanted: SignatureEncoding): string | undefined {
  if (/^[\da-f]+$/i.test(signature)) {
    if (OTHER_LENGTHS.includes(signature.length)) return 'other-hash';
    if (signature.length !== 64) return undefined;
    if (!isHex(wanted)) return 'hex-sent';
    return wanted === 'hex' && /[A-F]/.test(signature) ? 'hex-upper-case' : undefined;
  }
  // 64 hex digits in base64.
  if (/^[\w+/-]{86}(?:==)?$/.test(signature)) return 'base64-of-hex';
  return isHex(wanted) && /^[\w+/-]{43}=?$/.test(signature) ? 'base64-sent' : undefined;
}

function timestampShape(timestamp: string): string | undefined {
  if (/^\d{10}$/.test(timestamp)) return 'seconds-sent';
  return /^\d{16}(?:\d{3})?$/.test(timestamp) ? 'microseconds' : undefined;
}
