import { description, type ResultField } from '../../../generated/description.js';
import {
  type DeclaredField,
  type Field,
  type Operation as Row,
  type OperationId,
  operations as rows,
} from '../../../generated/operations.js';

export type { DeclaredField, Effect, OperationId } from '../../../generated/operations.js';

/**
 * A row of the table as the kit has it: what may be observed only is not on it. Checks judge by {@link declaredFields} and
 * {@link declaredResultFields}, so that no observed fact is held against a server by mistake.
 */
export type Operation = Omit<Row, 'fields' | 'resultFields' | 'rateLimit' | 'pathVariants'>;

export const operations: { readonly [Id in OperationId]: Operation } = rows;

/** The operations that the service document declares. A server may lack the others, so no check asks for them. */
export const declaredOperations: readonly Operation[] = Object.values(rows).filter(
  ({ evidence }) => evidence === 'declared',
);

/** Needs something that only a throw-away target has, or that nothing can take back. */
export const leavesTraces = ({ operationId, effect }: Operation): boolean =>
  effect === 'reversible' || operationId === 'createConditionOrder' || operationId === 'adjustPositionMargin';

export const nameOf = (operationId: OperationId): string => description[operationId].summary;

export const declaredFields = ({ operationId }: Operation): readonly DeclaredField[] =>
  rows[operationId].fields.filter((field) => field.evidence === 'declared');

/** The fields that the service document names of a result; paths start at the top of the result. */
export const declaredResultFields = ({ operationId }: Operation): readonly ResultField[] =>
  description[operationId].result.fields.declared;

/** The JSON type of a field in a body. A call may carry an observed field; its outcome is then no verdict. */
export const wireOf = ({ operationId }: Operation, name: string): Field['wire'] | undefined =>
  rows[operationId].fields.find((field) => field.name === name)?.wire;
