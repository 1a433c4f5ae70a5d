import { follow, type Json } from './references.js';
import { refuse } from './refuse.js';

/** The file of a path of the description. */
export const fileOfPath = (path: string): string => `openapi/paths/${path.slice(1).replaceAll('/', '_')}.yaml`;

/**
 * Refuses a property without a mark inside a marked operation or schema, or in a schema that only those use. The service
 * document has nothing of the kind there, so no test could find the property in it.
 */
export function assertMarked(document: Json): void {
  const { paths, components } = document as { paths: Json; components: Json };
  const declared = new Set<unknown>();
  reach(document, paths, declared);
  const files = [
    ...Object.entries(paths).map(([path, item]) => [fileOfPath(path), item] as const),
    ...Object.entries<Json>(components['schemas'] ?? {}).map(
      ([name, schema]) => [`openapi/components/schemas/${name}.yaml`, schema] as const,
    ),
  ];
  for (const [file, node] of files) assertBelow(document, file, node, declared);
}

/** Collects the nodes that are reached without a mark on the way: their properties are declared, and a test compares them. */
function reach(document: Json, node: unknown, declared: Set<unknown>): void {
  if (!isNode(node)) return;
  const found = follow(document, node);
  if (node['x-evidence'] !== undefined || found['x-evidence'] !== undefined || declared.has(found)) return;
  declared.add(found);
  for (const child of Object.values(found)) reach(document, child, declared);
}

function assertBelow(document: Json, file: string, node: unknown, declared: ReadonlySet<unknown>): void {
  if (!isNode(node)) return;
  const { properties } = node;
  if (isNode(properties) && !declared.has(node)) {
    for (const [name, property] of Object.entries<Json>(properties)) {
      if ((property['x-evidence'] ?? follow(document, property)['x-evidence']) !== undefined) continue;
      refuse(`${file}: ${name}`, 'no x-evidence', 'The service document does not have it: mark it observed or assumed');
    }
  }
  for (const child of Object.values(node)) assertBelow(document, file, child, declared);
}

const isNode = (node: unknown): node is Json => typeof node === 'object' && node !== null;
