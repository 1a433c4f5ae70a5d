import { readFileSync } from 'node:fs';
import { type Operation, operations } from '../../generated/operations.js';
import type { FuturesClient } from '../../src/futures-client.js';

type Node = Readonly<Record<string, unknown>>;

/** One example of the description, ready to be called. */
export interface OperationExample {
  readonly title: string;
  readonly operation: Operation;
  /** The method that sends it. */
  readonly method: keyof FuturesClient;
  readonly input: Readonly<Record<string, unknown>>;
}

const bundle = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as Node;

/** Every request example of every operation; operations without input are called without. */
export const operationExamples: readonly OperationExample[] = Object.values(operations).flatMap((operation) =>
  inputsOf(operation).map(([name, input]) => ({
    title: name === '' ? operation.operationId : `${operation.operationId} (${name})`,
    operation,
    method: methodFor(operation, input),
    input,
  })),
);

/** An input without selectors is sent by a method of its own. */
function methodFor({ operationId, selectors }: Operation, input: object): keyof FuturesClient {
  return selectors?.methodWithout !== undefined && selectors.fields.every((name) => !(name in input))
    ? selectors.methodWithout
    : operationId;
}

/** The least body that is a success of the operation; an order has the id of the examples. */
export function leastAnswer({ result, resultFields: [field] }: Operation): string {
  const value = field === 'orderId' ? '2006628907041292645' : '1';
  return result === 'list' ? '[]' : field === undefined ? '{}' : `{"${field}":"${value}"}`;
}

/** Calls the method of an example; the loops over the table need no types of single operations. */
export function callExample(client: FuturesClient, { method, input }: OperationExample): Promise<unknown> {
  return (client[method] as (input: unknown) => Promise<unknown>)(input);
}

function inputsOf({ path, method, input }: Operation): [name: string, input: Readonly<Record<string, unknown>>][] {
  const node = at(at(at(bundle, 'paths'), path), method.toLowerCase());
  if (input === 'body') {
    const examples = at(at(at(at(node, 'requestBody'), 'content'), 'application/json'), 'examples');
    return Object.keys(examples).map((name) => [name, at(at(examples, name), 'value')]);
  }
  const parameters = Object.values(at(node, 'parameters')).map(resolve);
  const query = parameters.filter((parameter) => parameter['in'] === 'query');
  const firstOf = (parameter: Node): unknown => (Object.values(at(parameter, 'examples'))[0] as Node)['value'];
  return [['', Object.fromEntries(query.map((parameter) => [parameter['name'], firstOf(parameter)]))]];
}

function at(node: Node, key: string): Node {
  return resolve(node[key] ?? {});
}

function resolve(node: unknown): Node {
  const reference = (node as Node)['$ref'];
  if (typeof reference !== 'string') return node as Node;
  return reference.slice('#/'.length).split('/').reduce(at, bundle);
}
