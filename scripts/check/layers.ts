import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { root } from '../build/entries.js';
import { CheckFailed, sourceFiles } from './source-files.js';

/**
 * The imports of each room, besides itself. `index` stands for the files directly under src/.
 *
 *   generated → core → transport → limits → client → orders, history, journal → watch → index → cli
 *                 │                            ├──→ sidecar ────────────────────────→ cli
 *                 │                            └──→ openapi-fetch
 *                 ├──→ diagnosis, recording
 *                 ├──→ sandbox → conformance → faulty-servers ──────────────────────→ cli
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
  watch: ['generated', 'core', 'transport', 'client', 'history', 'journal', 'orders'],
  index: ['generated', 'core', 'transport', 'limits', 'client', 'history', 'journal', 'orders', 'watch'],
  'openapi-fetch': ['generated', 'core', 'transport', 'client'],
  sidecar: ['generated', 'core', 'recording', 'transport', 'client'],
  sandbox: ['generated', 'core', 'diagnosis'],
  conformance: ['generated', 'core', 'diagnosis', 'journal', 'recording', 'sandbox'],
  'faulty-servers': ['generated', 'core', 'sandbox', 'conformance'],
  cli: 'generated core diagnosis transport client index sandbox faulty-servers conformance journal orders recording sidecar'.split(
    ' ',
  ),
};

/**
 * The same for the sub-rooms of a room that has some. `index` stands for the files directly in it.
 *
 *   model → call → findings → orders → ledger → session ──→ run → selftest, recorded-traffic, caller → index
 *     │                │         └──→ scenes → checks → coverage ──→ run          ↑                        ↑
 *     │                └─→ judges ───────↑────────↑───────────────────────────────┘                        │
 *     └──→ reports → compare, twin ────────────────────────────────────────────────────────────────────────┘
 */
const SUB_ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  conformance: {
    model: [],
    call: ['model'],
    findings: ['model', 'call'],
    orders: ['model', 'call', 'findings'],
    ledger: ['model', 'call', 'findings', 'orders'],
    session: ['model', 'call', 'findings', 'orders', 'ledger'],
    judges: ['model', 'call', 'findings'],
    scenes: ['model', 'call', 'findings', 'orders', 'judges'],
    checks: ['model', 'call', 'findings', 'orders', 'judges', 'scenes'],
    coverage: ['model', 'call', 'checks'],
    run: ['model', 'call', 'findings', 'orders', 'ledger', 'session', 'checks', 'coverage'],
    'recorded-traffic': ['model', 'call', 'findings', 'orders', 'session', 'judges', 'checks', 'coverage', 'run'],
    selftest: ['model', 'call', 'run'],
    reports: ['model'],
    compare: ['model', 'reports'],
    caller: ['model', 'call', 'recorded-traffic', 'run', 'reports'],
    twin: ['model'],
    index: ['model', 'session', 'run', 'recorded-traffic', 'selftest', 'reports', 'compare', 'caller', 'twin'],
  },
};

/** Names of package.json's `imports`, as the boxes that they lead to. */
const SUBPATHS: Readonly<Record<string, string>> = { '#hmac': 'core' };

/** Fails when a file imports from a box to its right. The linter finds circles (import/no-cycle). */
export async function checkLayers(): Promise<string> {
  const files = await sourceFiles('src', 'generated');
  const placesOf = (file: string): readonly Place[] => placesIn(relative(root, file));
  const faults = files
    .flatMap(placesOf)
    .filter(({ mayImport }) => mayImport === undefined)
    .map(
      ({ name }) =>
        `src/${name}: write in scripts/check/layers.ts what it may import, and in CONTRIBUTING.md what it is`,
    );
  for (const file of files) {
    for (const [, specifier = ''] of (await readFile(file, 'utf8')).matchAll(/(?:from|import)\s*\(?'([^']+)'/g)) {
      const target = specifier.startsWith('.') ? resolve(dirname(file), specifier.replace(/\.js$/, '.ts')) : undefined;
      const to = target === undefined ? subpath(specifier) : placesOf(target);
      const arrow = placesOf(file).map((from, level) => [from, to[level]] as const);
      const first = arrow.find(([from, other]) => from.name !== other?.name);
      if (first?.[1] !== undefined && first[0].mayImport?.includes(first[1].room) === false)
        faults.push(`${relative(root, file)} (${first[0].name}) imports ${specifier} (${first[1].name})`);
    }
  }
  if (faults.length > 0) throw new CheckFailed([...new Set(faults)].join('\n'));
  return `${files.length} files`;
}

/** A room that a file is in, and what it may import of the rooms next to it; undefined when no table names it. */
interface Place {
  readonly room: string;
  /** With the room that it is in: `conformance/call`. */
  readonly name: string;
  readonly mayImport: readonly string[] | undefined;
}

/** The room of a file and, where that has sub-rooms, the sub-room. */
function placesIn(path: string): readonly Place[] {
  const [top = '', ...inSrc] = path.split('/');
  if (top === 'generated') return [place(MAY_IMPORT, top)];
  const [room, subRoom] = inSrc.map((part) => (part.endsWith('.ts') ? 'index' : part));
  const subRooms = SUB_ROOMS[room!];
  return [place(MAY_IMPORT, room!), ...(subRooms === undefined ? [] : [place(subRooms, subRoom!, `${room}/`)])];
}

const place = (table: Readonly<Record<string, readonly string[]>>, room: string, within = ''): Place => ({
  room,
  name: within + room,
  mayImport: table[room],
});

const subpath = (specifier: string): readonly Place[] =>
  Object.hasOwn(SUBPATHS, specifier) ? [place(MAY_IMPORT, SUBPATHS[specifier]!)] : [];
