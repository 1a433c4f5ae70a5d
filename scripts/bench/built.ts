import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url);

/**
 * Imports an inner module of src/ as it is built for the package. (The loader that runs this script adds a call to
 * every function, which would be measured too.)
 */
export async function importBuilt<T>(path: string): Promise<T> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, root))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
  });
  return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`)) as T;
}
