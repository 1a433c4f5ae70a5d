import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { run } from '../run.js';
import { fileOf, install, root, runBin, type Tool, versionOf } from './tool.js';

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
async function compile(folder: string): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
  await run(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', folder]);
}

const openapiTypescript: Tool = {
  title: 'openapi-typescript',
  note: 'types compile',
  async read(bundle, folder) {
    const ast = await openapiTS(JSON.parse(await readFile(fileOf(bundle), 'utf8')));
    await writeFile(join(folder, 'schema.ts'), astToString(ast));
    await compile(folder);
  },
};

const heyApi: Tool = {
  title: versionOf('hey-api'),
  note: '`fetch` client compiles',
  async read(bundle, folder) {
    await runBin('hey-api', 'openapi-ts', ['--input', fileOf(bundle), '--output', folder]);
    await compile(folder);
  },
};

const orval: Tool = {
  title: versionOf('orval'),
  note: '`fetch` client compiles',
  async read(bundle, folder) {
    await runBin('orval', 'orval', [
      '--input',
      fileOf(bundle),
      '--output',
      join(folder, 'api.ts'),
      '--client',
      'fetch',
    ]);
    await compile(folder);
  },
};

const kubb: Tool = {
  title: `${versionOf('kubb')}, plugin-client`,
  note: "`client: 'axios'` compiles; its `fetch` client does not (it takes headers as text only, and the service document declares X-CH-TS as an integer)",
  async read(bundle, folder) {
    // Its settings import its packages, so they are a file beside them.
    const installed = await install('kubb');
    const config = join(installed, `${bundle}.config.mjs`);
    const settings = {
      root: '.',
      input: { path: fileOf(bundle) },
      output: { path: folder, clean: true, format: false, lint: false },
    };
    await writeFile(
      config,
      `import { defineConfig } from '@kubb/core';
       import { pluginOas } from '@kubb/plugin-oas';
       import { pluginTs } from '@kubb/plugin-ts';
       import { pluginClient } from '@kubb/plugin-client';
       export default defineConfig({
         ...${JSON.stringify(settings)},
         plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'axios', bundle: true })],
       });`,
    );
    await runBin('kubb', 'kubb', ['generate', '--config', config]);
    await symlink(join(installed, 'node_modules'), join(folder, 'node_modules')); // the client imports axios
    await compile(folder);
  },
};

export const generators: readonly Tool[] = [openapiTypescript, heyApi, orval, kubb];
