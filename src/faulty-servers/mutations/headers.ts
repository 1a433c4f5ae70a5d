import { type OperationId, operations } from '../../../generated/operations.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { claiming, completed, hmac, instead, lettingPass, resigned, withHeader } from './access.js';
import { breaking, checksOf, every, type Mutation, OFTEN, SAMPLE, SIGNED, rowsOf } from './mutation.js';
import { ofOneContract } from './own-calls.js';
import { clauses, rowOf } from '../../conformance/model/clauses.js';

const NAMES = [API_KEY, TIMESTAMP, SIGNATURE];

const isMissing = (request: RawRequest, name: string): boolean => (request.headers[name] ?? '') === '';

/** A call without one of the headers passes, as one that is filled in. */
const withoutOne = (header: string, name: string, title: string, fill: Parameters<typeof instead>[0]): Mutation =>
  breaking(
    clauses.headers,
    checksOf('sign', SIGNED, `without-${header}`),
  )`missing-${header}-accepted: A call without ${title}`(
    instead((request, ...rest) => (isMissing(request, name) ? fill(request, ...rest) : request)),
  );

/** A call passes that has such headers and none else. */
const withOnly = (...kept: readonly string[]): Patch =>
  instead((request, keys, nowMs, operationId) => {
    const isSuch = NAMES.every((name) => (request.headers[name] !== undefined) === kept.includes(name));
    return isSuch && SIGNED.includes(operationId) ? completed(request, keys, nowMs) : request;
  });

/** A key is taken for another one, which is known. */
const otherKey = (isTaken: (key: string, known: string) => boolean): Patch =>
  instead((request, keys) => {
    const key = request.headers[API_KEY];
    if (key === undefined || keys.has(key)) return request;
    const known = [...keys.keys()].find((one) => isTaken(key, one));
    return known === undefined ? request : withHeader(request, API_KEY, known);
  });

const unsignedAnywhere = breaking(clauses.signedHeaders, checksOf('sign', SIGNED, 'without-headers'));
const unsigned = breaking(clauses.signedHeaders, checksOf('sign', SAMPLE, 'without-headers'));
const keyed = breaking(clauses.apiKey, checksOf('sign', SAMPLE, 'unknown-key'));
const keyedAnywhere = breaking(clauses.apiKey, checksOf('sign', SIGNED, 'unknown-key'));

const swapCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
const swapFirst = (text: string): string => text.replace(/[a-z]/i, swapCase);

/** The text in the cases that people and programs confuse it with. */
function otherCases(text: string): readonly string[] {
  const letters = [...text];
  const oneSwapped = letters.map((letter, at) => letters.with(at, swapCase(letter)).join(''));
  return [text.toLowerCase(), text.toUpperCase(), letters.map(swapCase).join(''), ...oneSwapped];
}

/** Spellings of a key or a secret that pass besides its own. */
const SPELLINGS: readonly (readonly [
  ids: readonly [ofKey: string, ofSecret: string],
  how: string,
  spelled: (text: string) => readonly string[],
  operationIds: readonly OperationId[],
])[] = [
  [['key-case-ignored', 'secret-case-ignored'], 'any case', otherCases, ['getOpenOrders']],
  ...(['lower', 'upper'] as const).map(
    (how) =>
      [
        [`key-in-${how}-case-accepted`, `secret-in-${how}-case-accepted`],
        `${how} case`,
        (text: string) => [how === 'lower' ? text.toLowerCase() : text.toUpperCase()],
        how === 'lower' ? SIGNED : SAMPLE,
      ] as const,
  ),
  [
    ['key-first-letter-in-any-case', 'signature-by-secret-with-first-letter-in-any-case'],
    'another case of its first letter',
    (text) => [swapFirst(text)],
    SAMPLE,
  ],
];

const CASES: readonly Mutation[] = SPELLINGS.flatMap(([[ofKey, ofSecret], how, spelled, ids]) => {
  const spelling = breaking(clauses.case, checksOf('sign', ids, 'letter-case'));
  return [
    spelling`${ofKey}: The API key is found in ${how}`(otherKey((key, known) => spelled(known).includes(key))),
    spelling`${ofSecret}: A signature by the secret in ${how} passes`(
      lettingPass(({ given, secret, text }) => spelled(secret).some((other) => given === hmac(other, text))),
    ),
  ];
});

/** Takes an X-CH-TS that looks like this for the time of the call, if it is signed. */
const takingTimestamps = (form: RegExp, ids?: Parameters<typeof claiming>[1]): ReturnType<typeof claiming> =>
  claiming(
    ({ request, given, correct }, keys, nowMs) =>
      given === correct && form.test(request.headers[TIMESTAMP] ?? '')
        ? resigned(withHeader(request, TIMESTAMP, String(nowMs)), keys)
        : undefined,
    ids,
  );

