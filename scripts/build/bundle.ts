import { resolve } from 'node:path';
import { transform } from 'esbuild';
import { type CodeSplittingNameFunction, type Plugin, rolldown } from 'rolldown';
import { minify } from 'rolldown/utils';
import { asInput, isInstalled, platformEntries, programs, publicEntries, root } from './entries.js';

/**
 * The code of dist/.
 *
 *   src/<entry>.js       one small file for each entry of package.json
 *   shared/client.js     everything that the main entry loads at once, for all entries: each class exists once, and one
 *                        file loads several times faster than thirty
 *   shared/<package>.js  a package that only tools use
 *   shared/<others>.js   what the tools share, and what is loaded when it is first used
 */
export async function bundleCode(folder: string): Promise<{ readonly bundled: readonly string[] }> {
  const bundle = await rolldown({
    input: asInput([...publicEntries, ...platformEntries, ...programs], '.ts'),
    cwd: root,
    platform: 'node',
    external: (specifier) => specifier.startsWith('#') || specifier.startsWith('node:') || isInstalled(specifier),
    plugins: [builtinModules, ownHmac, compactTools],
    preserveEntrySignatures: 'strict',
    // The time of a plugin depends on the machine.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      throw new Error(`The bundler says: ${level} ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: {
      groups: [
        { name: loadedAtOnceBy(['src/index'], 'client', [HMAC]), debugName: 'client', priority: 2 },
        { name: loadedAtOnceBy(['src/history/iterate'], 'history'), debugName: 'history', priority: 1 },
        { name: loadedAtOnceBy(['src/orders/index'], 'orders'), debugName: 'orders' },
        { name: packageOf, debugName: 'packages' },
      ],
    },
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return { bundled: modules.filter((id) => id.includes('/node_modules/')) };
}

/** Puts what entries import, directly or not, into one chunk, and further modules; not what they load later. */
function loadedAtOnceBy(
  entries: readonly string[],
  chunk: string,
  further: readonly string[] = [],
): CodeSplittingNameFunction {
  const files = entries.map((entry) => resolve(root, `${entry}.ts`));
  const added = new Set(further.map((entry) => resolve(root, `${entry}.ts`)));
  let found: Set<string> | undefined;
  return (id, chunks) => {
    if (found === undefined) {
      found = new Set();
      const queue = [...files];
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        if (found.has(file)) continue;
        found.add(file);
        queue.push(...(chunks.getModuleInfo(file)?.importedIds ?? []));
      }
    }
    const isOnlyEntry = files.includes(id) && (chunks.getModuleInfo(id)?.importers.length ?? 0) === 0;
    return added.has(id) || (found.has(id) && !isOnlyEntry) ? chunk : null;
  };
}

const packageOf = (id: string): string | null => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null;

/**
 * A `require` that stays would bring `createRequire` into what all entries share: browsers have none, and it fails where a
 * program is bundled again as CommonJS.
 */
const builtinModules: Plugin = {
  name: 'builtin-modules',
  transform: (code, id) =>
    id.includes('/node_modules/')
      ? code.replaceAll(/\brequire\((?='node:)/g, 'globalThis.process.getBuiltinModule(')
      : null,
};

const HMAC = 'src/core/hmac-node';

/**
 * In Node.js, `#hmac` is the client's own file, which exports it under its own name: one file fewer is a twentieth of
 * the time that the import takes.
 */
const ownHmac: Plugin = {
  name: 'own-hmac',
  generateBundle(_, output) {
    const client = output['shared/client.js'];
    const facade = output[`${HMAC}.js`];
    if (client?.type !== 'chunk' || facade?.type !== 'chunk') throw new Error('The client has no HMAC of its own.');
    const end = client.code.lastIndexOf('export {');
    const namesIn = (code: string) => [...code.matchAll(/([\w$]+) as ([\w$]+)/g)];
    const locals = new Map(namesIn(client.code.slice(end)).map(([, local, name]) => [name, local]));
    const own = namesIn(facade.code).map(([pair, alias, name]) => {
      if (!locals.has(alias)) throw new Error(`The client does not export ${pair}.`);
      return `${locals.get(alias)} as ${name}`;
    });
    client.code = `${client.code.slice(0, end)}export { ${own.join(', ')},${client.code.slice(end + 'export {'.length)}`;
    delete output[`${HMAC}.js`];
  },
};

/** The modules that a call of the client enters are shipped as they are written: a stack trace in the middle of the night leads there. */
const READABLE = ['client', 'history', 'orders'];
const KEPT_NAMES = { class: true, function: false };
const TOOLS = /^src\/(?:(?:cli|conformance|sandbox|sidecar)\/|journal\/testing$)/;

/** One character beyond ASCII doubles the memory of a whole file, and the time to load it. All of them are in texts. */
const asAscii = (code: string): string =>
  code.replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The tools and the code of other packages are shipped small. Names of classes stay, because some are read at run time.
 *
 * Two programs do it, because esbuild can only keep the names of everything: it then defines the name of each inner function
 * whenever that is created, which took a tenth of what the sandbox needs for an order over HTTP.
 */
const compactTools: Plugin = {
  name: 'compact-tools',
  async generateBundle(_, output) {
    for (const chunk of Object.values(output)) {
      if (chunk.type !== 'chunk') continue;
      if (chunk.isEntry ? !TOOLS.test(chunk.name) : READABLE.includes(chunk.name)) {
        chunk.code = asAscii(chunk.code);
        continue;
      }
      const hashbang = /^#!.*\n/.exec(chunk.code)?.[0] ?? '';
      const shortened = await minify(chunk.fileName, chunk.code.slice(hashbang.length), {
        module: true,
        compress: { target: 'es2023', keepNames: KEPT_NAMES },
        mangle: { toplevel: true, keepNames: KEPT_NAMES },
        codegen: { removeWhitespace: false },
      });
      const { code } = await transform(shortened.code, { minifyWhitespace: true, lineLimit: 5000, target: 'es2023' });
      // The runtime of the bundler brings this for `require`, which nothing uses now.
      chunk.code = hashbang + code.replace(/^import"node:module";/, '');
    }
  },
};
