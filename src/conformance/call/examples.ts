import bundle from '../../../generated/openapi.json' with { type: 'json' };
import type { Operation } from '../../../generated/operations.js';
import type { Input } from './build-call.js';

type Node = Readonly<Record<string, unknown>>;

/** The first example of the description's bodies; a query is left out, none is required. */
export function exampleOf(operation: Operation): Input {
  if (operation.input !== 'body') return {};
  const examples = at(bodyOf(operation), 'examples');
  const [first] = Object.keys(examples);
  return first === undefined ? {} : (at(at(examples, first), 'value') as Input);
}

/** Whether the service document names a field of a body; what was only observed may be ignored by a server that is right. */
export function isDeclared(operation: Operation, name: string): boolean {
  return at(at(at(bodyOf(operation), 'schema'), 'properties'), name)['x-evidence'] === undefined;
}

/** The name of an operation in the service document. */
export function nameOf(operation: Operation): string {
  return String(nodeOf(operation)['summary']);
}

function nodeOf({ path, method }: Operation): Node {
  return at(at(at(bundle as Node, 'paths'), path), method.toLowerCase());
}

function bodyOf(operation: Operation): Node {
  return at(at(at(nodeOf(operation), 'requestBody'), 'content'), 'application/json');
}

function at(node: Node, key: string): Node {
  const found = (node[key] ?? {}) as Node;
  const reference = found['$ref'];
  if (typeof reference !== 'string') return found;
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce(at, bundle as Node);
}

/** One field of the declared record of a contract. */
export interface DeclaredField {
  readonly name: string;
  readonly type: string;
  readonly format: string | undefined;
}

/** The fields of the contract record; what was only observed is left out. */
export const contractFields: readonly DeclaredField[] = Object.entries(
  bundle.components.schemas.Contract.properties as Record<string, Node>,
).flatMap(([name, { type, format, 'x-evidence': evidence }]) =>
  evidence === undefined ? [{ name, type: String(type), format: format as string | undefined }] : [],
);
