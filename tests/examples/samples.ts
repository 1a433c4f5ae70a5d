import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sourceAliases } from '../../scripts/source-aliases.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const openTelemetry = fileURLToPath(new URL('opentelemetry-api.ts', import.meta.url));

/** Every fenced block with a language in README.md, docs/ and the skill. */
export function readSamples() {
  const files = ['docs', 'docs/recipes', 'skills/futures'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`),
  );
  return ['README.md', ...files]
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map((match) => ({
        file,
        line: text.slice(0, match.index).split('\n').length,
        language: match[1]!,
        code: match[2]!,
      }));
    });
}

/** Bundles programs on the sources, so that no stale build can answer for them. Each is NAME.mjs in the folder then. */
export async function bundleSamples(folder: string, contents: ReadonlyMap<string, string>): Promise<void> {
  await build({
    entryPoints: [...contents.keys()].map((name) => ({ in: `program:${name}`, out: name })),
    plugins: [
      {
        name: 'programs',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^program:/ }, ({ path }) => ({
            path: path.slice('program:'.length),
            namespace: 'program',
          }));
          onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => ({
            contents: contents.get(path)!,
            resolveDir: root,
            loader: 'ts',
          }));
        },
      },
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // Packages in CommonJS require the modules of Node.js.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    alias: { ...sourceAliases, '@opentelemetry/api': openTelemetry },
  });
}
