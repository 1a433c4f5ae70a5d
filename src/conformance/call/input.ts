import { description, type FieldName, type TextInputs } from '../../../generated/description.js';
import { type OperationId, operations } from '../model/operations.js';

type Numeric<T> = string extends T ? T | number : T;

/** The input of each operation: values are text, or numbers that keep their digits. */
export type Inputs = {
  readonly [Id in OperationId]: { readonly [Name in keyof TextInputs[Id]]: Numeric<TextInputs[Id][Name]> };
};

export type Input<Id extends OperationId = OperationId> = Inputs[Id];

export type AnyInput = { readonly [Name in FieldName]?: unknown };

export const without = (input: AnyInput, name: string): AnyInput =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));

/** The first example of the description's bodies; a query is left out, none is required. */
export function exampleOf<Id extends OperationId>(operationId: Id): Input<Id> {
  const [example] = operations[operationId].input === 'body' ? description[operationId].inputExamples : [];
  return (example?.value ?? {}) as Input<Id>;
}
