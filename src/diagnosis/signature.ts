import { createHmac } from '#hmac';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hmac } from '../core/signing.js';
import type { Algorithm, Encoding, Recipe } from './mistake.js';

/** Creates what computes the signature that a client with a given recipe sends. Each key is prepared once. */
export function createRecipeSigner(): (recipe: Recipe) => string {
  const prepared = new Map<string, Hmac>();

  /** Nearly every recipe is signed this way, so it takes the fast way of the runtime. */
  function signByKey(key: string, text: string): string {
    let sign = prepared.get(key);
    if (sign === undefined) prepared.set(key, (sign = createHmac(key)));
    return sign(text);
  }

  return (recipe) => {
    const { key, algorithm, encoding } = recipe;
    const text = recipe.join(recipe);
    const fast = algorithm === 'hmac-sha256' && typeof key === 'string' && key !== '';
    return encodings[encoding](
      fast ? signByKey(key, text) : bytesToHex(algorithms[algorithm](toBytes(key), toBytes(text))),
    );
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

const encodings: { readonly [Name in Encoding]: (hex: string) => string } = {
  hex: (hex) => hex,
  'hex-upper': (hex) => hex.toUpperCase(),
  base64: toBase64,
  'base64-unpadded': (hex) => unpad(toBase64(hex)),
  base64url: (hex) => toUrlAlphabet(toBase64(hex)),
  'base64url-unpadded': (hex) => unpad(toUrlAlphabet(toBase64(hex))),
  'base64-of-hex': (hex) => btoa(hex),
};

function toBase64(hex: string): string {
  return btoa(String.fromCharCode(...hexToBytes(hex)));
}

const toUrlAlphabet = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

const unpad = (base64: string): string => base64.replace(/=+$/, '');
