import { type OperationId, operations } from '../../../generated/operations.js';
import { composeSigningString, OBSERVED_RULE } from '../../core/signing-rule.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { type AccessByKey, resigned, withHeader } from './headers.js';
import { checksOf, type Mutation, SIGNED } from './mutation.js';
import {
  CASE_COUNTS,
  KEY_IS_THE_KEY,
  MADE_WITH_SECRET,
  rowsOf,
  SHOWN_ONCE,
  THREE_HEADERS,
  TIMESTAMP_IS_MILLISECONDS,
} from './words.js';

/** The data of a call for a verification that is careless in one respect. */
interface CarelessClaim {
  readonly operationId: OperationId;
  readonly given: string;
  readonly secret: string;
  readonly apiKey: string;
  readonly request: RawRequest;
  /** The text that is signed, with another target or body where that is named. */
  readonly text: (other?: Partial<Pick<RawRequest, 'body' | 'target'>>) => string;
}

const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
const hmac = (key: string, text: string, algorithm = 'sha256'): string =>
  crypto().createHmac(algorithm, key).update(text).digest('hex');
const hash = (text: string): string => crypto().createHash('sha256').update(text).digest('hex');

const textOf = ({ method, target, body, headers }: RawRequest): string =>
  composeSigningString(OBSERVED_RULE, { timestampMs: headers[TIMESTAMP] ?? '', method, target, body });

function claimOf(
  operationId: OperationId,
  request: RawRequest,
  secretOf: (apiKey: string) => string | undefined,
): CarelessClaim | undefined {
  const apiKey = request.headers[API_KEY] ?? '';
  const [secret, given] = [secretOf(apiKey), request.headers[SIGNATURE]];
  if (secret === undefined || given === undefined || !SIGNED.includes(operationId)) return undefined;
  return { operationId, given, secret, apiKey, request, text: (other) => textOf({ ...request, ...other }) };
}

/** Lets pass what fits besides the right signature. */
const lettingPass =
  (fits: (claim: CarelessClaim) => boolean): Patch =>
  (reference, secretOf) => ({
    authorize(operation, request, keys, nowMs, window) {
      const claim = claimOf(operation.operationId, request, secretOf);
      const passes = claim !== undefined && fits(claim);
      return reference.authorize(operation, passes ? resigned(request, keys) : request, keys, nowMs, window);
    },
  });

/** Takes this in place of the right signature, and the right one no more. */
const verifyingOnly =
  (expected: (claim: CarelessClaim) => string): Patch =>
  (reference, secretOf) => ({
    authorize(operation, request, keys, nowMs, window) {
      const claim = claimOf(operation.operationId, request, secretOf);
      if (claim === undefined) return reference.authorize(operation, request, keys, nowMs, window);
      const fits = expected(claim) === claim.given;
      const judged = fits ? resigned(request, keys) : withHeader(request, SIGNATURE, 'none');
      return reference.authorize(operation, judged, keys, nowMs, window);
    },
  });

const SAMPLE: readonly OperationId[] = ['getOpenOrders', 'createOrder'];

const passing = (
  id: string,
  title: string,
  fits: (claim: CarelessClaim) => boolean,
  killedBy: readonly string[] = checksOf('sign', SAMPLE, 'forged-signatures'),
): Mutation => ({ id: `signature-${id}`, title, breaks: [MADE_WITH_SECRET], killedBy, patch: lettingPass(fits) });

const OTHER_DIGESTS: readonly Mutation[] = [
  ...(['sha512-256', 'sha512-224', 'sha3-512', 'ripemd160', 'blake2s256', 'sm3'] as const).map((name) =>
    passing(
      `by-${name}-accepted`,
      `A signature by HMAC with ${name.toUpperCase()} passes`,
      ({ given, secret, text }) => given === hmac(secret, text(), name),
    ),
  ),
  ...(
    [
      ['hmac-sha512', 'HMAC-SHA512', ({ secret, text }: CarelessClaim) => hmac(secret, text(), 'sha512')],
      ['hmac-sha1', 'HMAC-SHA1', ({ secret, text }: CarelessClaim) => hmac(secret, text(), 'sha1')],
      ['plain-hash', 'the SHA-256 of secret and text', ({ secret, text }: CarelessClaim) => hash(secret + text())],
      ['key-as-secret', 'an HMAC-SHA256 by the API key', ({ apiKey, text }: CarelessClaim) => hmac(apiKey, text())],
    ] as const
  ).map(([id, what, expected]): Mutation => ({
    id: `signature-is-${id}`,
    title: `Calls are signed with ${what}, and a right signature is refused`,
    breaks: [MADE_WITH_SECRET],
    killedBy: ['sign/hmac-sha256'],
    patch: verifyingOnly(expected),
  })),
];

