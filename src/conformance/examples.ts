import bundle from '../../generated/openapi.json' with { type: 'json' };
import type { Operation } from '../../generated/operations.js';
import type { Input } from './call.js';

type Node = Readonly<Record<string, unknown>>;

/** The first example of the description's bodies; a query is left out, none is required. */
export function exampleOf({ path, method, input }: Operation): Input {
  const node = at(at(at(bundle as Node, 'paths'), path), method.toLowerCase());
  if (input !== 'body') return {};
  const examples = at(at(at(at(node, 'requestBody'), 'content'), 'application/json'), 'examples');
  const [first] = Object.keys(examples);
  return first === undefined ? {} : (at(at(examples, first), 'value') as Input);
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
