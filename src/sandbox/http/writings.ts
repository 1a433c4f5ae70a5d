import type { Operation } from '../../../generated/operations.js';
import { followRef, description, operationNode } from '../description.js';

/** How a field of an answer is written: bare digits, or a JSON string. */
export type Writing = 'id' | 'decimal' | 'time' | 'plain';

const writings = new Map<string, ReadonlyMap<string, Writing>>();

/** Kinds of the answer fields of an operation, from the formats of the description. */
export function writingsOf(operation: Operation): ReadonlyMap<string, Writing> {
  let found = writings.get(operation.operationId);
  if (found === undefined) {
    found = new Map();
    const name = operationNode(operation.path, operation.method)['x-result'].schema as string;
    collect(description['components'].schemas[name], found as Map<string, Writing>);
    writings.set(operation.operationId, found);
  }
  return found;
}

function collect(node: { readonly [key: string]: any }, found: Map<string, Writing>): void {
  for (const [name, property] of Object.entries((node['properties'] ?? {}) as Record<string, any>)) {
    const schema = followRef(property);
    const declared = schema['items'] === undefined ? schema : followRef(schema['items']);
    // A field that is declared as a string is written as one, whatever it holds.
    const numeric = [declared['type']].flat().some((type) => type === 'integer' || type === 'number');
    if (numeric && declared['format'] === 'id') found.set(name, 'id');
    else if (numeric && declared['format'] === 'decimal') found.set(name, 'decimal');
    else if (declared['format'] === 'unix-time-ms' && [declared['type']].flat().includes('string'))
      found.set(name, 'time');
    else if (declared['format'] === 'code' && numeric) found.set(name, 'plain');
    collect(schema, found);
    if (schema['items'] !== undefined) collect(declared, found);
  }
}
