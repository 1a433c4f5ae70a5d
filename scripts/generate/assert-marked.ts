import { follow, type Json } from './references.js';
import { refuse } from './refuse.js';

export const fileOfPath = (path: string): string => `openapi/paths/${path.slice(1).replaceAll('/', '_')}.yaml`;

/**
 * Refuses a property without a mark inside a marked operation or schema, or in a schema that only those use. The service
 * document has nothing of the kind there, so no test could find the property in it.
 */
export function assertMarked(document: Json): void {
  /** Reached without a mark on the way: their properties are declared, and a test compares them. */
  const declared = new Set<Json>();
  visit(document['paths'], (node) => {
    const found = follow(document, node);
    if (declared.has(found) || isMarked(node) || isMarked(found)) return undefined;
    return declared.add(found) && found;
  });
  const assertBelow = (file: string, root: unknown): void =>
    visit(root, (node) => {
      if (declared.has(node)) return node;
      for (const [name, property] of Object.entries<Json>(node['properties'] ?? {})) {
        if (isMarked(property) || isMarked(follow(document, property))) continue;
        refuse(
          `${file}: ${name}`,
          'no x-evidence',
          'The service document does not have it: mark it observed or assumed',
        );
      }
      return node;
    });
  for (const [path, item] of Object.entries(document['paths'])) assertBelow(fileOfPath(path), item);
  for (const [name, schema] of Object.entries(document['components'].schemas))
    assertBelow(`openapi/components/schemas/${name}.yaml`, schema);
}

const isMarked = (node: Json): boolean => node['x-evidence'] !== undefined;

/** Walks down from what `enter` returns for a node; undefined ends the walk there. */
function visit(node: unknown, enter: (node: Json) => Json | undefined): void {
  if (typeof node !== 'object' || node === null) return;
  for (const child of Object.values(enter(node as Json) ?? {})) visit(child, enter);
}
