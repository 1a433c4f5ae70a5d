import type { Digest, Hmac } from './signing.js';

// Said at the import, in one line: a call would fail with a TypeError about a name that users do not know. Bundles for browsers hold
// this as well, and have no process.
if (typeof process === 'object' && process.versions?.node && typeof process.getBuiltinModule !== 'function')
  throw new Error(`futures-trading-client needs Node.js 20.19 or later; this is ${process.version}.`);

/** Taken when the first key is prepared: an import would cost every program that only has this package installed. */
const loadCrypto = () => process.getBuiltinModule('node:crypto');

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
