import { createHmac } from '#hmac';
import { type OperationId, operations } from '../../../generated/operations.js';
import { composeSigningString, OBSERVED_RULE } from '../../core/signing-rule.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { type AccessByKey, resigned, withHeader } from './headers.js';
import { checksOf, type Mutation, SIGNED } from './mutation.js';
import { CASE_COUNTS, KEY_IS_THE_KEY, MADE_WITH_SECRET, THREE_HEADERS } from './words.js';

/** The data of a call for a careless verification. */
interface ForgedClaim {
  readonly given: string;
  readonly correct: string;
  readonly text: string;
  readonly apiKey: string;
  readonly secret: string;
}

const textOf = ({ method, target, body, headers }: RawRequest): string =>
  composeSigningString(OBSERVED_RULE, { timestampMs: headers[TIMESTAMP] ?? '', method, target, body });

/** A verification that lets pass what fits besides the right signature, on all signed operations or on some. */
const lettingPass =
  (fits: (claim: ForgedClaim) => boolean, ids: readonly OperationId[] = SIGNED): Patch =>
  (reference, secretOf) => ({
    authorize(operation, request, keys, nowMs, window) {
      const apiKey = request.headers[API_KEY] ?? '';
      const given = request.headers[SIGNATURE];
      const secret = secretOf(apiKey);
      const asked = ids.includes(operation.operationId) && secret !== undefined && given !== undefined;
      const text = textOf(request);
      const passes = asked && fits({ given, text, apiKey, secret, correct: createHmac(secret)(text) });
      return reference.authorize(operation, passes ? resigned(request, keys) : request, keys, nowMs, window);
    },
  });

const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
const other = (algorithm: string, key: string, text: string): string =>
  crypto().createHmac(algorithm, key).update(text).digest('hex');

/** A read and a write: faults of all operations are tested on these. Each operation has one server that skips its signature. */
const SAMPLE: readonly OperationId[] = ['getOpenOrders', 'createOrder'];

const forged = (
  id: string,
  title: string,
  fits: (claim: ForgedClaim) => boolean,
  also: readonly string[] = [],
): Mutation => ({
  id: `signature-${id}`,
  title,
  breaks: [MADE_WITH_SECRET],
  killedBy: [...checksOf('sign', SAMPLE, 'forged-signatures'), ...also],
  patch: lettingPass(fits),
});

const BIT_FLIPPED = checksOf('sign', SAMPLE, 'signature-bit-flipped');

const LENIENT: readonly Mutation[] = [
  forged('empty-accepted', 'An empty X-CH-SIGN passes', ({ given }) => given === ''),
  forged('cut-short-accepted', 'The beginning of a signature passes', ({ given, correct }) =>
    given === '' ? false : correct.startsWith(given),
  ),
  forged('with-more-accepted', 'A signature with something behind it passes', ({ given, correct }) =>
    given.startsWith(correct),
  ),
  forged(
    'beginning-compared',
    'Only the first eight characters of a signature are compared',
    ({ given, correct }) => given.slice(0, 8) === correct.slice(0, 8),
    BIT_FLIPPED,
  ),
  forged(
    'end-compared',
    'Only the last eight characters of a signature are compared',
    ({ given, correct }) => given.slice(-8) === correct.slice(-8),
  ),
  forged(
    'ends-compared',
    'The middle of a signature is not compared',
    ({ given, correct }) => given.slice(0, 8) + given.slice(-8) === correct.slice(0, 8) + correct.slice(-8),
  ),
  forged(
    'length-compared',
    'Only the length of a signature is compared',
    ({ given, correct }) => given.length === correct.length,
    [...BIT_FLIPPED, ...checksOf('sign', SAMPLE, 'wrong-secret')],
  ),
  forged('null-accepted', 'The word null passes as a signature', ({ given }) => given === 'null'),
  forged(
    'characters-compared',
    'A signature passes with its characters in any order',
    ({ given, correct }) => [...given].toSorted().join('') === [...correct].toSorted().join(''),
  ),
  ...(['sha512', 'sha384', 'sha224', 'sha3-256', 'sha1', 'md5'] as const).map((algorithm) =>
    forged(
      `by-${algorithm}-accepted`,
      `A signature by HMAC with ${algorithm.toUpperCase()} passes`,
      ({ given, secret, text }) => given === other(algorithm, secret, text),
    ),
  ),
  forged(
    'without-secret-accepted',
    'The SHA-256 of the text passes, which everybody can make',
    ({ given, text }) => given === crypto().createHash('sha256').update(text).digest('hex'),
  ),
  forged(
    'by-plain-hash-accepted',
    'The SHA-256 of secret and text passes',
    ({ given, secret, text }) =>
      given ===
      crypto()
        .createHash('sha256')
        .update(secret + text)
        .digest('hex'),
  ),
  forged(
    'by-hash-of-text-and-secret-accepted',
    'The SHA-256 of text and secret passes',
    ({ given, secret, text }) =>
      given ===
      crypto()
        .createHash('sha256')
        .update(text + secret)
        .digest('hex'),
  ),
  forged(
    'by-half-the-secret-accepted',
    'A signature by the first half of the secret passes',
    ({ given, secret, text }) => given === other('sha256', secret.slice(0, secret.length >> 1), text),
  ),
  forged(
    'by-a-longer-secret-accepted',
    'A signature by the secret and one more digit passes',
    ({ given, secret, text }) => [...'0123456789'].some((digit) => given === other('sha256', secret + digit, text)),
  ),
  forged(
    'of-nothing-accepted',
    'A signature of no text passes for every call',
    ({ given, secret }) => given === other('sha256', secret, ''),
  ),
  forged('of-zeros-accepted', 'A signature of zeros passes', ({ given }) => /^0+$/.test(given)),
  forged(
    'by-empty-secret-accepted',
    'A signature by an empty secret passes',
    ({ given, text }) => given === other('sha256', '', text),
  ),
  forged(
    'by-key-accepted',
    'A signature by the API key in place of the secret passes',
    ({ given, apiKey, text }) => given === other('sha256', apiKey, text),
  ),
];

