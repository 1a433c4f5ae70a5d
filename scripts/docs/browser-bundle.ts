import { resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

export async function bundleBrowser(): Promise<{ readonly code: string; readonly sandbox: string }> {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, 'scripts/docs/browser/main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return { code: outputFiles[0]!.text, sandbox: '' };
}
