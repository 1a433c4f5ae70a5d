import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sourceAliases } from '../../scripts/source-aliases.js';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/test-programs/', import.meta.url));

/**
 * Bundles a program with the sources that it imports, and returns the file. Node.js starts it as it is, several times
 * faster than through a loader of TypeScript.
 */
export async function bundleProgram(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: sourceAliases,
    write: false,
  });
  await mkdir(FOLDER, { recursive: true });
  const bundle = `${FOLDER}${basename(file, '.ts')}.mjs`;
  // Another process may start the same program at this moment.
  const part = `${bundle}.${process.pid}`;
  await writeFile(part, outputFiles[0]!.contents);
  await rename(part, bundle);
  return bundle;
}
