import { type OperationId, operations } from '../../../generated/operations.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch } from '../../sandbox/stages.js';
import { ALL, answering, breaking, dashed, every, type Mutation, OFTEN, rewriting } from './mutation.js';
import { clauses, contractRow, type DeclaredClause } from '../../conformance/model/clauses.js';

/** Changes every nth response. */
const sometimes = (
  ids: readonly OperationId[],
  nth: number,
  change: (response: RawResponse) => Partial<RawResponse>,
): Patch => every(nth, (strikes) => answering(ids, (response) => (strikes() ? change(response) : {})));

/** Each operation fails at times, one in 2, 3 or 5 by turns. */
const FAILING: readonly Mutation[] = ALL.map((operationId, at) => {
  const nth = OFTEN[at % OFTEN.length]!;
  return breaking(
    operations[operationId].security === 'public' ? clauses.success : clauses.tradingSuccess,
    `shape/${operationId}/every-time`,
  )`${dashed(operationId)}-fails-1-in-${nth}: ${operationId} fails one time in ${nth}`(
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
  );
});

const form = (operationId: OperationId, clause: DeclaredClause) => breaking(clause, `shape/${operationId}/every-time`);
const indexPrice = form('getContracts', contractRow({ name: 'index_price', kind: 'decimal', jsonTypes: ['string'] }));

/** Changes the body of every nth success. */
const body = (operationId: OperationId, nth: number, change: (body: string) => string): Patch =>
  sometimes([operationId], nth, (response) => ({ body: change(response.body) }));

const withoutField = (text: string): string => text.replaceAll(/"index_price":"[^"]*",/g, '');

const FORMS: readonly Mutation[] = [
  form('ping', clauses.ping)`ping-not-empty-1-in-3: Ping returns a member one time in three`(
    body('ping', 3, () => '{"pong":1}'),
  ),
  form('getServerTime', clauses.serverTime)`time-in-seconds-1-in-5: Server Time is in seconds one time in five`(
    body('getServerTime', 5, (text) => text.replace(/("serverTime":\d+)\d{3}/, '$1')),
  ),
  indexPrice`contracts-field-missing-1-in-2: Contracts lack a field every other time`(
    body('getContracts', 2, withoutField),
  ),
  form(
    'getContracts',
    clauses.contractsSuccess,
  )`contracts-code-as-number-1-in-3: The code of Contracts is a number one time in three`(
    body('getContracts', 3, (text) => text.replace('"code":"0"', '"code":0')),
  ),
  // Right at first, and wrong from some call on.
  indexPrice`contracts-field-missing-later: Contracts lack a field from the fifth call on`((...given) => {
    let calls = 0;
    return rewriting(['getContracts'], (text) => (++calls < 5 ? text : withoutField(text)))(...given);
  }),
];

export const INTERMITTENT: readonly Mutation[] = [...FAILING, ...FORMS];
