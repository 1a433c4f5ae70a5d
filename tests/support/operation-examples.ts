import { type Operation, operations } from '../../generated/operations.js';
import { descriptionOf } from '../../scripts/described.js';
import type { FuturesClient } from '../../src/futures-client.js';

/** One example of the description, ready to be called. */
export interface OperationExample {
  readonly title: string;
  readonly operation: Operation;
  /** The method that sends it. */
  readonly method: keyof FuturesClient;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Every request example of every operation; operations without input are called without. */
export const operationExamples: readonly OperationExample[] = Object.values(operations).flatMap((operation) => {
  const { operationId } = operation;
  const { inputExamples } = descriptionOf(operation);
  if (inputExamples.length === 0) return [{ title: operationId, operation, method: operationId, input: {} }];
  return inputExamples.map(({ title, value }) => {
    const input = value as OperationExample['input'];
    return { title: `${operationId} (${title})`, operation, method: methodFor(operation, input), input };
  });
});

/** An input without selectors is sent by a method of its own. */
function methodFor({ operationId, selectors }: Operation, input: object): keyof FuturesClient {
  return selectors?.methodWithout !== undefined && selectors.fields.every((name) => !(name in input))
    ? selectors.methodWithout
    : operationId;
}

/** The least body that is a success of the operation; an order has the id of the examples. */
export function leastAnswer(operation: Operation): string {
  const { result, resultFields } = operation;
  const [field] = resultFields;
  if (result === 'list') return '[]';
  if (field === undefined) return '{}';
  const [example] = descriptionOf(operation).examples;
  const given = Object(example?.value)[field] as unknown;
  const one = (field === 'orderId' && given) || '1';
  return JSON.stringify({ [field]: Array.isArray(given) ? [one] : one });
}

type MadeCall = Pick<OperationExample, 'method' | 'input'>;

/** Calls the method of an example; the loops over the table need no types of single operations. */
export function callExample(client: FuturesClient, { method, input }: MadeCall): Promise<unknown> {
  return (client[method] as (input: unknown) => Promise<unknown>)(input);
}
