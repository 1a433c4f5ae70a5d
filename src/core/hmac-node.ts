import type { Digest, Hmac } from './signing.js';

// Said at the import, in one line: a call would fail with a TypeError about a name that users do not know.
if (typeof process.getBuiltinModule !== 'function')
  throw new Error(`futures-trading-client needs Node.js 20.19 or later; this is ${process.version}.`);

/** Taken when the first key is prepared: an import would cost every program that only has this package installed. */
const loadCrypto = () => process.getBuiltinModule('node:crypto');

const BLOCK_BYTES = 64;
/** Longer texts do not go through the buffer that is kept. */
const MAX_KEPT_BYTES = 65_536;
const DIGEST_BYTES = 32;

/**
 * HMAC-SHA256 with a fixed key, as lower-case hex (RFC 2104). The two padded key blocks are computed once and
 * each signature is two one-shot hashes, which costs about 0.6 of `createHmac`.
 */
export function createHmac(secret: string): Hmac {
  return typeof loadCrypto().hash === 'function' ? createTwoHashHmac(secret) : createPlainHmac(secret);
}

/** The same through `crypto.createHmac`, for runtimes without `crypto.hash`. */
export function createPlainHmac(secret: string): Hmac {
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

function createTwoHashHmac(secret: string): Hmac {
  const { createHash, hash } = loadCrypto();
  let key = Buffer.from(secret, 'utf8');
  if (key.length > BLOCK_BYTES) key = createHash('sha256').update(key).digest();
  let inner = Buffer.alloc(BLOCK_BYTES + 1024, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);
  for (const [i, byte] of key.entries()) {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  const plain = createPlainHmac(secret);
  return (text) => {
    const mostBytes = BLOCK_BYTES + text.length * 3;
    if (mostBytes > MAX_KEPT_BYTES) return plain(text);
    if (mostBytes > inner.length) inner = Buffer.concat([inner.subarray(0, BLOCK_BYTES)], mostBytes * 2);
    const length = BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'utf8');
    outer.write(hash('sha256', inner.subarray(0, length), 'hex'), BLOCK_BYTES, 'hex');
    return hash('sha256', outer, 'hex');
  };
}
