import type { UnknownId } from '../../../generated/description.js';
import { fieldRow, rowOf } from '../../core/clauses.js';
import { declaredFields, type OperationId, operations } from './operations.js';
import type { Clause } from './report-model.js';

export { clauses, contractRow, fieldRow, rowOf } from '../../core/clauses.js';

/** A question that the document leaves open: what is seen is stored, and never fails. */
export const unknown = (id: UnknownId): Clause => ({ kind: 'unknown', id });

/** Fields of an operation, by the row of the first one; all that it declares unless some are given. */
export function fieldsOf(operationId: OperationId, fields = declaredFields(operations[operationId])): Clause {
  const [first] = fields;
  return first === undefined ? rowOf(operationId) : fieldRow(operationId, first);
}
