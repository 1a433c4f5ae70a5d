import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../../scripts/run.js';
import { sourcePaths } from '../../scripts/source-aliases.js';

const modules = resolve(import.meta.dirname, '../../node_modules');

/**
 * Compiles the files of a folder under the settings of the project, and gives what is wrong. The package is its sources
 * there: the names of package.json lead to the build, which has no declarations of the platform's files.
 */
export async function diagnose(folder: string, include: string, modulePaths: object = {}): Promise<string> {
  const compilerOptions = {
    paths: { ...sourcePaths, ...modulePaths },
    rootDir: '/',
    typeRoots: [join(modules, '@types')],
  };
  const config = { extends: resolve(modules, '../tsconfig.json'), compilerOptions, include: [include] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return run(process.execPath, [join(modules, 'typescript-native/bin/tsc'), '-p', folder]).then(
    () => '',
    (error: Error) => error.message,
  );
}
