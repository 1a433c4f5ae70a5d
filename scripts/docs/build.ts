import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { run } from '../run.js';

const root = resolve(import.meta.dirname, '../..');

/** Renders the whole description into one file, scripts included: readable offline. */
export async function buildDocs(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await run('redocly', [
    ...['build-docs', resolve(root, 'generated/openapi.json'), '--output', file],
    ...[
      '--config',
      resolve(root, 'redocly.yaml'),
      '--inlineBundle',
      '--template',
      resolve(import.meta.dirname, 'page.hbs'),
    ],
  ]);
}
