import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { minifySync } from 'rolldown/utils';
import { borrowedModules, lendingEntry } from './browser/build/lent-modules.js';
import { assertAllMet, pageModules } from './browser/build/page-modules.js';

const root = resolve(import.meta.dirname, '../..');

/** Texts of two classic scripts, minified. */
export interface BrowserBundle {
  /** `site.js`, for every page with an island. */
  readonly code: string;
  /** `sandbox.js`: the exchange and the client, for pages with the island `try-it`. Comes after `site.js`. */
  readonly sandbox: string;
}

/** Bundles what runs in the reader's browser. It loads nothing and makes no code out of text. */
export async function bundleBrowser(): Promise<BrowserBundle> {
  const met = new Set<string>();
  const [code, sandbox] = await Promise.all([
    bundle(lendingEntry('./scripts/docs/browser/main.ts'), [pageModules(met)]),
    bundle(`import './scripts/docs/browser/sandbox.ts';`, [borrowedModules(), pageModules(met)]),
  ]);
  assertAllMet(met);
  return { code, sandbox };
}

async function bundle(contents: string, plugins: Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    plugins,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'eof',
    alias: {
      '#hmac': resolve(root, 'src/core/hmac-portable.ts'),
      '#default-transport': resolve(root, 'src/transport/fetch.ts'),
    },
    // Where the sandbox reports a fault of its own.
    define: { 'process.stderr.write': 'console.error' },
    logLevel: 'warning',
  });
  // Smaller by 3 % than what esbuild makes of it: the one file that has the whole site has a bound.
  const { code, errors } = minifySync('bundle.js', outputFiles[0]!.text, { module: false });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
