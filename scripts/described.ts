import { type Operation, operations } from '../generated/operations.js';
import { description } from './description.js';
import type { DescribedOperation } from './generate/described-operation.js';

/** One row of the table with what the description shows about it. */
export interface Described {
  readonly operation: Operation;
  /** The name of the operation in the service document. */
  readonly summary: string;
  /** The described example of the input, as one flat object. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The first described example of the answer. */
  readonly answer: unknown;
}

/** Every operation of the table: a row without example is an error, so that no operation can be forgotten. */
export const described: readonly Described[] = Object.values(operations).map((operation) => {
  const { operation: row, inputExamples, examples } = descriptionOf(operation);
  const [input] = operation.input === 'none' ? [{ value: {} }] : inputExamples;
  const [answer] = examples;
  if (input === undefined || answer === undefined) {
    const missing = input === undefined ? 'request' : '200 response';
    throw new Error(`${row.operationId}: write a named example of the ${missing} in openapi/`);
  }
  return {
    operation,
    summary: row.summary,
    input: input.value as Described['input'],
    answer: answer.value,
  };
});

/** Everything that the description says of a row of the table. */
export function descriptionOf({ operationId }: Operation): DescribedOperation {
  return description.operations.find(({ operation }) => operation.operationId === operationId)!;
}
