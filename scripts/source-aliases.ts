import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Entry = string | Readonly<Record<string, string>>;

const { name, exports, imports } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Readonly<{ name: string } & Record<'exports' | 'imports', Record<string, Entry>>>;

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
function sourceOf(entry: Entry): string | undefined {
  const built = typeof entry === 'string' ? entry : (entry['node'] ?? entry['default'] ?? '');
  const [, path] = /^\.\/dist\/(.+)\.js$/.exec(built) ?? [];
  return path === undefined ? undefined : fileURLToPath(new URL(`../${path}.ts`, import.meta.url));
}

/** The same as `paths` of a tsconfig. */
export const sourcePaths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(sourceAliases).map(([alias, file]) => [alias, [file]]),
);
