import { named } from '../../core/named.js';
import { SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import { type Claim, claiming, crypto, hmac, instead, lettingPass, resigned, textOf, withHeader } from './access.js';
import { breaking, checksOf, type Mutation, SAMPLE } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';
import type { Patch } from '../../sandbox/stages.js';

/* Signatures that pass although the secret, the whole secret and the rule did not make them. */

const hash = (text: string): string => crypto().createHash('sha256').update(text).digest('hex');

const FORGED = checksOf('sign', SAMPLE, 'forged-signatures');
const forged = breaking(clauses.signature, FORGED);

/** Lets signatures pass that are like the right one in part. */
const comparing = (part: (signature: string) => unknown): Patch =>
  lettingPass(({ given, correct }) => part(given) === part(correct));

const BIT_FLIPPED = checksOf('sign', SAMPLE, 'signature-bit-flipped');

const likeInPart = breaking(clauses.signature, [...FORGED, ...BIT_FLIPPED]);
const likeInLength = breaking(clauses.signature, [
  ...FORGED,
  ...BIT_FLIPPED,
  ...checksOf('sign', SAMPLE, 'wrong-secret'),
]);

const digest = breaking(clauses.signature, 'sign/hmac-sha256');

/** Takes a time in seconds in place of one in milliseconds. */
const takeSeconds: Parameters<typeof instead>[0] = (request, keys, nowMs) => {
  const time = request.headers[TIMESTAMP] ?? '';
  const isRight = resigned(request, keys).headers[SIGNATURE] === request.headers[SIGNATURE];
  if (!isRight || time === '') return request;
  return resigned(withHeader(request, TIMESTAMP, /^\d{10}$/.test(time) ? String(nowMs) : '1'), keys);
};

const LENIENT: readonly Mutation[] = [
  forged`signature-empty-accepted: An empty X-CH-SIGN passes`(lettingPass(({ given }) => given === '')),
  forged`signature-cut-short-accepted: The beginning of a signature passes`(
    lettingPass(({ given, correct }) => given !== '' && correct.startsWith(given)),
  ),
  forged`signature-with-more-accepted: A signature with something behind it passes`(
    lettingPass(({ given, correct }) => given.startsWith(correct)),
  ),
  likeInPart`signature-beginning-compared: Only the first eight characters of a signature are compared`(
    comparing((signature) => signature.slice(0, 8)),
  ),
  forged`signature-end-compared: Only the last eight characters of a signature are compared`(
    comparing((signature) => signature.slice(-8)),
  ),
  forged`signature-ends-compared: The middle of a signature is not compared`(
    comparing((signature) => signature.slice(0, 8) + signature.slice(-8)),
  ),
  likeInLength`signature-length-compared: Only the length of a signature is compared`(
    comparing(({ length }) => length),
  ),
  forged`signature-characters-compared: A signature passes with its characters in any order`(
    comparing((signature) => [...signature].toSorted().join('')),
  ),
  forged`signature-hex-alone-compared: Characters of a signature that are not hex are not compared`(
    lettingPass(({ given, correct }) =>
      [...given].every((character, at) => character === correct[at] || !/[0-9a-f]/i.test(character)),
    ),
  ),
  digest`signature-zeros-lost: A right signature that begins with zeros is refused`(
    claiming(({ request, correct }) =>
      correct.startsWith('00') ? withHeader(request, SIGNATURE, correct.slice(2)) : undefined,
    ),
  ),
  breaking(
    clauses.timestamp,
    'sign/hmac-sha256',
  )`timestamp-in-seconds-wanted: A timestamp is taken in seconds, and not in milliseconds`(instead(takeSeconds)),
  breaking(
    clauses.timestamp,
    'shape/changeLeverage/success',
  )`leverage-timestamp-in-seconds-wanted: Change Leverage takes a timestamp in seconds, and not in milliseconds`(
    instead((request, keys, nowMs, operationId) =>
      operationId === 'changeLeverage' ? takeSeconds(request, keys, nowMs, operationId) : request,
    ),
  ),
  forged`signature-of-zeros-accepted: A signature of zeros passes`(lettingPass(({ given }) => /^0+$/.test(given))),
  forged`signature-key-as-signature-accepted: The API key as a signature passes`(
    lettingPass(({ given, apiKey }) => given === apiKey),
  ),
  ...['null', 'undefined'].map((word) =>
    forged`signature-${word === 'null' ? '' : 'word-'}${word}-accepted: The word ${word} as a signature passes`(
      lettingPass(({ given }) => given === word),
    ),
  ),
];

/** Hashes of another kind, each named as Node.js has it. */
const DIGESTS = [
  ...['sha512', 'sha384', 'sha224', 'sha3-256', 'sha1', 'md5'],
  ...['sha512-256', 'sha512-224', 'sha3-512', 'ripemd160', 'blake2s256', 'sm3'],
];

type Own = Pick<Claim, 'apiKey' | 'secret' | 'text'>;

/** Other signatures than the right one, and the words for how they are made. */
const OTHERS: Readonly<Record<string, (own: Own) => string | readonly string[]>> = {
  'without-secret: The SHA-256 of the text, which everybody can make,': ({ text }) => hash(text),
  'by-plain-hash: The SHA-256 of secret and text': ({ secret, text }) => hash(secret + text),
  'by-hash-of-text-and-secret: The SHA-256 of text and secret': ({ secret, text }) => hash(text + secret),
  'with-text-as-key: An HMAC of the secret by the text': ({ secret, text }) => hmac(text, secret),
  'of-nothing: A signature of no text': ({ secret }) => hmac(secret, ''),
  'by-half-the-secret: A signature by half a secret': ({ secret, text }) =>
    hmac(secret.slice(0, secret.length / 2), text),
  'by-eight-characters: A signature by eight letters of it': ({ secret, text }) => hmac(secret.slice(0, 8), text),
  'by-sixteen-characters: A signature by sixteen letters of it': ({ secret, text }) => hmac(secret.slice(0, 16), text),
  'by-a-longer-secret: A signature by the secret and one more digit': ({ secret, text }) =>
    [...'0123456789'].map((digit) => hmac(secret + digit, text)),
  'by-empty-secret: A signature by an empty secret': ({ text }) => hmac('', text),
  'by-key: A signature by the API key in place of the secret': ({ apiKey, text }) => hmac(apiKey, text),
  'by-secret-with-line-break: A signature by the secret and a line break': ({ secret, text }) =>
    hmac(`${secret}\n`, text),
  'by-secret-without-its-beginning: A signature by the secret without its first character': ({ secret, text }) =>
    hmac(secret.slice(1), text),
  'by-hashed-secret: A signature by the SHA-256 of the secret': ({ secret, text }) => hmac(hash(secret), text),
  'by-key-and-secret: A signature by key and secret together': ({ apiKey, secret, text }) =>
    hmac(apiKey + secret, text),
  'by-the-word-secret: A signature by the word secret': ({ text }) => hmac('secret', text),
  ...Object.fromEntries(
    DIGESTS.map((name) => [
      `by-${name}: A signature by HMAC with ${name.toUpperCase()}`,
      ({ secret, text }: Own) => hmac(secret, text, name),
    ]),
  ),
};

/** Takes this in place of the right signature, and the right one no more. */
const replacing = (id: string, what: string, made: (own: Own) => string): Mutation =>
  digest`signature-is-${id}: Calls are signed with ${what}, and a right signature is refused`(
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
  breaking(clauses.signature, killedBy)`signature-${id}-accepted: A signature over ${title} passes`(
    lettingPass((claim) => part(claim) !== '' && claim.given === hmac(claim.secret, part(claim))),
  );

export const FORGED_SIGNATURES: readonly Mutation[] = [
  ...LENIENT,
  ...Object.entries(OTHERS).map(([name, made]) => {
    const { id, title } = named(name);
    return forged`signature-${id}-accepted: ${title} passes`(
      lettingPass((claim) => [made(claim)].flat().includes(claim.given)),
    );
  }),
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
