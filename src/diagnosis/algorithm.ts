import { isHex, type SignatureEncoding } from '../core/signature-encoding.js';
import type { Algorithm, KnownMistake } from './mistake.js';

/** It is found before all others: no recipe writes a signature that way. */
export const nameSent: KnownMistake = {
  id: 'name-sent',
  title: 'a name stands before the signature, as openssl prints it ((stdin)= 5c61…)',
  fix: 'send the hex digits alone; with -r, openssl prints them first',
  part: 'encoding',
  ways: () => [],
};

/** Mistakes in how the digest is made and written. */
export const algorithmMistakes: readonly KnownMistake[] = [
  nameSent,
  {
    id: 'base64-sent',
    title: 'the signature is base64 instead of hex (44 characters instead of 64)',
    fix: 'write it as lower-case hex',
    option: 'dialect.signatureEncoding',
    source: '2.4',
    part: 'encoding',
    ways: ({ rule }) =>
      isHex(rule.encoding) ? encodings('base64', 'base64-unpadded', 'base64url', 'base64url-unpadded') : [],
    difference: {
      title: 'the signature is base64, and nearly every deployment wants hex',
      applies: ({ rule }) => !isHex(rule.encoding),
    },
  },
  {
    id: 'hex-sent',
    title: 'the signature is hex, and the deployment wants base64',
    fix: 'write it as base64',
    option: 'dialect.signatureEncoding',
    source: '2.4',
    part: 'encoding',
    ways: ({ rule }) => (isHex(rule.encoding) ? [] : encodings('hex', 'base64url')),
    difference: {
      title: 'the signature is hex, and the deployment may want base64 (seen in prose only)',
      applies: ({ rule }) => isHex(rule.encoding),
    },
  },
  {
    id: 'base64-of-hex',
    title: 'the signature is the base64 of its hex text (88 characters)',
    fix: 'send the hex digits as they are; where base64 is wanted, encode the bytes of the digest',
    part: 'encoding',
    ways: () => encodings('base64-of-hex'),
  },
  {
    id: 'hex-upper-case',
    title: 'the signature is hex in upper case',
    fix: 'write it in lower case: documents allow both, clients send lower case',
    source: '2.1',
    part: 'encoding',
    ways: () => encodings('hex-upper'),
  },
  {
    id: 'hash-without-key',
    title: 'the signature is a plain SHA-256, not an HMAC with the secret as its key',
    fix: 'use HMAC-SHA256 with the secret as the key',
    part: 'algorithm',
    ways: () => algorithms('sha256-text', 'sha256-text-key', 'sha256-key-text'),
  },
  {
    id: 'other-hash',
    title: 'the signature is an HMAC of another hash (SHA-1, SHA-512, MD5)',
    fix: 'use HMAC-SHA256: 64 hex digits',
    source: '2.8',
    part: 'algorithm',
    ways: () => algorithms('hmac-sha1', 'hmac-sha512', 'hmac-md5'),
  },
  {
    id: 'key-and-text-exchanged',
    title: 'secret and text are swapped in the call of the HMAC function',
    fix: 'the secret is the key and the text is the message; libraries order them differently',
    part: 'algorithm',
    ways: () => algorithms('hmac-exchanged'),
  },
];

const algorithms = (...names: Algorithm[]) => names.map((algorithm) => ({ algorithm }));

const encodings = (...names: SignatureEncoding[]) => names.map((encoding) => ({ encoding }));
