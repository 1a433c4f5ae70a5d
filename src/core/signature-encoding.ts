interface Codec {
  readonly write: (bytes: Uint8Array) => string;
  /** Takes what `write` gives; other text may be refused. */
  readonly read: (text: string) => Uint8Array;
}

const DIGITS = '0123456789abcdef';

function writeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte >> 4]! + DIGITS[byte & 15]!;
  return text;
}

const readHex = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));

const writeBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
/** Padded or not, in either alphabet. */
const readBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const toUrlAlphabet = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');
const unpad = (base64: string): string => base64.replaceAll('=', '');

const codecs = {
  hex: { write: writeHex, read: readHex },
  'hex-upper': { write: (bytes) => writeHex(bytes).toUpperCase(), read: readHex },
  base64: { write: writeBase64, read: readBase64 },
  'base64-unpadded': { write: (bytes) => unpad(writeBase64(bytes)), read: readBase64 },
  base64url: { write: (bytes) => toUrlAlphabet(writeBase64(bytes)), read: readBase64 },
  'base64url-unpadded': { write: (bytes) => unpad(toUrlAlphabet(writeBase64(bytes))), read: readBase64 },
  'base64-of-hex': { write: (bytes) => btoa(writeHex(bytes)), read: (text) => readHex(atob(text)) },
} satisfies Readonly<Record<string, Codec>>;

/** The form of the digest in X-CH-SIGN. */
export type SignatureEncoding = keyof typeof codecs;

export const signatureEncodings = Object.keys(codecs) as readonly SignatureEncoding[];

/** Tells whether a signature is written in hex digits; otherwise it is some base64. */
export const isHex = (encoding: SignatureEncoding): boolean => encoding === 'hex' || encoding === 'hex-upper';

export const encodeBytes = (encoding: SignatureEncoding, bytes: Uint8Array): string => codecs[encoding].write(bytes);

export const decodeBytes = (encoding: SignatureEncoding, text: string): Uint8Array => codecs[encoding].read(text);

/** A signature that differs from the given one in the last bit of its digest. Applied twice, it gives the same text again. */
export function flipLastBit(signature: string, encoding: SignatureEncoding): string {
  const bytes = decodeBytes(encoding, signature);
  bytes[bytes.length - 1]! ^= 1;
  return encodeBytes(encoding, bytes);
}