const OTHER_SECRETS: readonly Mutation[] = (
  [
    ['secret-with-line-break', 'the secret and a line break', ({ apiSecret }) => `${apiSecret}\n`],
    ['secret-without-its-beginning', 'the secret without its first character', ({ apiSecret }) => apiSecret.slice(1)],
    ['hashed-secret', 'the SHA-256 of the secret', ({ apiSecret }) => hash(apiSecret)],
    ['key-and-secret', 'key and secret together', ({ apiKey, apiSecret }) => apiKey + apiSecret],
    ['the-word-secret', 'the word secret', () => 'secret'],
  ] as const satisfies readonly (readonly [
    string,
    string,
    (own: Readonly<Record<'apiKey' | 'apiSecret', string>>) => string,
  ])[]
).map(([id, what, keyOf]) =>
  passing(`by-${id}-accepted`, `A signature by ${what} passes`, ({ given, apiKey, secret, text }) => {
    const own = { apiKey, apiSecret: secret };
    return given === hmac(keyOf(own), text());
  }),
);

const NONE: readonly Mutation[] = [
  passing('word-undefined-accepted', 'The word undefined passes as a signature', ({ given }) => given === 'undefined'),
  passing('key-as-signature-accepted', 'The API key passes as a signature', ({ given, apiKey }) => given === apiKey),
  passing(
    'with-text-as-key-accepted',
    'An HMAC of the secret by the text passes',
    ({ given, secret, text }) => given === hmac(text(), secret),
  ),
];

const OF_ANOTHER_CALL = checksOf('sign', SAMPLE, 'signature-of-another-call');

const ONE_PART: readonly Mutation[] = [
  passing(
    'of-timestamp-accepted',
    'A signature over the timestamp alone passes',
    ({ given, secret, request }) => given === hmac(secret, request.headers[TIMESTAMP] ?? ''),
    OF_ANOTHER_CALL,
  ),
  passing(
    'of-path-accepted',
    'A signature over the path alone passes',
    ({ given, secret, request }) => given === hmac(secret, request.target),
    OF_ANOTHER_CALL,
  ),
  passing(
    'of-body-accepted',
    'A signature over the body alone passes',
    ({ given, secret, request }) => request.body !== '' && given === hmac(secret, request.body),
    ['sign/createOrder/signature-of-another-call'],
  ),
  passing(
    'without-limit-accepted',
    'A signature over the query without its limit passes',
    ({ given, secret, request, text }) =>
      given === hmac(secret, text({ target: request.target.replace(/&limit=\d+/, '') })),
    ['sign/getTradeHistory/signature-of-another-call'],
  ),
].map((mutation) => ({ ...mutation, assumes: 'signing.composition' }));

/** Signatures that are not looked at where the input is of one kind. */
const unchecked = (id: string, title: string, operationId: OperationId, isSuch: (text: string) => boolean): Mutation =>
  passing(
    `unchecked-${id}`,
    title,
    (claim) => claim.operationId === operationId && isSuch(claim.request.target + claim.request.body),
    [`sign/${operationId}/forged-signatures`],
  );

