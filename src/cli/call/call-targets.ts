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
  /** What it takes: a field that widens the effect by its absence is either insisted on or not there at all. */
  readonly fields: readonly Field[];
  /** Whether one call reaches everything there is (of one contract). */
  readonly wipes: boolean;
}

export const callTargets: readonly CallTarget[] = Object.values(operations).flatMap((operation) => {
  const { operationId: name, fields, effect } = operation;
  const insistedOn = fields.filter((field) => commandWithout(field) !== undefined);
  const target = { name, operation, fields, wipes: effect === 'wipe' && insistedOn.length === 0 };
  const without = insistedOn.map((field) => ({
    name: commandWithout(field)!,
    operation,
    fields: fields.filter((other) => other !== field),
    wipes: field.effectWhenOmitted === 'wipe',
  }));
  return [target, ...without];
});

/** The command that is meant when this field is left out; undefined where leaving it out means nothing else. */
export function commandWithout({ methodWithout }: Field): MethodWithout | undefined {
  return methodWithout;
}
