import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type GetModuleInfo, type Plugin, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { run } from '../run.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { asInput, isInstalled, manifest, publicEntries, root } from './entries.js';

const TSC = resolve(root, 'node_modules/typescript-native/bin/tsc');

/**
 * The declarations of dist/: one file for each public entry, and one for what they share, so that a class has one
 * declaration for all of them. What is not part of the public surface is not declared.
 *
 * @throws {Error} When a declaration names a package that users do not have.
 */
export const bundleDeclarations = (folder: string): Promise<void> =>
  inTemporaryFolder(async (single) => {
    await run(process.execPath, [TSC, '-p', 'tsconfig.build.json', '--declarationDir', single]);
    // tsc does not copy declaration files that are input.
    await copyFile(resolve(root, 'generated/schema.d.ts'), resolve(single, 'generated/schema.d.ts'));
    await rollUp(single, folder);
  });

async function rollUp(single: string, folder: string): Promise<void> {
  const input = asInput(publicEntries, '.d.ts', single);
  const bundle = await rollup({
    input,
    external: (specifier) => !/^[./#]/.test(specifier),
    plugins: [platformNames(single), dts(), finish],
    onwarn({ code, message }) {
      // A type that is only a part of another one needs no name.
      if (message.includes('references private shared type exports')) return;
      throw new Error(`The bundler of declarations says: ${code} ${message}`);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'shared/[name].d.ts',
    minifyInternalExports: false,
    manualChunks: (id, { getModuleInfo }) =>
      entriesWith(id, Object.values(input), getModuleInfo) > 1 ? 'declarations' : undefined,
  });
  await bundle.close();
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    const missing = file.imports.filter((name) => !/\.d\.ts$|^node:/.test(name) && !isInstalled(name));
    if (missing.length > 0) throw new Error(`${file.fileName} names ${missing.join(', ')}, which users do not have.`);
  }
}

/** `#hmac`, as its types: both of a pair declare the same. */
function platformNames(folder: string): Plugin {
  return {
    name: 'platform-names',
    resolveId(specifier) {
      const target = manifest.imports[specifier];
      if (typeof target !== 'object') return null;
      return resolve(folder, target['types']!.replace('./dist/', ''));
    },
  };
}

/** Names types that a program without those of Node.js may not have, and indents as the rest of the package does: 20 kB less. */
const finish: Plugin = {
  name: 'finish',
  renderChunk(code) {
    const needed = code.includes('AsyncDisposable') ? '/// <reference lib="esnext.disposable" />\n' : '';
    return needed + code.replace(/^(?: {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4));
  },
};

/** Number of entries that lead to a file. */
function entriesWith(id: string, entries: readonly string[], getModuleInfo: GetModuleInfo): number {
  const found = new Set([id]);
  for (const file of found) getModuleInfo(file)?.importers.forEach((importer) => found.add(importer));
  return entries.filter((entry) => found.has(entry)).length;
}
