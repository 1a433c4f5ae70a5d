import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { assertAllMet, pageModules } from './browser/build/page-modules.js';

const root = resolve(import.meta.dirname, '../..');

/** Texts of two classic scripts, minified. */
export interface BrowserBundle {
  /** `site.js`, for every page with an island. */
  readonly code: string;
  /** `sandbox.js`: the exchange and the client, for pages with the island `try-it`. */
  readonly sandbox: string;
}

/** Bundles what runs in the reader's browser. It loads nothing and makes no code out of text. */
export async function bundleBrowser(): Promise<BrowserBundle> {
  const met = new Set<string>();
  const [code, sandbox] = await Promise.all([
    bundle('scripts/docs/browser/main.ts', [pageModules(met)]),
    bundle('scripts/docs/browser/sandbox.ts', [pageModules(met)]),
  ]);
  assertAllMet(met);
  return { code, sandbox };
}

async function bundle(entry: string, plugins: Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, entry)],
    plugins,
    bundle: true,
    minify: true,
    // The name of an error is that of its class.
    keepNames: true,
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
    // The sandbox reports its own faults here.
    define: { 'process.stderr.write': 'console.error' },
    logLevel: 'warning',
  });
  return outputFiles[0]!.text;
}
