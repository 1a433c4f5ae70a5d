import { API_KEY } from '../../sandbox/access.js';
import type { OperationId } from '../../../generated/operations.js';
import type { Patch } from '../../sandbox/stages.js';
import type { Mutation } from './mutation.js';
import { PUBLIC_WITHOUT_HEADERS } from './words.js';

const demandsKey =
  (operationId: OperationId): Patch =>
  (reference) => ({
    authorize: (operation, ...rest) =>
      reference.authorize(
        operation.operationId === operationId ? { ...operation, security: 'signed' } : operation,
        ...rest,
      ),
  });

const mutation = (id: string, name: string, operationId: OperationId): Mutation => ({
  id,
  title: `${name} demands the three headers`,
  breaks: [PUBLIC_WITHOUT_HEADERS],
  killedBy: [`sign/public/${operationId}/without-headers`],
  patch: demandsKey(operationId),
});

export const PUBLIC_CALLS: readonly Mutation[] = [
  mutation('ping-demands-a-key', 'Ping', 'ping'),
  mutation('time-demands-a-key', 'Server Time', 'getServerTime'),
  mutation('contracts-demand-a-key', 'Contracts', 'getContracts'),
  {
    ...mutation('contracts-forbidden-without-key', 'Contracts', 'getContracts'),
    title: 'Contracts are forbidden without the three headers, and the refusal does not say so',
    patch: () => ({
      send: (answer, { headers }) =>
        answer.operation?.operationId === 'getContracts' && headers[API_KEY] === undefined
          ? { ...answer, refused: '-2015', response: { status: 403, headers: {}, body: '' } }
          : answer,
    }),
  },
];
