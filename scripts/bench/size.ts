import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { installAlone, pack } from '../check/package.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import type { Figure } from './row.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const MINIFIED = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'es2023',
  logLevel: 'error',
} satisfies BuildOptions;

const kibibytes = (parts: readonly { readonly contents: Uint8Array }[]): number =>
  gzipSync(Buffer.concat(parts.map(({ contents }) => contents)), { level: 9 }).length / 1024;

export async function sizeRows(): Promise<readonly Figure[]> {
  const { packages, bytes } = await inTemporaryFolder(async (folder) =>
    installAlone(folder, join(folder, (await pack(folder)).filename)),
  );
  const { kib, files } = await firstCallSize();
  return [
    {
      what: 'everything but the signature diagnosis, as one file',
      value: await oneFileSize(),
      unit: 'KiB',
      atMost: 36,
    },
    { what: 'what import and first call load', value: kib, unit: 'KiB', atMost: 34 },
    { what: 'files of the package that they load', value: files, atMost: 4 },
    { what: 'packages that npm install brings', value: packages, atMost: 3 },
    { what: 'what these weigh, all files', value: bytes / 1e6, unit: 'MB', atMost: 2.8 },
  ];
}

/** The code that importing the main entry loads, bundled for Node.js: a first call loads no more. */
async function firstCallSize(): Promise<{ readonly kib: number; readonly files: number }> {
  const { outputFiles, metafile } = await build({
    ...MINIFIED,
    stdin: { contents: "export * from 'futures-trading-client'", resolveDir: root },
    splitting: true,
    outdir: '/unused',
    metafile: true,
  });
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of metafile.outputs[path]!.imports) {
      if (kind === 'import-statement' && next in metafile.outputs) load(next);
    }
  };
  load(Object.keys(metafile.outputs).find((path) => metafile.outputs[path]!.entryPoint === '<stdin>')!);
  const names = [...loaded].map((path) => path.split('/').at(-1)!);
  const files = [...loaded].flatMap((path) => Object.keys(metafile.outputs[path]!.inputs));
  return {
    kib: kibibytes(outputFiles.filter(({ path }) => names.some((name) => path.endsWith(`/${name}`)))),
    files: new Set(files.filter((file) => file.includes('dist/'))).size,
  };
}

/** KiB of everything that the main entry can load but the signature diagnosis, as one file, minified and compressed. */
async function oneFileSize(): Promise<number> {
  const { outputFiles } = await build({
    ...MINIFIED,
    entryPoints: [join(root, 'src/index.ts')],
    plugins: [withoutDiagnosis],
    alias: { '#hmac': join(root, 'src/core/hmac-node.ts') },
  });
  return kibibytes(outputFiles);
}

const withoutDiagnosis: Plugin = {
  name: 'without-diagnosis',
  setup({ onResolve }) {
    onResolve({ filter: /\/diagnosis\// }, ({ path }) => ({ path, external: true }));
  },
};
