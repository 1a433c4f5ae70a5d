import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBytes } from './signature-encoding.js';
import type { Digest, Hmac } from './signing.js';

/** HMAC-SHA256 with a fixed key, as lower-case hex (RFC 2104), for runtimes without `node:crypto`. */
export function createHmac(secret: string): Hmac {
  const digest = createDigest(secret);
  return (text) => encodeBytes('hex', digest(text));
}

/** The same as bytes. */
export function createDigest(secret: string): Digest {
  const keyed = hmac.create(sha256, utf8ToBytes(secret));
  return (message) =>
    keyed
      .clone()
      .update(typeof message === 'string' ? utf8ToBytes(message) : message)
      .digest();
}
