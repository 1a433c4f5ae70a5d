import { createHmac } from '../../../../src/core/hmac-portable.js';

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

type Subtle = Pick<SubtleCrypto, 'importKey' | 'sign'>;

export type Encoding = 'hex' | 'base64';

/**
 * Signs a text with HMAC-SHA256, key and text as UTF-8. By Web Crypto where the page has it: browsers keep it from pages that
 * come over plain http, and there a hash written in JavaScript gives the same.
 */
export async function sign(
  subtle: Subtle | undefined,
  secret: string,
  text: string,
  encoding: Encoding,
): Promise<string> {
  const hex = subtle === undefined ? createHmac(secret)(text) : await signByWebCrypto(subtle, secret, text);
  return encoding === 'hex' ? hex : toBase64(hex);
}

async function signByWebCrypto(subtle: Subtle, secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await subtle.importKey('raw', encoder.encode(secret), ALGORITHM, false, ['sign']);
  const digest = new Uint8Array(await subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const toBase64 = (hex: string): string =>
  btoa(String.fromCharCode(...hex.match(/../g)!.map((pair) => Number.parseInt(pair, 16))));
