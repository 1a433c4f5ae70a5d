import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bundleCode } from './build/bundle.js';
import { bundleDeclarations } from './build/declarations.js';
import { programs, root } from './build/entries.js';
import { thirdPartyNotice } from './build/notice.js';

/*
 * npm run build: makes of src/ and generated/ what is shipped of dist/. `--when-stale` does nothing when the build is
 * younger than all that it is made of.
 */
const dist = resolve(root, 'dist');
const NOTICE = resolve(dist, 'THIRD-PARTY.md');
const DESCRIPTIONS = ['openapi.json', 'openapi.declared.json', 'openapi.observed.json'];
const SOURCES = ['src', 'generated', 'scripts/build', 'scripts/build.ts', 'package.json', 'package-lock.json'];

if (!(process.argv.includes('--when-stale') && (await isFresh()))) await build();

async function build(): Promise<void> {
  for (const made of ['src', 'shared', 'generated', ...DESCRIPTIONS, 'THIRD-PARTY.md'])
    await rm(resolve(dist, made), { recursive: true, force: true });
  const [{ bundled }] = await Promise.all([bundleCode(dist), bundleDeclarations(dist)]);
  for (const program of programs) await chmod(resolve(dist, `${program}.js`), 0o755);
  for (const name of DESCRIPTIONS) {
    const text = await readFile(resolve(root, 'generated', name), 'utf8');
    await writeFile(resolve(dist, name), JSON.stringify(JSON.parse(text, withoutNotes)));
  }
  // Last, because its time is the time of the build.
  await writeFile(NOTICE, await thirdPartyNotice(bundled));
}

/** The notes behind a mark are a fifth of the description, and for the pages of the site: mark and sources are enough for a tool. */
function withoutNotes(key: string, value: unknown): unknown {
  return key === 'x-evidence-note' || key === 'x-hints' ? undefined : value;
}

async function isFresh(): Promise<boolean> {
  const built = await stat(NOTICE).catch(() => undefined);
  if (built === undefined) return false;
  const times = await Promise.all(SOURCES.map((source) => youngest(resolve(root, source))));
  return Math.max(...times) < built.mtimeMs;
}

/** When the youngest file of a folder, or a file, was written: milliseconds since the epoch. */
async function youngest(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const below = await readdir(path, { recursive: true }).catch(() => []);
  const times = await Promise.all(below.map(async (name) => (await stat(resolve(path, name))).mtimeMs));
  return Math.max(mtimeMs, ...times);
}