const anySignature = breaking(clauses.signature, [
  ...checksOf('sign', SIGNED, 'signature-bit-flipped'),
  ...checksOf('sign', SIGNED, 'wrong-secret'),
]);
const keyless = breaking(clauses.headers, 'sign/getOpenOrders/forged-signatures');
const atTimes = breaking(clauses.headers, checksOf('sign', [...SAMPLE, 'cancelOrder'], 'each-header-each-time'));
const cancelAll = breaking(rowOf('cancelAllOrders'), 'sign/cancelAllOrders/text-as-timestamp');
const openOrders = breaking(
  [rowOf('getOpenOrders'), clauses.tradingSuccess],
  ['sign/getOpenOrders/text-as-timestamp', 'shape/getOpenOrders/every-time'],
);
const leverage = breaking(rowOf('changeLeverage'), 'sign/changeLeverage/text-as-timestamp');
const anyTimestamp = breaking(
  [clauses.timestamp, ...rowsOf(SIGNED.filter((id) => operations[id].timestampHeader === 'integer'))],
  checksOf('sign', SIGNED, 'text-as-timestamp'),
);

export const HEADERS: readonly Mutation[] = [
  anySignature`any-signature-accepted: X-CH-SIGN is not checked`(
    instead((request, keys) => (isMissing(request, SIGNATURE) ? request : resigned(request, keys))),
  ),
  keyless`missing-key-accepted-elsewhere: Open orders of E-ETH-USDT are listed without X-CH-APIKEY`(
    instead((request, keys, nowMs) =>
      isMissing(request, API_KEY) &&
      !isMissing(request, SIGNATURE) &&
      request.target.includes('openOrders?contractName=E-ETH-USDT')
        ? completed(request, keys, nowMs)
        : request,
    ),
  ),
  withoutOne('key', API_KEY, 'X-CH-APIKEY is taken for one of the first account', (request, keys) =>
    withHeader(request, API_KEY, [...keys.keys()][0] ?? ''),
  ),
  withoutOne('timestamp', TIMESTAMP, 'X-CH-TS passes with any signature', (request, keys, nowMs) =>
    resigned(withHeader(request, TIMESTAMP, String(nowMs)), keys),
  ),
  withoutOne('signature', SIGNATURE, 'X-CH-SIGN passes', resigned),
  unsignedAnywhere`call-without-headers-accepted: A call without any of the three headers is taken for one of the first account`(
    withOnly(),
  ),
  unsigned`call-with-signature-alone-accepted: A call with its signature and no other header passes`(
    withOnly(SIGNATURE),
  ),
  unsigned`call-with-key-alone-accepted: A call with its key and no other header passes`(withOnly(API_KEY)),
  unsigned`call-with-timestamp-alone-accepted: A call with its timestamp and no other header passes`(
    withOnly(TIMESTAMP),
  ),
  ...OFTEN.map((nth) =>
    atTimes`missing-header-accepted-1-in-${nth}: A call passes without one of the headers one time in ${nth}`(
      every(nth, (strikes) =>
        instead((request, keys, nowMs, operationId) => {
          if (!SIGNED.includes(operationId) || !strikes(operationId)) return request;
          const isLacking = NAMES.some((name) => request.headers[name] === undefined);
          return isLacking ? completed(request, keys, nowMs) : request;
        }),
      ),
    ),
  ),
  keyedAnywhere`unknown-key-accepted: A key that does not exist is taken for one that does`(
    otherKey((key) => key !== ''),
  ),
  keyedAnywhere`key-cut-short-accepted: The beginning of a key is taken for the key`(
    otherKey((key, known) => key.length > 4 && known.startsWith(key)),
  ),
  keyedAnywhere`key-with-more-accepted: A key with something behind it is taken for the key`(
    otherKey((key, known) => key.startsWith(known)),
  ),
  keyedAnywhere`empty-key-accepted: An empty X-CH-APIKEY is taken for any key`(otherKey((key) => key === '')),
  keyed`key-suffix-accepted: The end of a key is taken for the key`(
    otherKey((key, known) => key.length > 3 && known.endsWith(key)),
  ),
  keyed`key-asterisk-accepted: An asterisk is taken for any key`(otherKey((key) => key === '*')),
  keyed`key-of-same-length-accepted: A key is compared but for its last character`(
    otherKey((key, known) => key.length === known.length && key.slice(0, -1) === known.slice(0, -1)),
  ),
  ...CASES,
  cancelAll`cancel-all-takes-seconds: Cancel All Orders takes an X-CH-TS in seconds`(
    takingTimestamps(/^\d{10}$/, ['cancelAllOrders']),
  ),
  openOrders`open-orders-of-one-contract-take-seconds: Get Open Orders takes an X-CH-TS in seconds, and knows one contract alone`(
    (...given) => ({
      ...takingTimestamps(/^\d{10}$/, ['getOpenOrders'])(...given),
      ...ofOneContract('getOpenOrders')(...given),
    }),
  ),
  leverage`leverage-takes-more-than-digits: Change Leverage takes an X-CH-TS that begins with the digits of one`(
    takingTimestamps(/^\d{13}./, ['changeLeverage']),
  ),
  anyTimestamp`text-as-timestamp-accepted: X-CH-TS may be any text, as long as it is signed`(
    takingTimestamps(/^(?!\d+$)/),
  ),
];
