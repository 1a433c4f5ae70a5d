import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export type Target = string | Readonly<Record<string, string>>;

/** The part of package.json that the build reads, which is the one list of what the package has. */
export const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as Readonly<{
  name: string;
  version: string;
  exports: Readonly<Record<string, Target>>;
  imports: Readonly<Record<string, Target>>;
  bin: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
  peerDependencies: Readonly<Record<string, string>>;
}>;

/** Public entries that are modules, as paths without ending: `src/index` of `./dist/src/index.js`. */
export const publicEntries = namesIn(Object.values(manifest.exports));

/** The pairs that a runtime chooses from. */
export const platformEntries = namesIn(Object.values(manifest.imports));

export const programs = namesIn(Object.values(manifest.bin));

/** Packages that are installed beside this one; every other one is bundled. */
export const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];

export const isInstalled = (specifier: string): boolean =>
  installed.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** Entries as a bundler takes them: name without ending → file. */
export const asInput = (names: readonly string[], ending: string, folder = root): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, resolve(folder, `${name}${ending}`)]));

/** The modules of the sources that targets name, by their code or their types: paths without ending. */
export function namesIn(targets: readonly Target[]): string[] {
  const files = targets.flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
  const names = files
    .map((file) => /^\.\/dist\/(src\/.+?)\.(?:js|d\.ts)$/.exec(file)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)];
}
