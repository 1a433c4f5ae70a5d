import { spawnSync } from 'node:child_process';
import { chmod, copyFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';

/*
 * dist/: declarations by tsc, file by file; code by esbuild, one file for each entry plus what they share, because
 * importing thirty small files costs several times as much as importing one.
 */
const root = resolve(import.meta.dirname, '..');
const tsc = resolve(root, 'node_modules/typescript-native/bin/tsc');

/** The files that package.json names in `exports`, `imports` and `bin`. */
const ENTRIES = [
  'src/index.ts',
  'src/signing.ts',
  'src/journal/index.ts',
  'src/sandbox/index.ts',
  'src/sidecar/index.ts',
  'src/conformance/index.ts',
  'src/transport/undici.ts',
  'src/limits/index.ts',
  'src/limits/shared/index.ts',
  'src/cli/main.ts',
  'src/core/hmac-node.ts',
  'src/core/hmac-portable.ts',
  'src/transport/node-http.ts',
  'src/transport/fetch.ts',
];

for (const folder of ['src', 'generated', 'shared'])
  await rm(resolve(root, 'dist', folder), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
// tsc does not copy declaration files that are input.
await copyFile(resolve(root, 'generated/schema.d.ts'), resolve(root, 'dist/generated/schema.d.ts'));
await build({
  entryPoints: ENTRIES.map((entry) => resolve(root, entry)),
  outdir: resolve(root, 'dist'),
  outbase: root,
  chunkNames: 'shared/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  external: ['#hmac', '#default-transport'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  logLevel: 'warning',
});
await chmod(resolve(root, 'dist/src/cli/main.js'), 0o755);
