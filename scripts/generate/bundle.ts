import { bundle, loadConfig } from '@redocly/openapi-core';
import { resolve } from 'node:path';

/** A JSON object of the bundle, read as it is. */
export type Json = { readonly [key: string]: any };

/** Bundles one API of `redocly.yaml` (`full` or `declared`) from the description in `folder`. */
export async function bundleDescription(folder: string, api: 'full' | 'declared'): Promise<Json> {
  const config = await loadConfig({ configPath: resolve(import.meta.dirname, '../../redocly.yaml') });
  const { bundle: document, problems } = await bundle({
    ref: resolve(folder, 'openapi.yaml'),
    config: config.forAlias(api),
    removeUnusedComponents: api === 'declared',
  });
  if (problems.length > 0) {
    const lines = problems.map((problem) => `${problem.location[0]?.source.absoluteRef}: ${problem.message}`);
    throw new Error(`The description cannot be bundled:\n${lines.join('\n')}`);
  }
  return document.parsed as Json;
}

/** Follows a `$ref` inside the bundle (`#/components/…`); anything else is returned as it is. */
export function follow(document: Json, node: Json): Json {
  if (typeof node['$ref'] !== 'string') return node;
  const path = node['$ref'].replace('#/', '').split('/');
  return follow(
    document,
    path.reduce((found: Json, key) => found[key.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  );
}

/** The component name at the end of a `$ref`. */
export function refName(node: Json): string | undefined {
  return typeof node['$ref'] === 'string' ? node['$ref'].slice(node['$ref'].lastIndexOf('/') + 1) : undefined;
}
