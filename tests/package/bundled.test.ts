import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { folderOfFile } from '../support/folder.js';

const folder = folderOfFile();

const NEEDS_A_PEER = ['./undici', './limits/shared', './journal/postgres'];
const modules = Object.keys(packageJson.exports).filter(
  (path) => !path.endsWith('.json') && !NEEDS_A_PEER.includes(path),
);

const bundle = (path: string, options: object) =>
  build({
    stdin: { contents: `export * from 'futures-trading-client${path.slice(1)}'`, resolveDir: import.meta.dirname },
    bundle: true,
    logLevel: 'silent',
    ...options,
  });

it.each(modules)('the built package, bundled again as CommonJS for Node.js, loads: %s', async (path) => {
  const outfile = join(folder, `${path.replaceAll(/\W/g, '-')}.cjs`);
  await bundle(path, { platform: 'node', format: 'cjs', outfile });
  execFileSync(process.execPath, [outfile], { stdio: 'pipe' });
});
