import { SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import { type Claim, claiming, crypto, hmac, lettingPass, resigned, textOf, withHeader } from './access.js';
import { breaking, checksOf, type Mutation, SAMPLE } from './mutation.js';
import { MADE_WITH_SECRET } from './words.js';

/* Signatures that pass although the secret, the whole secret and the rule did not make them. */

const hash = (text: string): string => crypto().createHash('sha256').update(text).digest('hex');

const passing = (
  id: string,
  title: string,
  fits: (claim: Claim) => boolean,
  killedBy: readonly string[] = checksOf('sign', SAMPLE, 'forged-signatures'),
  assumes?: string,
): Mutation => breaking(MADE_WITH_SECRET, killedBy, assumes)(`signature-${id}`, `${title} passes`, lettingPass(fits));

/** Signatures that are compared in part. */
const compared = (
  id: string,
  title: string,
  part: (signature: string) => unknown,
  also: readonly string[] = [],
): Mutation =>
  breaking(MADE_WITH_SECRET, [...checksOf('sign', SAMPLE, 'forged-signatures'), ...also])(
    `signature-${id}-compared`,
    title,
    lettingPass(({ given, correct }) => part(given) === part(correct)),
  );

const BIT_FLIPPED = checksOf('sign', SAMPLE, 'signature-bit-flipped');

const LENIENT: readonly Mutation[] = [
  passing('empty-accepted', 'An empty X-CH-SIGN', ({ given }) => given === ''),
  passing('cut-short-accepted', 'The beginning of a signature', ({ given, correct }) =>
    given === '' ? false : correct.startsWith(given),
  ),
  passing('with-more-accepted', 'A signature with something behind it', ({ given, correct }) =>
    given.startsWith(correct),
  ),
  compared(
    'beginning',
    'Only the first eight characters of a signature are compared',
    (signature) => signature.slice(0, 8),
    BIT_FLIPPED,
  ),
  compared('end', 'Only the last eight characters of a signature are compared', (signature) => signature.slice(-8)),
  compared(
    'ends',
    'The middle of a signature is not compared',
    (signature) => signature.slice(0, 8) + signature.slice(-8),
  ),
  compared('length', 'Only the length of a signature is compared', ({ length }) => length, [
    ...BIT_FLIPPED,
    ...checksOf('sign', SAMPLE, 'wrong-secret'),
  ]),
  compared('characters', 'A signature passes with its characters in any order', (signature) =>
    [...signature].toSorted().join(''),
  ),
  passing('of-zeros-accepted', 'A signature of zeros', ({ given }) => /^0+$/.test(given)),
  passing('key-as-signature-accepted', 'The API key as a signature', ({ given, apiKey }) => given === apiKey),
  ...['null', 'undefined'].map((word) =>
    passing(`${word === 'null' ? '' : 'word-'}${word}-accepted`, `The word ${word} as a signature`, ({ given }) => {
      return given === word;
    }),
  ),
];

/** Hashes of another kind, each named as Node.js has it. */
const DIGESTS = [
  ...['sha512', 'sha384', 'sha224', 'sha3-256', 'sha1', 'md5'],
  ...['sha512-256', 'sha512-224', 'sha3-512', 'ripemd160', 'blake2s256', 'sm3'],
];

type Own = Pick<Claim, 'apiKey' | 'secret' | 'text'>;

/** Other signatures than the right one, and the words for how they are made. */
const OTHERS: readonly (readonly [id: string, what: string, made: (own: Own) => string | readonly string[]])[] = [
  ['without-secret', 'The SHA-256 of the text, which everybody can make,', ({ text }) => hash(text)],
  ['by-plain-hash', 'The SHA-256 of secret and text', ({ secret, text }) => hash(secret + text)],
  ['by-hash-of-text-and-secret', 'The SHA-256 of text and secret', ({ secret, text }) => hash(text + secret)],
  ['with-text-as-key', 'An HMAC of the secret by the text', ({ secret, text }) => hmac(text, secret)],
  ['of-nothing', 'A signature of no text', ({ secret }) => hmac(secret, '')],
  [
    'by-half-the-secret',
    'A signature by the first half of the secret',
    ({ secret, text }) => hmac(secret.slice(0, secret.length >> 1), text),
  ],
  [
    'by-a-longer-secret',
    'A signature by the secret and one more digit',
    ({ secret, text }) => [...'0123456789'].map((digit) => hmac(secret + digit, text)),
  ],
  ['by-empty-secret', 'A signature by an empty secret', ({ text }) => hmac('', text)],
  ['by-key', 'A signature by the API key in place of the secret', ({ apiKey, text }) => hmac(apiKey, text)],
  [
    'by-secret-with-line-break',
    'A signature by the secret and a line break',
    ({ secret, text }) => hmac(`${secret}\n`, text),
  ],
  [
    'by-secret-without-its-beginning',
    'A signature by the secret without its first character',
    ({ secret, text }) => hmac(secret.slice(1), text),
  ],
  ['by-hashed-secret', 'A signature by the SHA-256 of the secret', ({ secret, text }) => hmac(hash(secret), text)],
  [
    'by-key-and-secret',
    'A signature by key and secret together',
    ({ apiKey, secret, text }) => hmac(apiKey + secret, text),
  ],
  ['by-the-word-secret', 'A signature by the word secret', ({ text }) => hmac('secret', text)],
  ...DIGESTS.map(
    (name) =>
      [
        `by-${name}`,
        `A signature by HMAC with ${name.toUpperCase()}`,
        ({ secret, text }: Own) => hmac(secret, text, name),
      ] as const,
  ),
];

/** Takes this in place of the right signature, and the right one no more. */
const replacing = (id: string, what: string, made: (own: Own) => string): Mutation =>
  breaking(MADE_WITH_SECRET, 'sign/hmac-sha256')(
    `signature-is-${id}`,
    `Calls are signed with ${what}, and a right signature is refused`,
    claiming((claim, keys) =>
      made(claim) === claim.given ? resigned(claim.request, keys) : withHeader(claim.request, SIGNATURE, 'none'),
    ),
  );

const OF_ANOTHER_CALL = checksOf('sign', SAMPLE, 'signature-of-another-call');

/** The signature is over a part of the call. */
const ofPart = (
  id: string,
  title: string,
  part: (claim: Claim) => string,
  killedBy: readonly string[] = OF_ANOTHER_CALL,
): Mutation =>
  passing(
    `${id}-accepted`,
    `A signature over ${title}`,
    (claim) => part(claim) !== '' && claim.given === hmac(claim.secret, part(claim)),
    killedBy,
    'signing.composition',
  );

export const FORGED_SIGNATURES: readonly Mutation[] = [
  ...LENIENT,
  ...OTHERS.map(([id, what, made]) =>
    passing(`${id}-accepted`, what, (claim) => [made(claim)].flat().includes(claim.given)),
  ),
  replacing('hmac-sha512', 'HMAC-SHA512', ({ secret, text }) => hmac(secret, text, 'sha512')),
  replacing('hmac-sha1', 'HMAC-SHA1', ({ secret, text }) => hmac(secret, text, 'sha1')),
  replacing('plain-hash', 'the SHA-256 of secret and text', ({ secret, text }) => hash(secret + text)),
  replacing('key-as-secret', 'an HMAC-SHA256 by the API key', ({ apiKey, text }) => hmac(apiKey, text)),
  ofPart('of-timestamp', 'the timestamp alone', ({ request }) => request.headers[TIMESTAMP] ?? ''),
  ofPart('of-path', 'the path alone', ({ request }) => request.target),
  ofPart('of-body', 'the body alone', ({ request }) => request.body, ['sign/createOrder/signature-of-another-call']),
  ofPart(
    'without-limit',
    'the query without its limit',
    ({ request }) => textOf({ ...request, target: request.target.replace(/&limit=\d+/, '') }),
    ['sign/getTradeHistory/signature-of-another-call'],
  ),
];
