import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../run.js';
import { root } from './tool.js';

const OPTIONS = {
  strict: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** Compiles what a generator wrote, under strict settings. @throws {Error} with the diagnostics. */
export async function compile(folder: string): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
  await run(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', folder]);
}
