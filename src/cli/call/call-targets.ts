import {
  type Field,
  type MethodWithout,
  type Operation,
  type OperationId,
  operations,
} from '../../../generated/operations.js';

/** One command of `futures call`, which is one method of the client. */
export interface CallTarget {
  readonly name: OperationId | MethodWithout;
  readonly operation: Operation;
  /** The fields that it takes: all, or all but the selectors that it leaves out on purpose. */
  readonly fields: readonly Field[];
  /** True when one call reaches everything there is (of one contract). */
  readonly wipes: boolean;
}

export const callTargets: readonly CallTarget[] = Object.values(operations).flatMap((operation) => {
  const { operationId: name, fields, effect, selectors } = operation;
  const without = selectors?.methodWithout;
  const wipes = effect === 'wipe';
  const target = { name, operation, fields, wipes: wipes && without === undefined };
  if (without === undefined) return [target];
  const others = fields.filter((field) => !selectors!.fields.includes(field.name));
  return [target, { name: without, operation, fields: others, wipes }];
});

/** True when the command leaves the selectors of its operation out on purpose. */
export const isWithoutSelectors = ({ name, operation }: CallTarget): boolean => name !== operation.operationId;
