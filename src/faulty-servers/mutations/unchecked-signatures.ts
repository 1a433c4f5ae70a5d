import { type OperationId, operations } from '../../../generated/operations.js';
import { SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import { DEFAULT_CONTRACTS } from '../../sandbox/exchange/markets/contracts.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import { hmac, instead, lettingPass, resigned, textOf, withHeader } from './access.js';
import { breaking, checksOf, dashed, every, type Mutation, OFTEN, SAMPLE, SIGNED } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';

/* Signatures that are not looked at on some calls, or hold for a call with another value in it. */

const HERE = 'E-BTC-USDT';

/** The name of an operation in ids of mutations: `edit-lever` for changeLeverage. */
const named = (operationId: OperationId): string => dashed(operations[operationId].path.slice('/fapi/v1/'.length));

/** One operation whose signature is not checked, while all others are right. */
const UNCHECKED: readonly Mutation[] = SIGNED.map((operationId) =>
  breaking(
    clauses.signature,
    ['signature-bit-flipped', 'wrong-secret', 'forged-signatures', 'signature-of-another-call'].map(
      (claim) => `sign/${operationId}/${claim}`,
    ),
  )`signature-unchecked-on-${named(operationId)}: ${operationId} takes any signature`(
    lettingPass(() => true, [operationId]),
  ),
);

/** Input with which one operation takes any signature; `text` is target and body. */
const AT_TIMES: { readonly [Id in OperationId]?: Readonly<Record<string, (text: string) => boolean>> } = {
  createOrder: {
    'signature-unchecked-on-long-bodies: Orders of many bytes': (text) => text.length > 250,
    'signature-unchecked-on-market-orders: Market orders': (text) => text.includes('"MARKET"'),
    'signature-unchecked-on-sells: Orders that open a sale': (text) => /"SELL".*"OPEN"/.test(text),
    'signature-unchecked-on-fill-or-kill: Orders with timeInForce FOK': (text) => text.includes('"FOK"'),
    'signature-unchecked-without-client-id: Orders without clientOrderId': (text) => !text.includes('clientOrderId'),
    'signature-unchecked-on-another-contract: Orders for E-ETH-USDT': (text) => text.includes('E-ETH-USDT'),
  },
  cancelOrder: {
    'signature-unchecked-on-cancel-with-empty-id: Cancels with an empty orderId': (text) =>
      text.includes('"orderId":""'),
    'signature-unchecked-on-cancel-of-contract: Cancels without orderId': (text) => !text.includes('orderId'),
    'cancel-by-id-elsewhere-unsigned: Cancels by an orderId of another contract': (text) =>
      /"orderId":"[^"]/.test(text) && !text.includes(HERE),
  },
  createConditionOrder: {
    'signature-unchecked-on-condition-orders-to-sell: Condition orders to sell': (text) => text.includes('"SELL"'),
  },
  getOpenOrders: {
    'signature-unchecked-on-open-orders-of-a-contract: Open orders of a contract': (text) =>
      text.includes('contractName'),
  },
  getOrderHistory: {
    'signature-unchecked-with-from-id: Order histories with fromId': (text) => text.includes('fromId'),
  },
  getProfitHistory: {
    'signature-unchecked-without-contract: Profits of all contracts': (text) => !text.includes('contractName'),
    'signature-unchecked-without-fields: Profits that nothing narrows': (text) =>
      !/contractName|limit|fromId/.test(text),
  },
  getTradeHistory: {
    'signature-unchecked-on-trades-of-a-contract: Trades of a contract': (text) => text.includes('contractName'),
    'large-pages-unsigned: Trades with a limit of 500 or more': (text) => Number(/limit=(\d+)/.exec(text)?.[1]) >= 500,
    'pages-elsewhere-unsigned: Trades from an id of another contract': (text) =>
      text.includes('fromId') && !text.includes(HERE),
  },
  changeLeverage: {
    'signature-unchecked-on-low-leverage: Changes to a leverage of 1': (text) => text.includes('"nowLevel":1}'),
    'signature-unchecked-on-high-leverage: Changes to a leverage of 5': (text) => text.includes('"nowLevel":5}'),
  },
};

const unchecked = (operationId: OperationId) => breaking(clauses.signature, `sign/${operationId}/forged-signatures`);
const ofAnotherBody = (operationId: OperationId) =>
  breaking(clauses.signature, `sign/${operationId}/signature-of-another-call`);

