import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../scripts/run.js';

/**
 * Installs one package into a folder of its own, as a user would get it, and writes a file there that imports for it.
 * Returns that file.
 */
export async function install(name: string, version: string, parent: string): Promise<string> {
  const folder = join(parent, name.replaceAll(/\W+/g, '-'));
  const loader = join(folder, 'load.mjs');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await writeFile(loader, 'export default (name) => import(name);\n');
  const quick = ['--no-audit', '--no-fund', '--prefer-offline', '--fetch-timeout=30000', '--fetch-retries=1'];
  await run('npm', ['install', '--ignore-scripts', '--loglevel=error', ...quick, `${name}@${version}`], folder);
  return loader;
}
