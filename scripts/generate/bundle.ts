import { bundle, loadConfig } from '@redocly/openapi-core';
import { resolve } from 'node:path';
import type { Json } from './references.js';
import { countSources } from './sources.js';

export type { Json };

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
  const bundled = document.parsed as Json;
  if (api === 'full') {
    countSources(bundled);
    // The servers of the self-test that answer a question in their own way are a matter of our tests.
    for (const question of bundled['x-unknowns'] as { variant?: unknown }[]) delete question.variant;
  }
  return bundled;
}
