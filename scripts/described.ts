import { operations, type Operation } from '../generated/operations.js';
import { description, follow, type Node } from './description.js';

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
  const node = description['paths'][operation.path][operation.method.toLowerCase()] as Node;
  return {
    operation,
    summary: node['summary'],
    input: inputExample(operation, node),
    answer: firstExample(node['responses']['200'], `${operation.operationId}, response 200`),
  };
});

function inputExample(operation: Operation, node: Node): Record<string, unknown> {
  if (operation.input === 'none') return {};
  if (operation.input === 'body')
    return firstExample(node['requestBody'], `${operation.operationId}, request body`) as Record<string, unknown>;
  const query = (node['parameters'] as Node[]).map(follow).filter((parameter) => parameter['in'] === 'query');
  return Object.fromEntries(query.map((parameter) => [parameter['name'], parameter['example']]));
}

function firstExample(holder: Node, where: string): unknown {
  const examples = Object.values((follow(holder)['content']['application/json'].examples ?? {}) as Node);
  if (examples.length === 0) throw new Error(`${where}: write a named example in openapi/paths/ and generate again`);
  return follow(examples[0])['value'];
}

/** Properties of the schema that the client's result has, by name. */
export function resultProperties(operation: Operation): ReadonlyMap<string, Node> {
  const { 'x-result': result } = description['paths'][operation.path][operation.method.toLowerCase()] as Node;
  const schema = description['components'].schemas[result.schema] as Node;
  return new Map(Object.entries((schema['properties'] ?? {}) as Node).map(([name, node]) => [name, follow(node)]));
}