/** The name of an operation in ids of mutations: `edit-lever` for changeLeverage. */
const named = (operationId: OperationId): string =>
  operations[operationId].path
    .slice('/fapi/v1/'.length)
    .replaceAll('_', '-')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** One operation whose signature is not checked, while all others are right. */
const UNCHECKED: readonly Mutation[] = SIGNED.map((operationId) => ({
  id: `signature-unchecked-on-${named(operationId)}`,
  title: `${operationId} takes any signature`,
  breaks: [MADE_WITH_SECRET],
  killedBy: ['signature-bit-flipped', 'wrong-secret', 'forged-signatures', 'signature-of-another-call'].map(
    (claim) => `sign/${operationId}/${claim}`,
  ),
  patch: lettingPass(() => true, [operationId]),
}));

/** Signatures that are not looked at where the input is of one kind. */
const UNCHECKED_AT_TIMES: readonly Mutation[] = [
  {
    id: 'signature-unchecked-with-limit',
    title: 'Histories take any signature when they are asked for with limit',
    breaks: [MADE_WITH_SECRET],
    killedBy: checksOf('sign', ['getOrderHistory', 'getProfitHistory', 'getTradeHistory'], 'forged-signatures'),
    patch: lettingPass(({ text }) => /limit\W/.test(text)),
  },
  {
    id: 'signature-unchecked-on-cancel-of-contract',
    title: 'Cancel Order takes any signature when no orderId is named',
    breaks: [MADE_WITH_SECRET],
    killedBy: ['sign/cancelOrder/forged-signatures'],
    patch: lettingPass(({ text }) => !text.includes('orderId'), ['cancelOrder']),
  },
  {
    id: 'signature-used-again-accepted',
    title: 'A signature that was right once passes for every call',
    breaks: [MADE_WITH_SECRET],
    killedBy: checksOf('sign', SIGNED, 'signature-of-another-call'),
    patch: (...given) => {
      const right = new Set<string>();
      return lettingPass(({ given: signature, correct }) => {
        if (signature === correct) right.add(signature);
        return right.has(signature);
      })(...given);
    },
  },
];

/** Operations that are signed, and take their input in the body. */
const WITH_BODY = SIGNED.filter((id) => operations[id].input === 'body');

/** The signature of a call holds for one with another body: what was signed as a small order may be sent as a large one. */
const bodyUnbound =
  (operationId: OperationId): Patch =>
  (reference, secretOf) => ({
    authorize(operation, request, keys, nowMs, window) {
      const secret = secretOf(request.headers[API_KEY] ?? '');
      const bodies = ['', '{}', request.body];
      const fits =
        operation.operationId === operationId &&
        secret !== undefined &&
        bodies.some((body) => createHmac(secret)(textOf({ ...request, body })) === request.headers[SIGNATURE]);
      return reference.authorize(operation, fits ? resigned(request, keys) : request, keys, nowMs, window);
    },
  });

