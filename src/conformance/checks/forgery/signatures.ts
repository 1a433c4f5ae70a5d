import { flipLastBit, isHex } from '../../../core/signature-encoding.js';
import { swapCase } from '../../call/build-call.js';
import { UNKNOWN_KEY } from '../wrong-calls.js';
import { available, by, type TextDigest, type Forgery, hash, hmac, signed } from './forgery.js';

interface Pair {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Digests that a service may verify in place of HMAC-SHA256, the most common ones first. */
export const digestsInstead = ({ apiKey, apiSecret }: Pair): readonly Forgery[] => [
  ...available(['sha512', 'sha384', 'sha1', 'md5', 'sha3-256', 'sha512-256', 'sha224', 'ripemd160', 'sm3']).map(
    (name) => by(`HMAC-${name.toUpperCase()}`, hmac(name, apiSecret)),
  ),
  by('the SHA-256 of the secret and the text', (text) => hash('sha256')(apiSecret + text)),
  by('the SHA-256 of the text and the secret', (text) => hash('sha256')(text + apiSecret)),
  by('an HMAC-SHA256 by the key', hmac('sha256', apiKey)),
];

/** Every hash that HMAC is used with, but for SHA-256; the most common ones first. */
const OTHER_HASHES = [
  ...['sha512', 'sha1', 'md5', 'sha384', 'sha224', 'sha512-256', 'sha512-224'],
  ...['sha3-256', 'sha3-512', 'sha3-384', 'sha3-224', 'md5-sha1', 'ripemd160', 'blake2b512', 'blake2s256', 'sm3'],
];

/** Hashes that are taken for an HMAC by mistake. */
const PLAIN_HASHES = ['sha256', 'sha1', 'md5'];

const otherCharacter = (char: string): string => (char === 'a' || char === 'A' ? 'b' : char === '0' ? '1' : 'a');

const changedAt = (signature: string, place: number): string =>
  signature.slice(0, place) + otherCharacter(signature.charAt(place)) + signature.slice(place + 1);

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Secrets that come of the right one by a slip, or that a program has where none was set. */
function otherSecrets({ apiKey, apiSecret }: Pair): readonly (readonly [what: string, secret: string])[] {
  const half = apiSecret.length >> 1;
  const all = [
    ['an empty secret', ''],
    ['the secret without its last character', apiSecret.slice(0, -1)],
    ['the secret without its first character', apiSecret.slice(1)],
    ['the key in place of the secret', apiKey],
    ['the word undefined', 'undefined'],
    ['the secret with a line break', `${apiSecret}\n`],
    ['the first half of the secret', apiSecret.slice(0, half)],
    ['the first eight characters of the secret', apiSecret.slice(0, 8)],
    ['the first sixteen characters of the secret', apiSecret.slice(0, 16)],
    ['the second half of the secret', apiSecret.slice(half)],
    ['the secret with one character more', `${apiSecret}0`],
    ['the secret with a space behind it', `${apiSecret} `],
    ['the secret with a space before it', ` ${apiSecret}`],
    ['the secret the other way round', [...apiSecret].toReversed().join('')],
    ['the secret twice', apiSecret + apiSecret],
    ['the key and the secret', apiKey + apiSecret],
    ['the secret and the key', apiSecret + apiKey],
    ['the SHA-256 of the secret', toHex(hash('sha256')(apiSecret))],
    ['the secret in base64', Buffer.from(apiSecret).toString('base64')],
    ['the word secret', 'secret'],
    ['the word null', 'null'],
  ] as const;
  return all.filter(([, secret]) => secret !== apiSecret);
}

export const OF_ZEROS = 'a signature of zeros';

/** On a long body, where a call has one: a service may look at the signatures of short ones only. */
const zeros: Forgery = {
  what: `${OF_ZEROS}, on a body with much white space`,
  alteration: {
    signature: (correct) => correct.replaceAll(/[^=]/g, '0'),
    spelled: (text) => (text.startsWith('{') ? `{${' '.repeat(LONG)}${text.slice(1)}` : text),
  },
};
const LONG = 2000;

const WORDS = ['null', 'undefined', 'true', '0', '*'];

/** Numbers of hashes, and of wrong secrets, that are tried on each operation: a service has one place for them. */
const COMMON = { hashes: 3, plain: 1, secrets: 7 };

/** Signatures that are not the HMAC-SHA256 of the call by the secret; `isWhole`: the rare ones, too. */
export function forgedSignatures(credentials: Pair, isWhole = true): readonly Forgery[] {
  const common = <Any>(all: readonly Any[], count: number): readonly Any[] => (isWhole ? all : all.slice(0, count));
  const { apiKey, apiSecret } = credentials;
  const right = hmac('sha256', apiSecret);
  const plain = (algorithm: string): readonly Forgery[] => {
    const of = hash(algorithm);
    const name = algorithm === 'sha256' ? 'SHA-256' : algorithm.toUpperCase();
    const digests: readonly (readonly [what: string, digest: TextDigest])[] = [
      ['without a secret', of],
      ['of the secret and the text', (text) => of(apiSecret + text)],
      ['of the text and the secret', (text) => of(text + apiSecret)],
    ];
    return digests.map(([what, digest]) => by(`a ${name} ${what}`, digest));
  };
  return [
    signed('an empty signature', () => ''),
    signed('half a signature', (correct) => correct.slice(0, correct.length / 2)),
    signed('a signature of one character', (correct) => correct.slice(0, 1)),
    // A base64 decoder may stop at the end of it.
    signed('a signature that ends with more', (correct, encoding) =>
      isHex(encoding) ? `${correct}00` : otherCharacter(correct.charAt(0)) + correct,
    ),
    signed('a signature whose first character is another', (correct) => changedAt(correct, 0)),
    // A parser may stop at it, or read it as a zero.
    signed('a signature with a character of no encoding', (correct) => `~${correct.slice(1)}`),
    signed('a signature whose middle is another', (correct) => changedAt(correct, correct.length >> 1)),
    zeros,
    {
      what: 'a signature with one bit flipped, under names of headers in small letters',
      alteration: { signature: flipLastBit, headerNames: (name) => name.toLowerCase() },
    },
    signed('a signature whose characters come the other way round', (correct) => [...correct].toReversed().join('')),
    ...WORDS.map((word) => signed(`the text ${word} as a signature`, () => word)),
    signed('the key as a signature', () => apiKey),
    signed('the timestamp as a signature', (_correct, _encoding, text) => /\d{13}/.exec(text)?.[0] ?? '1'),
    ...available(common(OTHER_HASHES, COMMON.hashes)).map((name) =>
      by(`a signature by HMAC-${name.toUpperCase()}`, hmac(name, apiSecret)),
    ),
    ...available(common(PLAIN_HASHES, COMMON.plain)).flatMap(plain),
    ...common(otherSecrets(credentials), COMMON.secrets).map(([what, secret]) =>
      by(`a signature by ${what}`, hmac('sha256', secret)),
    ),
    by('an HMAC-SHA256 of the secret by the text', (text) => hmac('sha256', text)(apiSecret)),
    by('the HMAC-SHA256 of a signature', (text) => right(toHex(right(text)))),
    by('a signature of nothing by the secret', () => right('')),
  ];
}

export const keysUnlike = (apiKey: string): readonly Forgery[] => [
  UNKNOWN_KEY,
  ...[
    ['an empty key', ''],
    ['the key without its last character', apiKey.slice(0, -1)],
    ['the key without its first character', apiKey.slice(1)],
    ['the key with one character more', `${apiKey}0`],
    ['the key with another last character', changedAt(apiKey, apiKey.length - 1)],
    ['an asterisk as a key', '*'],
    ['a percent sign as a key', '%'],
    // A key that is not found has no secret, and a program may sign by that.
    ['the text null as a key', 'null'],
    ['the text null as key and secret', 'null', 'null'],
    ['the text undefined as key and secret', 'undefined', 'undefined'],
  ]
    .filter(([, other]) => other !== apiKey)
    .map(([what = '', other = '', apiSecret]) => ({
      what,
      alteration: { credentials: { apiKey: other, ...(apiSecret !== undefined && { apiSecret }) } },
    })),
];

const swapAt = (text: string, place: number): string =>
  text.slice(0, place) + swapCase(text.charAt(place)) + text.slice(place + 1);

/** Key and secret in other letter cases than their own: as a whole, and then one letter at either end. */
export function spellings(credentials: Pair): readonly Forgery[] {
  const spelled = (part: 'apiKey' | 'apiSecret', texts: readonly string[]): readonly Forgery[] =>
    [...new Set(texts)]
      .filter((text) => text !== credentials[part])
      .map((text) => ({ what: `${part} in another letter case`, alteration: { credentials: { [part]: text } } }));
  const parts = ['apiKey', 'apiSecret'] as const;
  return [
    ...parts.flatMap((part) => spelled(part, [swapCase(credentials[part])])),
    ...parts.flatMap((part) => {
      const value = credentials[part];
      const letters = [...value.matchAll(/[a-zA-Z]/g)].map(({ index }) => index);
      const ends = [letters[0], letters.at(-1)].flatMap((place) => (place === undefined ? [] : [swapAt(value, place)]));
      const others = [value.toLowerCase(), value.toUpperCase(), ...ends].filter((text) => text !== swapCase(value));
      return spelled(part, others);
    }),
  ];
}
