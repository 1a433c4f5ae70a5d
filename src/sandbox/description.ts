import bundle from '../../generated/openapi.json' with { type: 'json' };

type Node = { readonly [key: string]: any };

/** The bundle, as everything that validates or writes by it reads it. */
export const description = bundle as Node;

export function operationNode(path: string, method: string): Node {
  return description['paths'][path][method.toLowerCase()] as Node;
}

export function followRef(node: Node): Node {
  const ref = node['$ref'] as string | undefined;
  if (ref === undefined) return node;
  return followRef(
    ref
      .slice(2)
      .split('/')
      .reduce<any>((found, key) => found[key], description),
  );
}
