import { type Operation, operations } from '../../generated/operations.js';

/** The operations by method and path, as in `POST /fapi/v1/order`. */
export const operationsByRequest: ReadonlyMap<string, Operation> = new Map(
  Object.values(operations).map((operation) => [`${operation.method} ${operation.path}`, operation]),
);
