/** A JSON object of the bundle, read as it is. */
export type Json = { readonly [key: string]: any };

export function follow(document: Json, node: Json): Json {
  if (typeof node['$ref'] !== 'string') return node;
  const path = node['$ref'].replace('#/', '').split('/');
  return follow(
    document,
    path.reduce((found: Json, key) => found[key.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  );
}

export function refName(node: Json): string | undefined {
  return typeof node['$ref'] === 'string' ? node['$ref'].slice(node['$ref'].lastIndexOf('/') + 1) : undefined;
}
