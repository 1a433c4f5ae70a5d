import { resolve } from 'node:path';
import { manifest, namesIn, root, type Target } from './build/entries.js';

const { name, exports, imports } = manifest;

/**
 * The names of package.json as files of the sources, for what runs on them: package.json maps the names to the build.
 * Longer names stand first, because a name also matches what begins with it.
 */
export const sourceAliases: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...Object.entries(exports).map(([path, entry]) => [name + path.slice('.'.length), sourceOf(entry)] as const),
    ...Object.entries(imports).map(([path, entry]) => [path, sourceOf(entry)] as const),
  ]
    .filter((alias): alias is [string, string] => alias[1] !== undefined)
    .toSorted(([a], [b]) => b.length - a.length),
);

/** The TypeScript file of a built module; undefined for a file that is not a module (JSON). */
function sourceOf(entry: Target): string | undefined {
  const [path] = namesIn([entry]);
  return path === undefined ? undefined : resolve(root, `${path}.ts`);
}

/** The same as `paths` of a tsconfig. */
export const sourcePaths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(sourceAliases).map(([alias, file]) => [alias, [file]]),
);
