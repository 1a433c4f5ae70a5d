import type { Operation } from '../../generated/operations.js';
import { ArgumentError } from '../core/errors.js';
import { operationsByRequest } from '../core/operations-by-request.js';

/**
 * The operation of a method and a path of the description.
 *
 * @throws {ArgumentError} When there is none; nothing was sent.
 */
export function operationOf(method: string, path: string): Operation {
  const operation = operationsByRequest.get(`${method} ${path}`);
  if (operation !== undefined) return operation;
  throw new ArgumentError(`${method} ${path} is not an operation of the description. Nothing was sent.`, {
    field: 'path',
  });
}
