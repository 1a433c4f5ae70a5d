import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBytes, type SignatureEncoding } from '../core/signature-encoding.js';
import { createTextSigner, type Hmac } from '../core/signing.js';
import { composeSigningString } from '../core/signing-rule.js';
import type { Algorithm, Recipe } from './mistake.js';

/** Creates what computes the signature that a client with a given recipe sends. Each key is prepared once. */
export function createRecipeSigner(): (recipe: Recipe) => string {
  const prepared = new Map<string, Hmac>();

  /** Nearly every recipe is signed this way, so it takes the fast way of the runtime. */
  function signByKey(key: string, encoding: SignatureEncoding, text: string): string {
    const name = `${encoding} ${key}`;
    let sign = prepared.get(name);
    if (sign === undefined) prepared.set(name, (sign = createTextSigner(key, encoding)));
    return sign(text);
  }

  return (recipe) => {
    const { timestamp: timestampMs, path, query, key, algorithm, encoding } = recipe;
    const text = composeSigningString(recipe, { ...recipe, timestampMs, target: path + query });
    if (algorithm === 'hmac-sha256' && typeof key === 'string' && key !== '') return signByKey(key, encoding, text);
    return encodeBytes(encoding, algorithms[algorithm](toBytes(key), toBytes(text)));
  };
}

const toBytes = (text: string | Uint8Array): Uint8Array => (typeof text === 'string' ? utf8ToBytes(text) : text);

const algorithms: { readonly [Name in Algorithm]: (key: Uint8Array, text: Uint8Array) => Uint8Array } = {
  'hmac-sha256': (key, text) => hmac(sha256, key, text),
  'hmac-sha1': (key, text) => hmac(sha1, key, text),
  'hmac-sha512': (key, text) => hmac(sha512, key, text),
  'hmac-md5': (key, text) => hmac(md5, key, text),
  'hmac-exchanged': (key, text) => hmac(sha256, text, key),
  'sha256-text': (_, text) => sha256(text),
  'sha256-text-key': (key, text) => sha256(concatBytes(text, key)),
  'sha256-key-text': (key, text) => sha256(concatBytes(key, text)),
};
