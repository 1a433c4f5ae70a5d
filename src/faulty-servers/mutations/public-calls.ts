import { API_KEY } from '../../sandbox/access.js';
import type { OperationId } from '../../../generated/operations.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { breaking, dashed, type Mutation, responding } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';

const demandsKey =
  (operationId: OperationId): Patch =>
  (reference) => ({
    authorize: (operation, ...rest) =>
      reference.authorize(
        operation.operationId === operationId ? { ...operation, security: 'signed' } : operation,
        ...rest,
      ),
  });

const demanding = (operationId: OperationId) =>
  breaking(clauses.publicWithout, `sign/public/${operationId}/without-headers`);

/** The same from the second call of it on. */
const demandsKeyLater =
  (operationId: OperationId): Patch =>
  (reference) => {
    let calls = 0;
    return {
      authorize(operation, ...rest) {
        const isAsked = operation.operationId === operationId && ++calls > 1;
        return reference.authorize(isAsked ? { ...operation, security: 'signed' } : operation, ...rest);
      },
    };
  };

const withoutKey = (response: Partial<RawResponse>): Patch =>
  responding(({ operation }, { headers }) =>
    operation?.operationId === 'getContracts' && headers[API_KEY] === undefined
      ? { headers: {}, ...response }
      : undefined,
  );

export const PUBLIC_CALLS: readonly Mutation[] = [
  demanding('ping')`ping-demands-a-key: Ping demands the three headers`(demandsKey('ping')),
  demanding('getServerTime')`time-demands-a-key: Server Time demands the three headers`(demandsKey('getServerTime')),
  demanding('getContracts')`contracts-demand-a-key: Contracts demands the three headers`(demandsKey('getContracts')),
  ...(['ping', 'getContracts'] as const).map((operationId) =>
    breaking(
      clauses.publicWithout,
      `shape/${operationId}/every-time`,
    )`${dashed(operationId)}-demands-a-key-later: ${operationId} demands the three headers from its second call on`(
      demandsKeyLater(operationId),
    ),
  ),
  demanding(
    'getContracts',
  )`contracts-forbidden-without-key: Contracts are forbidden without the three headers, and the refusal does not say so`(
    withoutKey({ status: 403, body: '' }),
  ),
  demanding('getContracts')`contracts-empty-without-key: Contracts are an empty list without the three headers`(
    withoutKey({ body: '{"code":"0","msg":"success","data":{"contracts":[]}}' }),
  ),
];