const AT_TIMES: readonly Mutation[] = [
  unchecked('on-market-orders', 'Market orders pass with any signature', 'createOrder', (text) =>
    text.includes('"MARKET"'),
  ),
  unchecked('on-sells', 'Orders that open a sale pass with any signature', 'createOrder', (text) =>
    /"SELL".*"OPEN"/.test(text),
  ),
  unchecked('on-fill-or-kill', 'Orders with timeInForce FOK pass with any signature', 'createOrder', (text) =>
    text.includes('"FOK"'),
  ),
  unchecked(
    'without-client-id',
    'Orders without clientOrderId pass with any signature',
    'createOrder',
    (text) => !text.includes('clientOrderId'),
  ),
  unchecked(
    'on-cancel-with-empty-id',
    'A cancel with an empty orderId passes with any signature',
    'cancelOrder',
    (text) => text.includes('"orderId":""'),
  ),
  unchecked(
    'on-condition-orders-to-sell',
    'Condition orders to sell pass with any signature',
    'createConditionOrder',
    (text) => text.includes('"SELL"'),
  ),
  unchecked('with-from-id', 'The order history with fromId passes with any signature', 'getOrderHistory', (text) =>
    text.includes('fromId'),
  ),
  unchecked(
    'without-contract',
    'Profits of all contracts pass with any signature',
    'getProfitHistory',
    (text) => !text.includes('contractName'),
  ),
  unchecked('on-trades-of-a-contract', 'Trades of a contract pass with any signature', 'getTradeHistory', (text) =>
    text.includes('contractName'),
  ),
  unchecked('on-another-contract', 'Orders for E-ETH-USDT pass with any signature', 'createOrder', (text) =>
    text.includes('E-ETH-USDT'),
  ),
  unchecked('on-low-leverage', 'A leverage of 1 is set with any signature', 'changeLeverage', (text) =>
    text.includes('"nowLevel":1}'),
  ),
];

/** The signature holds for any value of one field of the body, or for a body without it. */
const unbound = (operationId: OperationId, name: string, others: (given: string) => readonly string[]): Mutation => ({
  id: `${operations[operationId].path.split('/').at(-1)!.replaceAll('_', '-').toLowerCase()}-${name.toLowerCase()}-not-signed`,
  title: `${operationId} takes a signature over another ${name}`,
  breaks: [MADE_WITH_SECRET],
  assumes: 'signing.body',
  killedBy: [`sign/${operationId}/signature-of-another-call`],
  patch: lettingPass(({ operationId: asked, given, secret, request, text }) => {
    const [member, value = ''] = new RegExp(`"${name}":("[^"]*"|[-\\d.]+)`).exec(request.body) ?? [];
    if (asked !== operationId || member === undefined) return false;
    return others(value).some(
      (other) => given === hmac(secret, text({ body: request.body.replace(member, `"${name}":${other}`) })),
    );
  }),
});

const longer = (given: string): readonly string[] => [given.startsWith('"') ? `"9${given.slice(1)}` : `9${given}`];

const FIELDS: readonly Mutation[] = [
  unbound('createOrder', 'volume', longer),
  unbound('createOrder', 'price', () => ['0']),
  unbound('createOrder', 'side', () => ['"BUY"', '"SELL"']),
  unbound('createOrder', 'clientOrderId', () => ['""']),
  unbound('createOrder', 'contractName', () => ['"E-ETH-USDT"', '"E-ORCA-USDT"']),
  unbound('cancelOrder', 'orderId', () => ['""']),
  unbound('createConditionOrder', 'triggerPrice', longer),
  unbound('adjustPositionMargin', 'amount', () => ['100']),
  unbound('changeLeverage', 'nowLevel', () => ['100']),
];

/** Judges a request as the one that it is taken for. */
const takenFor =
  (
    change: (request: RawRequest, keys: AccessByKey, nowMs: number, isRight: boolean) => RawRequest | undefined,
  ): Patch =>
  (reference, secretOf) => ({
    authorize(operation, request, keys, nowMs, window) {
      const claim = claimOf(operation.operationId, request, secretOf);
      const isRight = claim !== undefined && claim.given === hmac(claim.secret, claim.text());
      const other = SIGNED.includes(operation.operationId) ? change(request, keys, nowMs, isRight) : undefined;
      return reference.authorize(operation, other === undefined ? request : resigned(other, keys), keys, nowMs, window);
    },
  });

const HEADERS = [API_KEY, TIMESTAMP, SIGNATURE];

