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
  // 32 bytes in base64, or 64 hex digits in base64.
  const isBase64 = /^[\w+/-]{43}=?$|^[\w+/-]{86}(?:==)?$/.test(signature);
  return isBase64 && isHex(wanted) ? 'base64-sent' : undefined;
}

function timestampShape(timestamp: string): string | undefined {
  if (/^\d{10}$/.test(timestamp)) return 'seconds-sent';
  return /^\d{16}$/.test(timestamp) ? 'microseconds' : undefined;
}

/** The fault in the form of a signature, in words; undefined when it can be one. */
export function lengthNote(signature: string, wanted: SignatureEncoding): string | undefined {
  if (!isHex(wanted)) {
    return /^[\w+/-]{43}=$/.test(signature)
      ? undefined
      : `A signature in base64 has 44 characters and ends in "=". This one has ${signature.length}.`;
  }
  const foreign = [...signature].find((character) => !/[\da-f]/i.test(character));
  if (foreign !== undefined) {
    return `A signature has 64 hex digits (0-9, a-f). This one has ${signature.length} characters, and ${JSON.stringify(foreign)} among them.`;
  }
  if (signature.length === 64) return undefined;
  const cause = signature.length < 64 ? 'Was a part lost in copying?' : 'Was something else copied with it?';
  return `A signature has 64 hex digits. This one has ${signature.length}. ${cause}`;
}
