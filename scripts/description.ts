import { readFileSync } from 'node:fs';

/** A part of the description. */
export type Node = { readonly [key: string]: any };

/** The whole description, as `npm run generate` bundles it. */
export const description = JSON.parse(
  readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'),
) as Node;

/** What a `$ref` stands for, as often as one stands for another. */
export function follow(node: Node): Node {
  const ref = node['$ref'] as string | undefined;
  if (ref === undefined) return node;
  return follow(
    ref
      .slice(2)
      .split('/')
      .reduce<any>((found, key) => found[key], description),
  );
}
