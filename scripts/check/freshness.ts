import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { generateFiles } from '../generate/generate.js';
import { root } from '../build/entries.js';
import { CheckFailed } from './failed.js';

/** Fails when a committed file of generated/ is not what the description gives. */
export async function checkFreshness(): Promise<string> {
  const files = await generateFiles(resolve(root, 'openapi'));
  const stale: string[] = [];
  for (const [name, text] of files) {
    if ((await readFile(resolve(root, 'generated', name), 'utf8').catch(() => '')) !== text) stale.push(name);
  }
  if (stale.length > 0)
    throw new CheckFailed(`generated/${stale.join(', generated/')}: stale. Run npm run generate and commit.`);
  return `${files.size} files`;
}
