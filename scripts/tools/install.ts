import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../run.js';
import pins from './pins.json' with { type: 'json' };

/** Names of the folders in which tools are installed, each with nothing but its own packages. */
export type Pinned = keyof typeof pins;

const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/tools');

/** The exact versions that are installed, as text. */
export function versionOf(name: Pinned): string {
  const [[title, version] = ['', '']] = Object.entries(pins[name]);
  return `${title} ${version}`;
}

/**
 * Installs the packages of a tool into a folder of the cache, once for each set of pins, and returns that folder. They are
 * not development dependencies, so that `npm ci` stays small and no tool decides what another one gets.
 */
export async function install(name: Pinned): Promise<string> {
  const folder = join(CACHE, name);
  const wanted = JSON.stringify({ private: true, dependencies: pins[name] });
  const stamp = join(folder, 'installed.json');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), wanted);
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], folder);
  await writeFile(stamp, wanted);
  return folder;
}
