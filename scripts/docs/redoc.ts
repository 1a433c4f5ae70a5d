import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { run } from '../run.js';

const root = resolve(import.meta.dirname, '../..');

/** Redocly's own rendering, which shows that the description is standard: one file, scripts included. */
export async function buildRedoc(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await run('redocly', [
    ...['build-docs', resolve(root, 'generated/openapi.json'), '--output', file],
    ...[
      '--config',
      resolve(root, 'redocly.yaml'),
      '--inlineBundle',
      '--template',
      resolve(import.meta.dirname, 'redoc.hbs'),
    ],
  ]);
}
