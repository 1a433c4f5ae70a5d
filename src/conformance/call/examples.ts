import { description } from '../../../generated/description.js';
import { type OperationId, operations } from '../model/operations.js';
import type { Input } from './input.js';

/** The first example of the description's bodies; a query is left out, none is required. */
export function exampleOf<Id extends OperationId>(operationId: Id): Input<Id> {
  const [example] = operations[operationId].input === 'body' ? description[operationId].inputExamples : [];
  return (example?.value ?? {}) as Input<Id>;
}
