import { type Field, type Operation, type OperationId, operations } from '../../../generated/operations.js';

/** One command of `futures call`, which is one method of the client. */
export interface CallTarget {
  readonly name: OperationId | 'cancelContractOrders';
  readonly operation: Operation;
  /** What it takes: a field that widens the effect by its absence is either insisted on or not there at all. */
  readonly fields: readonly Field[];
  /** Whether one call reaches everything there is (of one contract). */
  readonly wipes: boolean;
}

/** The method that sends a cancel without orderId. */
const WITHOUT_ORDER_ID = 'cancelContractOrders';

export const callTargets: readonly CallTarget[] = Object.values(operations).flatMap((operation) => {
  const { operationId: name, fields, effect } = operation;
  const insists = fields.some(isInsistedOn);
  const target = { name, operation, fields, wipes: effect === 'wipe' && !insists };
  if (name !== 'cancelOrder') return [target];
  const rest = fields.filter((field) => !isInsistedOn(field));
  return [target, { name: WITHOUT_ORDER_ID, operation, fields: rest, wipes: true }];
});

/** The command that is meant when this field is left out. */
export function commandWithout({ name }: CallTarget): string | undefined {
  return name === 'cancelOrder' ? WITHOUT_ORDER_ID : undefined;
}

export function isInsistedOn({ effectWhenOmitted }: Field): boolean {
  return effectWhenOmitted !== undefined;
}
