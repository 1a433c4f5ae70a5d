import { type OperationId, operations } from '../../../generated/operations.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch } from '../../sandbox/stages.js';
import { resigned, withHeader } from './headers.js';
import { ALL, acting, answering, checksOf, type Mutation, rewriting, SIGNED } from './mutation.js';
import { ENDPOINTS, HEADERS_REQUIRED, MADE_WITH_SECRET, SUCCESS, TRADING_SUCCESS } from './words.js';

/** Periods of the faults: one strikes every second, third or fifth call. */
const OFTEN = [2, 3, 5] as const;

const dashed = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Counts the calls of each operation and returns true on every nth one. */
function counter(nth: number): (operationId: OperationId) => boolean {
  const counts = new Map<OperationId, number>();
  return (operationId) => {
    const count = (counts.get(operationId) ?? 0) + 1;
    counts.set(operationId, count);
    return count % nth === 0;
  };
}

/** Changes every nth response. */
const sometimes =
  (ids: readonly OperationId[], nth: number, change: (response: RawResponse) => RawResponse): Patch =>
  (...given) => {
    let count = 0;
    return answering(ids, (response) => (++count % nth === 0 ? change(response) : response))(...given);
  };

/** Each operation fails at times, one in 2, 3 or 5 by turns. */
const FAILING: readonly Mutation[] = ALL.map((operationId, at) => {
  const nth = OFTEN[at % OFTEN.length]!;
  return {
    id: `${dashed(operationId)}-fails-1-in-${nth}`,
    title: `${operationId} fails one time in ${nth}`,
    breaks: [operations[operationId].security === 'public' ? SUCCESS : TRADING_SUCCESS],
    killedBy: [`shape/${operationId}/every-time`],
    patch:
      at % 2 === 0
        ? sometimes([operationId], nth, (response) => ({ ...response, status: 500, body: '{}' }))
        : (reference) => {
            const strikes = counter(nth);
            return {
              authorize(operation, ...rest) {
                const account = reference.authorize(operation, ...rest);
                return operation.operationId === operationId && strikes(operationId)
                  ? refuse('-1000', 'An unknown error occurred while processing the request.')
                  : account;
              },
            };
          },
  };
});

const form = (
  id: string,
  title: string,
  operationId: 'ping' | 'getServerTime' | 'getContracts',
  nth: number,
  change: (body: string) => string,
): Mutation => ({
  id,
  title,
  breaks: [SUCCESS],
  killedBy: [`shape/${operationId}/every-time`],
  patch: sometimes([operationId], nth, (response) => ({ ...response, body: change(response.body) })),
});

const FORMS: readonly Mutation[] = [
  form('ping-not-empty-1-in-3', 'Ping returns a member one time in three', 'ping', 3, () => '{"pong":1}'),
  form('time-in-seconds-1-in-5', 'Server Time is in seconds one time in five', 'getServerTime', 5, (body) =>
    body.replace(/("serverTime":\d+)\d{3}/, '$1'),
  ),
  form('contracts-field-missing-1-in-2', 'Contracts lack a field every other time', 'getContracts', 2, (body) =>
    body.replaceAll(/"index_price":"[^"]*",/g, ''),
  ),
  form(
    'contracts-code-as-number-1-in-3',
    'The code of Contracts is a number one time in three',
    'getContracts',
    3,
    (body) => body.replace('"code":"0"', '"code":0'),
  ),
];

/** Right at first, and wrong from some call on. */
const LATER: readonly Mutation[] = [
  {
    id: 'contracts-field-missing-later',
    title: 'Contracts lack a field from the fifth call on',
    breaks: [SUCCESS],
    killedBy: ['shape/getContracts/every-time'],
    patch: (...given) => {
      let calls = 0;
      return rewriting(['getContracts'], (body) =>
        ++calls < 5 ? body : body.replaceAll(/"index_price":"[^"]*",/g, ''),
      )(...given);
    },
  },
];

const SAMPLE: readonly OperationId[] = ['getOpenOrders', 'createOrder', 'cancelOrder'];

