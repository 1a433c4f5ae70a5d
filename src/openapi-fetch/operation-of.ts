import { type Operation, operations } from '../../generated/operations.js';
import { ArgumentError } from '../core/errors.js';

const BY_REQUEST: ReadonlyMap<string, Operation> = new Map(
  Object.values(operations).map((operation) => [`${operation.method} ${operation.path}`, operation]),
);

/**
 * The operation of a method and a path of the description.
 *
 * @throws {ArgumentError} When there is none; nothing was sent.
 */
export function operationOf(method: string, path: string): Operation {
  const operation = BY_REQUEST.get(`${method} ${path}`);
  if (operation !== undefined) return operation;
  throw new ArgumentError(`${method} ${path} is not an operation of the description. Nothing was sent.`, {
    field: 'path',
  });
}
