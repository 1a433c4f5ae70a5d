import { readdir, readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { CheckFailed } from './failed.js';

/**
 * What each room may import, besides itself. `index` stands for the files directly under src/.
 *
 *   generated → core → transport → limits → client → orders, history, journal → index → cli
 *                 │                            └──→ sidecar ────────────────────────→ cli
 *                 ├──→ diagnosis, recording
 *                 ├──→ sandbox → faulty-servers ────────────────────────────────────→ cli
 *                 └──→ conformance (sends raw requests: never imports client or transport) → cli
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  generated: [],
  core: ['generated'],
  diagnosis: ['core'],
  journal: ['core'],
  recording: ['generated', 'core'],
  transport: ['generated', 'core'],
  limits: ['generated', 'core', 'transport'],
  client: ['generated', 'core', 'diagnosis', 'recording', 'transport', 'limits'],
  history: ['generated', 'core', 'transport', 'client'],
  orders: ['generated', 'core', 'transport', 'client', 'history', 'journal'],
  index: ['generated', 'core', 'transport', 'limits', 'client', 'history', 'journal', 'orders'],
  sidecar: ['generated', 'core', 'diagnosis', 'recording', 'transport', 'client'],
  sandbox: ['generated', 'core', 'diagnosis'],
  'faulty-servers': ['generated', 'core', 'sandbox'],
  conformance: ['generated', 'core', 'journal', 'recording'],
  cli: [
    'generated',
    'core',
    'diagnosis',
    'transport',
    'client',
    'index',
    'sandbox',
    'faulty-servers',
    'conformance',
    'recording',
    'sidecar',
  ],
};

/** Names of package.json's `imports`, as the boxes that they lead to. */
const SUBPATHS: Readonly<Record<string, string>> = { '#hmac': 'core', '#default-transport': 'transport' };

/** Fails when a file imports from a box to its right, or two files import each other in a circle. */
export async function checkLayers(root = resolve(import.meta.dirname, '../..')): Promise<string> {
  const boxOf = (file: string): string => boxIn(relative(root, file));
  const files = await sources(root);
  const imports = new Map<string, string[]>();
  const faults = [...new Set(files.map(boxOf))]
    .filter((room) => !Object.hasOwn(MAY_IMPORT, room))
    .map(
      (room) => `src/${room}: write in scripts/check/layers.ts what it may import, and in CONTRIBUTING.md what it is`,
    );
  for (const file of files) {
    const targets: string[] = [];
    for (const [, specifier = ''] of (await readFile(file, 'utf8')).matchAll(/(?:from|import)\s*\(?'([^']+)'/g)) {
      const target = specifier.startsWith('.') ? resolve(dirname(file), specifier.replace(/\.js$/, '.ts')) : undefined;
      if (target !== undefined) targets.push(target);
      const from = boxOf(file);
      const to = target === undefined ? SUBPATHS[specifier] : boxOf(target);
      if (to !== undefined && to !== from && !MAY_IMPORT[from]?.includes(to)) {
        faults.push(`${relative(root, file)} (${from}) imports ${specifier} (${to})`);
      }
    }
    imports.set(file, targets);
  }
  faults.push(...circles(imports, root));
  if (faults.length > 0) throw new CheckFailed(faults.join('\n'));
  return `${files.length} files`;
}

async function sources(root: string): Promise<string[]> {
  const entries = await Promise.all(
    ['src', 'generated'].map((folder) => readdir(resolve(root, folder), { recursive: true, withFileTypes: true })),
  );
  return entries
    .flat()
    .filter((entry) => entry.name.endsWith('.ts'))
    .map((entry) => resolve(entry.parentPath, entry.name));
}

function boxIn(path: string): string {
  const [top = '', box = ''] = path.split('/');
  return top === 'generated' ? top : box.endsWith('.ts') ? 'index' : box;
}

function circles(imports: ReadonlyMap<string, readonly string[]>, root: string): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push(
        `circle: ${[...path.slice(path.indexOf(file)), file].map((part) => relative(root, part)).join(' → ')}`,
      );
      return;
    }
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}
