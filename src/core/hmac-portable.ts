import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hmac } from './signing.js';

/** HMAC-SHA256 with a fixed key, as lower-case hex (RFC 2104), for runtimes without `node:crypto`. */
export function createHmac(secret: string): Hmac {
  const keyed = hmac.create(sha256, utf8ToBytes(secret));
  return (text) => bytesToHex(keyed.clone().update(utf8ToBytes(text)).digest());
}
