import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../run.js';
import { CheckFailed } from './failed.js';

const root = resolve(import.meta.dirname, '../..');

const TSC = join(root, 'node_modules/typescript-native/bin/tsc');

/** Their declarations name packages that only who uses them installs. */
const NEEDS_A_PEER = new Set(['./undici', './limits/shared']);

/** Packs the package, judges the tarball, installs it into an empty folder, imports every export and runs the bin. */
export async function checkPackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'));
  try {
    await run('npm', ['run', 'build', '--silent']);
    const packed = JSON.parse(
      await lastJson(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])),
    );
    const { filename, size, files } = packed[0];
    const tarball = join(folder, filename);
    await run('publint', ['run', tarball, '--strict']);
    await run('attw', [tarball, '--profile', 'esm-only', '--no-emoji']);
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, 'undici@7', 'rate-limiter-flexible@11'],
      folder,
    );
    await importEveryExport(folder);
    await compileEveryExport(folder);
    await runBin(folder);
    return `${files.length} files, ${Math.round(size / 1024)} KiB packed`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importEveryExport(folder: string): Promise<void> {
  const { name, exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const lines = Object.keys(exports).map((path) => {
    const specifier = `${name}${path.slice(1)}`;
    const attributes = path.endsWith('.json') ? ", { with: { type: 'json' } }" : '';
    return `if (Object.keys(await import('${specifier}'${attributes})).length === 0) throw new Error('${specifier} is empty');`;
  });
  await writeFile(join(folder, 'use.js'), lines.join('\n'));
  await run(process.execPath, ['use.js'], folder);
}

/** A strict program that checks the declarations of its libraries too must compile with nothing else installed. */
async function compileEveryExport(folder: string): Promise<void> {
  const { name, exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const paths = Object.keys(exports).filter((path) => !path.endsWith('.json') && !NEEDS_A_PEER.has(path));
  const lines = paths.map((path, i) => `export * as all${i} from '${name}${path.slice(1)}';`);
  await writeFile(join(folder, 'use.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  await run(process.execPath, [TSC, ...options, '--typeRoots', join(root, 'node_modules/@types'), 'use.ts'], folder);
}

async function runBin(folder: string): Promise<void> {
  const version = (await run(join(folder, 'node_modules/.bin/futures'), ['--version'], folder)).trim();
  const expected = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
  if (version !== expected) throw new CheckFailed(`futures --version prints ${version}, not ${expected}`);
  await run(join(folder, 'node_modules/.bin/futures'), ['call', '--help'], folder);
}

/** npm prints warnings before its JSON. */
async function lastJson(output: Promise<string>): Promise<string> {
  const text = await output;
  return text.slice(text.search(/^\[/m));
}
