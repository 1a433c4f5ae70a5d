import { createDigest } from '../../../../src/core/hmac-portable.js';
import { encodeBytes, type SignatureEncoding } from '../../../../src/core/signature-encoding.js';

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

type Subtle = Pick<SubtleCrypto, 'importKey' | 'sign'>;

/**
 * Signs a text with HMAC-SHA256, key and text as UTF-8. By Web Crypto where the page has it: browsers keep it from pages that
 * come over plain http, and there a hash written in JavaScript gives the same.
 */
export async function sign(
  subtle: Subtle | undefined,
  secret: string,
  text: string,
  encoding: SignatureEncoding,
): Promise<string> {
  const digest = subtle === undefined ? createDigest(secret)(text) : await digestByWebCrypto(subtle, secret, text);
  return encodeBytes(encoding, digest);
}

async function digestByWebCrypto(subtle: Subtle, secret: string, text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const key = await subtle.importKey('raw', encoder.encode(secret), ALGORITHM, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', key, encoder.encode(text)));
}