/** Signatures and headers that are not checked, one time in `nth`. */
const FORGIVING: readonly Mutation[] = OFTEN.flatMap((nth): Mutation[] => [
  {
    id: `any-signature-accepted-1-in-${nth}`,
    title: `X-CH-SIGN is not checked one time in ${nth}`,
    breaks: [MADE_WITH_SECRET],
    killedBy: checksOf('sign', SAMPLE, 'forged-signatures'),
    patch: (reference) => {
      const strikes = counter(nth);
      return {
        authorize(operation, request, keys, ...rest) {
          const present = (request.headers[SIGNATURE] ?? '') !== '';
          const lenient = SIGNED.includes(operation.operationId) && strikes(operation.operationId) && present;
          return reference.authorize(operation, lenient ? resigned(request, keys) : request, keys, ...rest);
        },
      };
    },
  },
  {
    id: `missing-header-accepted-1-in-${nth}`,
    title: `A call passes without one of the headers one time in ${nth}`,
    breaks: [HEADERS_REQUIRED],
    killedBy: checksOf('sign', SAMPLE, 'each-header-each-time'),
    patch: (reference) => {
      const strikes = counter(nth);
      return {
        authorize(operation, request, keys, nowMs, window) {
          if (!SIGNED.includes(operation.operationId) || !strikes(operation.operationId)) {
            return reference.authorize(operation, request, keys, nowMs, window);
          }
          const key = request.headers[API_KEY] ?? [...keys.keys()][0] ?? '';
          const time = request.headers[TIMESTAMP] ?? String(nowMs);
          const whole = withHeader(withHeader(request, API_KEY, key), TIMESTAMP, time);
          const lacking = [API_KEY, TIMESTAMP, SIGNATURE].some((name) => request.headers[name] === undefined);
          return reference.authorize(operation, lacking ? resigned(whole, keys) : request, keys, nowMs, window);
        },
      };
    },
  },
]);

const WIPES: readonly Mutation[] = OFTEN.flatMap((nth): Mutation[] => [
  {
    id: `cancel-of-contract-does-nothing-1-in-${nth}`,
    title: `Cancel without orderId does nothing one time in ${nth}`,
    breaks: [
      {
        heading: ENDPOINTS,
        quote: 'when orderId is empty or omitted, then all orders under the given contractName are cancelled',
      },
    ],
    killedBy: ['rule/cancel/every-time'],
    patch: (...given) => {
      let count = 0;
      return acting('cancelOrder', (call, run) =>
        (call.input['orderId'] ?? '') === '' && ++count % nth === 0 ? { ok: true, result: undefined } : run(call),
      )(...given);
    },
  },
  {
    id: `cancel-all-cancels-one-contract-1-in-${nth}`,
    title: `Cancel All Orders cancels the orders of one contract one time in ${nth}`,
    breaks: [{ heading: ENDPOINTS, quote: 'cancels all open orders; it takes no contract' }],
    killedBy: ['rule/cancel-all/every-time'],
    patch: (...given) => {
      let count = 0;
      return acting('cancelAllOrders', (call, run) =>
        run(
          ++count % nth === 0 ? { ...call, operationId: 'cancelOrder', input: { contractName: 'E-BTC-USDT' } } : call,
        ),
      )(...given);
    },
  },
  {
    id: `cancel-all-does-nothing-1-in-${nth}`,
    title: `Cancel All Orders does nothing one time in ${nth}`,
    breaks: [{ heading: ENDPOINTS, quote: 'cancels all open orders; it takes no contract' }],
    killedBy: ['rule/cancel-all/every-time'],
    patch: (...given) => {
      let count = 0;
      return acting('cancelAllOrders', (call, run) =>
        ++count % nth === 0 ? { ok: true, result: undefined } : run(call),
      )(...given);
    },
  },
]);

export const INTERMITTENT: readonly Mutation[] = [...FAILING, ...FORMS, ...LATER, ...FORGIVING, ...WIPES];
