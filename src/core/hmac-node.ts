import type { Digest, Hmac } from './signing.js';

/** Taken when the first key is prepared: an import would cost every program that only has this package installed. */
function loadCrypto(): typeof import('node:crypto') {
  // A TypeError about this function would name what users do not know.
  if (typeof process.getBuiltinModule !== 'function')
    throw new Error(`futures-trading-client needs Node.js 20.19 or later; this is ${process.version}.`);
  return process.getBuiltinModule('node:crypto');
}

/** HMAC-SHA256 with a fixed key, as lower-case hex (RFC 2104). */
export function createHmac(secret: string): Hmac {
  const crypto = loadCrypto();
  const key = crypto.createSecretKey(secret, 'utf8');
  return (text) => crypto.createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** HMAC-SHA256 with a fixed key, as bytes. */
export function createDigest(secret: string): Digest {
  const crypto = loadCrypto();
  const key = crypto.createSecretKey(secret, 'utf8');
  return (message) => crypto.createHmac('sha256', key).update(message).digest();
}
