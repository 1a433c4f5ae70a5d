import { type OperationId, operations } from '../../../generated/operations.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch } from '../../sandbox/stages.js';
import { ALL, answering, dashed, every, type Mutation, OFTEN, rewriting } from './mutation.js';
import { rowsOf, SUCCESS, TRADING_SUCCESS } from './words.js';

/** Changes every nth response. */
const sometimes = (
  ids: readonly OperationId[],
  nth: number,
  change: (response: RawResponse) => Partial<RawResponse>,
): Patch => every(nth, (strikes) => answering(ids, (response) => (strikes() ? change(response) : {})));

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
        ? sometimes([operationId], nth, () => ({ status: 500, body: '{}' }))
        : every(nth, (strikes) => (reference) => ({
            authorize(operation, ...rest) {
              const account = reference.authorize(operation, ...rest);
              return operation.operationId === operationId && strikes()
                ? refuse('-1000', 'An unknown error occurred while processing the request.')
                : account;
            },
          })),
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
  breaks: rowsOf([operationId]),
  killedBy: [`shape/${operationId}/every-time`],
  patch: sometimes([operationId], nth, ({ body }) => ({ body: change(body) })),
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
    breaks: rowsOf(['getContracts']),
    killedBy: ['shape/getContracts/every-time'],
    patch: (...given) => {
      let calls = 0;
      return rewriting(['getContracts'], (body) =>
        ++calls < 5 ? body : body.replaceAll(/"index_price":"[^"]*",/g, ''),
      )(...given);
    },
  },
];

export const INTERMITTENT: readonly Mutation[] = [...FAILING, ...FORMS, ...LATER];