const withTwoMissing = (kept: string, what: string): Mutation => ({
  id: `call-with-${what}-alone-accepted`,
  title: `A call with its ${what} and no other header passes`,
  breaks: [THREE_HEADERS],
  killedBy: checksOf('sign', SAMPLE, 'without-headers'),
  patch: takenFor((request, keys, nowMs) => {
    const isSuch = HEADERS.every((name) => (request.headers[name] === undefined) === (name !== kept));
    if (!isSuch) return undefined;
    const key = request.headers[API_KEY] ?? [...keys.keys()][0] ?? '';
    const time = request.headers[TIMESTAMP] ?? String(nowMs);
    return withHeader(withHeader(request, API_KEY, key), TIMESTAMP, time);
  }),
});

const otherKey = (
  id: string,
  title: string,
  isTaken: (key: string, known: string) => boolean,
  [words, claim]: readonly [Mutation['breaks'][number], string] = [KEY_IS_THE_KEY, 'unknown-key'],
): Mutation => ({
  id,
  title,
  breaks: [words],
  killedBy: checksOf('sign', SAMPLE, claim),
  patch: takenFor((request, keys) => {
    const key = request.headers[API_KEY];
    const known = [...keys.keys()].find((one) => key !== undefined && key !== one && isTaken(key, one));
    return known === undefined ? undefined : withHeader(request, API_KEY, known);
  }),
});

const swapFirst = (text: string): string =>
  text.replace(/[a-z]/i, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

const CARRIERS: readonly Mutation[] = [
  withTwoMissing(SIGNATURE, 'signature'),
  withTwoMissing(API_KEY, 'key'),
  withTwoMissing(TIMESTAMP, 'timestamp'),
  otherKey('key-suffix-accepted', 'The end of a key is taken for the key', (key, known) => {
    return key.length > 3 && known.endsWith(key);
  }),
  otherKey('key-asterisk-accepted', 'An asterisk is taken for any key', (key) => key === '*'),
  otherKey('key-of-same-length-accepted', 'A key is compared but for its last character', (key, known) => {
    return key.length === known.length && key.slice(0, -1) === known.slice(0, -1);
  }),
  otherKey(
    'key-first-letter-in-any-case',
    'The first letter of a key may be in the other case',
    (key, known) => {
      return swapFirst(key) === known;
    },
    [CASE_COUNTS, 'letter-case'],
  ),
  {
    ...passing(
      'by-secret-with-first-letter-in-any-case',
      'The first letter of the secret may be in the other case',
      (claim) => claim.given === hmac(swapFirst(claim.secret), claim.text()),
    ),
    breaks: [CASE_COUNTS],
    killedBy: checksOf('sign', SAMPLE, 'letter-case'),
  },
  {
    id: 'text-as-timestamp-accepted',
    title: 'X-CH-TS may be any text, as long as it is signed',
    breaks: [TIMESTAMP_IS_MILLISECONDS, ...rowsOf(SIGNED.filter((id) => operations[id].timestampHeader === 'integer'))],
    killedBy: checksOf('sign', SIGNED, 'text-as-timestamp'),
    patch: takenFor((request, _keys, nowMs, isRight) =>
      isRight && !/^\d+$/.test(request.headers[TIMESTAMP] ?? '')
        ? withHeader(request, TIMESTAMP, String(nowMs))
        : undefined,
    ),
  },
  {
    id: 'secret-in-refusal-in-base64',
    title: 'The refusal of a wrong signature shows the secret in base64',
    breaks: [SHOWN_ONCE],
    killedBy: ['sign/refusal-shows-no-secret'],
    patch: (_reference, secretOf) => ({
      send(answer, request) {
        const secret = secretOf(request.headers[API_KEY] ?? '');
        if (answer.refused !== '-1022' || secret === undefined) return answer;
        const shown = Buffer.from(secret).toString('base64');
        const body = answer.response.body.replace('valid', `valid for ${shown}`);
        return { ...answer, response: { ...answer.response, body } };
      },
    }),
  },
];

export const CARELESS_SIGNATURES: readonly Mutation[] = [
  ...OTHER_DIGESTS,
  ...OTHER_SECRETS,
  ...NONE,
  ...ONE_PART,
  ...AT_TIMES,
  ...FIELDS,
  ...CARRIERS,
];
