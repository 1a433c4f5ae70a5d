import { readFileSync } from 'node:fs';
import { type Operation, operations } from '../generated/operations.js';
import { type DescribedOperation, readDescription } from './generate/described-operation.js';

export const description = readDescription(
  JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')),
);

export type Described = (typeof described)[number];

/**
 * Every operation of the table with its name in the service document and its first examples: the input as one flat object, and
 * the response. A row without example is an error, so that no operation can be forgotten.
 */
export const described = Object.values(operations).map((operation) => {
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
    input: input.value as Readonly<Record<string, unknown>>,
    answer: answer.value,
  };
});

export function descriptionOf({ operationId }: Operation): DescribedOperation {
  return description.operations.find(({ operation }) => operation.operationId === operationId)!;
}