/** The signature holds for other values of one field of the body, as they are written. */
const unbound = (operationId: OperationId, name: string, others: (given: string) => readonly string[]): Mutation =>
  ofAnotherBody(
    operationId,
  )`${named(operationId).replace('condition-', 'condition')}-${name.toLowerCase()}-not-signed: ${operationId} takes a signature over another ${name}`(
    lettingPass(
      ({ given, secret, request }) => {
        const [member, value = ''] = new RegExp(`"${name}":("[^"]*"|[-\\d.]+)`).exec(request.body) ?? [];
        return others(value).some((other) => {
          const body = member === undefined ? request.body : request.body.replace(member, `"${name}":${other}`);
          return given === hmac(secret, textOf({ ...request, body }));
        });
      },
      [operationId],
    ),
  );

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

/** The signature of a call holds for one with another body: what was signed as a small order may be sent as a large one. */
const BODIES: readonly Mutation[] = SIGNED.filter((id) => operations[id].input === 'body').map((operationId) =>
  ofAnotherBody(
    operationId,
  )`body-not-signed-on-${named(operationId)}: ${operationId} takes a signature over another body`(
    lettingPass(
      ({ given, secret, request }) => ['', '{}'].some((body) => given === hmac(secret, textOf({ ...request, body }))),
      [operationId],
    ),
  ),
);

const QUERIES = ['', ...DEFAULT_CONTRACTS.map(({ name }) => `?contractName=${name}`)];
const PATHS = Object.values(operations).map(({ path }) => path);
/** So much earlier is a timestamp that is not looked at, milliseconds. */
const EARLIER = Array.from({ length: 300 }, (_, ms) => ms);

const pathOf = ({ target }: RawRequest): string => target.split('?')[0]!;
const queryOf = ({ target }: RawRequest): string => /\?.*/s.exec(target)?.[0] ?? '';

/** Requests that differ from one in a part of the signed text: what was signed cannot be read out of a signature. */
const OTHERS: Readonly<Record<string, (request: RawRequest) => readonly RawRequest[]>> = {
  query: (request) => QUERIES.map((query) => ({ ...request, target: pathOf(request) + query })),
  path: (request) => PATHS.map((path) => ({ ...request, target: path + queryOf(request) })),
  method: (request) => ['GET', 'POST'].map((method) => ({ ...request, method })),
  timestamp: (request) =>
    EARLIER.map((ms) => withHeader(request, TIMESTAMP, String(Number(request.headers[TIMESTAMP]) - ms))),
};

const SIGNED_PARTS: readonly Mutation[] = Object.entries(OTHERS).map(([part, others]) =>
  breaking(
    clauses.signature,
    'sign/getOpenOrders/signature-of-another-call',
  )`${part}-not-signed: A signature holds for another ${part}`(
    lettingPass(({ request, secret, given }) => others(request).some((one) => given === hmac(secret, textOf(one)))),
  ),
);

const histories = breaking(
  clauses.signature,
  checksOf('sign', ['getOrderHistory', 'getProfitHistory', 'getTradeHistory'], 'forged-signatures'),
);
const listing = breaking(clauses.headers, 'sign/getOpenOrders/forged-signatures');
const usedAgain = breaking(clauses.signature, checksOf('sign', SIGNED, 'signature-of-another-call'));
const atTimes = breaking(clauses.signature, checksOf('sign', [...SAMPLE, 'cancelOrder'], 'forged-signatures'));

export const UNCHECKED_SIGNATURES: readonly Mutation[] = [
  ...UNCHECKED,
  ...Object.entries(AT_TIMES).flatMap(([id, cases]) =>
    Object.entries(cases).map(([name, isSuch]) =>
      unchecked(id as OperationId)`${name} pass with any signature`(
        lettingPass(({ request }) => isSuch(request.target + request.body), [id as OperationId]),
      ),
    ),
  ),
  histories`signature-unchecked-with-limit: Histories take any signature when they are asked for with limit`(
    lettingPass(({ text }) => /limit\W/.test(text)),
  ),
  listing`open-orders-of-a-contract-unsigned: Get Open Orders needs no signature where contractName is given`(
    instead((request, keys, _nowMs, operationId) =>
      operationId === 'getOpenOrders' &&
      request.target.includes('contractName') &&
      request.headers[SIGNATURE] === undefined
        ? resigned(request, keys)
        : request,
    ),
  ),
  usedAgain`signature-used-again-accepted: A signature that was right once passes for every call`((...given) => {
    const right = new Set<string>();
    return lettingPass(({ given: signature, correct }) => {
      if (signature === correct) right.add(signature);
      return right.has(signature);
    })(...given);
  }),
  ...OFTEN.map((nth) =>
    atTimes`any-signature-accepted-1-in-${nth}: X-CH-SIGN is not checked one time in ${nth}`(
      every(nth, (strikes) => lettingPass(({ operationId }) => strikes(operationId))),
    ),
  ),
  ...SIGNED_PARTS,
  ...BODIES,
  ...FIELDS,
];
