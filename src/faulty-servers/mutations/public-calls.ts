import { API_KEY } from '../../sandbox/access.js';
import type { OperationId } from '../../../generated/operations.js';
import type { Patch } from '../../sandbox/stages.js';
import { breaking, type Mutation, responding } from './mutation.js';
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

export const PUBLIC_CALLS: readonly Mutation[] = [
  demanding('ping')`ping-demands-a-key: Ping demands the three headers`(demandsKey('ping')),
  demanding('getServerTime')`time-demands-a-key: Server Time demands the three headers`(demandsKey('getServerTime')),
  demanding('getContracts')`contracts-demand-a-key: Contracts demands the three headers`(demandsKey('getContracts')),
  demanding(
    'getContracts',
  )`contracts-forbidden-without-key: Contracts are forbidden without the three headers, and the refusal does not say so`(
    responding(({ operation }, { headers }) =>
      operation?.operationId === 'getContracts' && headers[API_KEY] === undefined
        ? { status: 403, headers: {}, body: '' }
        : undefined,
    ),
  ),
];
