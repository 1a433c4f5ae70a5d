import { dirname, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { writings } from '../../src/sandbox/http/writings.js';
import * as presets from './browser/calculator/presets.js';

const root = resolve(import.meta.dirname, '../..');

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
    alias: { '#hmac': resolve(root, 'src/core/hmac-portable.ts') },
    // The sandbox reports its own faults here.
    define: { 'process.stderr.write': 'console.error' },
    logLevel: 'warning',
  });
  return outputFiles[0]!.text;
}

/** Modules of a page in place of some files: what can be known when it is built, and nothing that needs Node.js. */
const IN_PAGE: Readonly<Record<string, () => string | Promise<string>>> = {
  'scripts/docs/browser/calculator/presets.ts': () => asData(presets),
  'src/sandbox/http/writings.ts': writingsInPage,
  'src/sandbox/http/listen.ts': () => absent('listen'),
  'src/sandbox/refusal-reason.ts': () => 'export const reasonOf = () => undefined;',
  'src/transport/node-http.ts': () => absent('createNodeTransport'),
  'src/transport/connection-hint.ts': () => 'export const reasonIn = (error) => error.message || String(error);',
  'src/client/signing/held-secret.ts': () => absent('createHeldSecretSign'),
};

/** Replaces the files of the list. `met` collects those that were in the bundle, so that no name in the list grows stale. */
function pageModules(met: Set<string>): Plugin {
  return {
    name: 'page-modules',
    setup(bundling) {
      for (const [file, write] of Object.entries(IN_PAGE)) {
        const path = resolve(root, file);
        bundling.onLoad({ filter: new RegExp(`${file.replaceAll('.', '\\.')}$`) }, async (found) => {
          if (found.path !== path) return undefined;
          met.add(file);
          return { contents: await write(), loader: 'js', resolveDir: dirname(path) };
        });
      }
    },
  };
}

/** @throws {Error} Naming the files that no bundle asked for. */
export function assertAllMet(met: ReadonlySet<string>): void {
  const stale = Object.keys(IN_PAGE).filter((file) => !met.has(file));
  if (stale.length > 0) throw new Error(`No bundle has ${stale.join(', ')}: fix the list of page modules`);
}

const asData = (module: object): string =>
  Object.entries(module)
    .filter(([, value]) => typeof value !== 'function')
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

function writingsInPage(): string {
  return `
    const writings = ${JSON.stringify(writings)};
    export const writingsOf = ({ operationId }) => writings[operationId];
  `;
}

const absent = (name: string): string =>
  `export function ${name}() { throw new Error('${name} is not in this page'); }`;