const UNBOUND: readonly Mutation[] = WITH_BODY.map((operationId) => ({
  id: `body-not-signed-on-${named(operationId)}`,
  title: `${operationId} takes a signature over another body`,
  breaks: [MADE_WITH_SECRET],
  assumes: 'signing.body',
  killedBy: [`sign/${operationId}/signature-of-another-call`],
  patch: bodyUnbound(operationId),
}));

const firstKey = (keys: AccessByKey): string => [...keys.keys()][0] ?? '';

/** A request as the first account would have sent it. */
const ofFirst = (request: RawRequest, keys: AccessByKey, nowMs: number): RawRequest =>
  resigned(withHeader(withHeader(request, API_KEY, firstKey(keys)), TIMESTAMP, String(nowMs)), keys);

/** Takes a key that it should reject for that of the first account. */
const keyAccepted = (id: string, what: string, isTaken: (key: string, keys: AccessByKey) => boolean): Mutation => ({
  id,
  title: `${what} is taken for that of the first account`,
  breaks: [KEY_IS_THE_KEY],
  killedBy: checksOf('sign', SIGNED, 'unknown-key'),
  patch: (reference) => ({
    authorize(operation, request, keys, nowMs, window) {
      const key = request.headers[API_KEY];
      const isWrong = key !== undefined && operation.security === 'signed' && isTaken(key, keys);
      const taken = isWrong ? resigned(withHeader(request, API_KEY, firstKey(keys)), keys) : request;
      return reference.authorize(operation, taken, keys, nowMs, window);
    },
  }),
});

const KEYS: readonly Mutation[] = [
  {
    id: 'call-without-headers-accepted',
    title: 'A call without any of the three headers is taken for one of the first account',
    breaks: [THREE_HEADERS],
    killedBy: checksOf('sign', SIGNED, 'without-headers'),
    patch: (reference) => ({
      authorize(operation, request, keys, nowMs, window) {
        const bare = [API_KEY, TIMESTAMP, SIGNATURE].every((name) => request.headers[name] === undefined);
        const taken = bare && operation.security === 'signed' ? ofFirst(request, keys, nowMs) : request;
        return reference.authorize(operation, taken, keys, nowMs, window);
      },
    }),
  },
  keyAccepted('unknown-key-accepted', 'A key that does not exist', (key, keys) => key !== '' && !keys.has(key)),
  keyAccepted('key-cut-short-accepted', 'The beginning of a key', (key, keys) => {
    const whole = firstKey(keys);
    return key.length > 4 && key !== whole && whole.startsWith(key);
  }),
  keyAccepted('key-with-more-accepted', 'A key with something behind it', (key, keys) => {
    const whole = firstKey(keys);
    return key !== whole && key.startsWith(whole);
  }),
  keyAccepted('empty-key-accepted', 'An empty X-CH-APIKEY', (key) => key === ''),
  ...(['toLowerCase', 'toUpperCase'] as const).flatMap((spelled): Mutation[] => {
    const how = spelled === 'toLowerCase' ? 'lower' : 'upper';
    return [
      {
        id: `key-in-${how}-case-accepted`,
        title: `The API key is also found in ${how} case`,
        breaks: [CASE_COUNTS],
        killedBy: checksOf('sign', spelled === 'toLowerCase' ? SIGNED : SAMPLE, 'letter-case'),
        patch: (reference) => ({
          authorize(operation, request, keys, nowMs, window) {
            const known = [...keys.keys()].find((key) => key[spelled]() === request.headers[API_KEY]);
            const taken = known === undefined ? request : withHeader(request, API_KEY, known);
            return reference.authorize(operation, taken, keys, nowMs, window);
          },
        }),
      },
      {
        id: `secret-in-${how}-case-accepted`,
        title: `A signature by the secret in ${how} case passes`,
        breaks: [CASE_COUNTS],
        killedBy: checksOf('sign', spelled === 'toLowerCase' ? SIGNED : SAMPLE, 'letter-case'),
        patch: lettingPass(({ given, secret, text }) => given === other('sha256', secret[spelled](), text)),
      },
    ];
  }),
];

export const FORGED_SIGNATURES: readonly Mutation[] = [
  ...LENIENT,
  ...UNCHECKED,
  ...UNCHECKED_AT_TIMES,
  ...UNBOUND,
  ...KEYS,
];
