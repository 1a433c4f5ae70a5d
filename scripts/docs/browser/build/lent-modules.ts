import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '../../../..');

/** What the first script lends to the second, so that no page has it twice. The second is on some pages only. */
const LENT = [
  'preact/hooks',
  'preact/jsx-runtime',
  './scripts/docs/browser/mount.ts',
  './scripts/docs/browser/parts/field.tsx',
  './scripts/docs/browser/parts/visible-text.tsx',
  './src/core/errors.ts',
  './src/core/hmac-portable.ts',
  './src/core/signing.ts',
  './src/diagnosis/catalogue.ts',
  './src/diagnosis/find.ts',
] as const;

const SHELF = 'globalThis.futuresDocs';

/** The first script: what `main` does, and the shelf from which the second takes. */
export function lendingEntry(main: string): string {
  const lines = LENT.map((name, i) => `import * as lent${i} from '${name}';`);
  return `${lines.join('\n')}\nimport '${main}';\n${SHELF} = [${LENT.map((_, i) => `lent${i}`).join()}];`;
}

/** For the second script: takes from the shelf what stands there. */
export function borrowedModules(): Plugin {
  return {
    name: 'borrowed-modules',
    setup(build) {
      const resolving = {};
      let paths: readonly string[] = [];
      build.onStart(async () => {
        const options = { kind: 'import-statement', resolveDir: root, pluginData: resolving } as const;
        paths = await Promise.all(LENT.map(async (name) => (await build.resolve(name, options)).path));
      });
      build.onResolve(
        { filter: /.*/ },
        async ({ path, importer, kind, namespace, resolveDir, pluginData, with: attributes }) => {
          if (pluginData === resolving || kind === 'entry-point') return undefined;
          const options = { importer, kind, namespace, resolveDir, with: attributes, pluginData: resolving };
          const place = paths.indexOf((await build.resolve(path, options)).path);
          return place < 0 ? undefined : { path: String(place), namespace: 'borrowed' };
        },
      );
      build.onLoad({ filter: /.*/, namespace: 'borrowed' }, ({ path }) => ({
        contents: `module.exports = ${SHELF}[${path}]`,
      }));
    },
  };
}
