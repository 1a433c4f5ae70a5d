import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { operations } from '../../generated/operations.js';
import { manifest, root } from '../build/entries.js';
import { run } from '../run.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { CheckFailed } from './source-files.js';

/** The oldest version that is promised (SUPPORT.md), and the newest. */
const COMPILERS = ['typescript', 'typescript-native'].map((name) => join(root, 'node_modules', name, 'bin/tsc'));

/** They need a package that only those who use them install. */
const NEEDS_A_PEER = new Set(['./openapi-fetch', './undici', './limits/shared']);

const MAX_PACKAGES = 3;
/** With sixteen operations. Another one brings about 14 kB of types, texts and examples, and may bring 20. */
const MAX_BYTES = 2_800_000 + 20_000 * (Object.keys(operations).length - 16);

/**
 * Packs two builds, judges the tarball, installs it into an empty folder, and imports every export and runs the
 * program there: first alone, then with the optional packages beside it.
 */
export const checkPackage = (): Promise<string> =>
  inTemporaryFolder(async (folder) => {
    const { tarball, files, packed } = await packTwice(folder);
    await run('publint', ['run', tarball, '--strict']);
    await run('attw', [tarball, '--profile', 'esm-only', '--no-emoji']);
    const { packages, bytes } = await installAlone(folder, tarball);
    if (packages > MAX_PACKAGES) throw new CheckFailed(`${packages} packages are installed, not ${MAX_PACKAGES}`);
    if (bytes > MAX_BYTES) throw new CheckFailed(`${bytes} bytes are installed, more than ${MAX_BYTES}`);
    const installed = join(folder, 'node_modules', manifest.name);
    await assertHarmless(installed);
    await importExports(folder, (path) => !NEEDS_A_PEER.has(path));
    await runPrograms(folder);
    await install(folder, ['openapi-fetch@0.17', 'undici@7', 'rate-limiter-flexible@11']);
    await importExports(folder, (path) => NEEDS_A_PEER.has(path));
    await compileExports(folder);
    return `${files} files, ${kibibytes(packed)} packed; installed ${packages} packages, ${kibibytes(bytes)}`;
  });

const kibibytes = (bytes: number): string => `${Math.round(bytes / 1024)} KiB`;

/**
 * The first time what the last build left, as after `npm test`, unless it is stale. The second time a new build, in a dist/
 * that has other things in it, as after `npm run docs`.
 */
async function packTwice(folder: string): Promise<{ tarball: string; files: number; packed: number }> {
  const first = await buildAndPack(folder, ['--when-stale']);
  const other = resolve(root, 'dist/docs/package-check');
  await mkdir(other, { recursive: true });
  try {
    for (const name of ['CHANGELOG.md', 'README.md', 'LICENSE', 'package.json']) {
      await writeFile(join(other, name), name === 'package.json' ? '{}' : 'not shipped');
    }
    const second = await buildAndPack(folder);
    if (first.integrity !== second.integrity) throw new CheckFailed('Two builds of the same sources differ.');
  } finally {
    await rm(other, { recursive: true, force: true });
  }
  return { tarball: join(folder, first.filename), files: first.files.length, packed: first.size };
}

interface Packed {
  readonly filename: string;
  readonly integrity: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

export async function pack(folder: string): Promise<Packed> {
  const output = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  // npm prints warnings before its JSON.
  const [packed] = JSON.parse(output.slice(output.search(/^\[/m))) as [Packed];
  return packed;
}

async function buildAndPack(folder: string, options: readonly string[] = []): Promise<Packed> {
  await run('npm', ['run', 'build', '--silent', '--', ...options]);
  return pack(folder);
}

/** Installs a tarball into an empty folder, with what it depends on and nothing else; returns its packages, and the bytes of all files. */
export async function installAlone(folder: string, tarball: string) {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await install(folder, ['--omit=dev', tarball]);
  const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  const stats = await Promise.all(entries.map((entry) => stat(join(entry.parentPath, entry.name))));
  return {
    packages: entries.filter(
      ({ name, parentPath }) => name === 'package.json' && /node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(parentPath),
    ).length,
    bytes: stats.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0),
  };
}

async function install(folder: string, args: readonly string[]): Promise<void> {
  const output = await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...args], folder);
  if (/install scripts?/i.test(output)) throw new CheckFailed(`npm warns of install scripts:\n${output}`);
}

/** Nothing runs when it is installed, and nothing makes code out of text when it is used. */
async function assertHarmless(installed: string): Promise<void> {
  const { scripts = {} } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts);
  if (hooks.length > 0) throw new CheckFailed(`package.json has ${hooks.join(', ')}, of which npm warns users`);
  for (const name of await readdir(join(installed, 'dist'), { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const code = await readFile(join(installed, 'dist', name), 'utf8');
    const found = /\bnew Function\b|(?<![.\w$])(?:eval|Function)\(/.exec(code);
    if (found !== null) throw new CheckFailed(`dist/${name} makes code out of text: ${found[0]}`);
  }
}

async function importExports(folder: string, isMeant: (path: string) => boolean): Promise<void> {
  const paths = Object.keys(manifest.exports).filter(isMeant);
  const lines = paths.map((path) => {
    const specifier = `${manifest.name}${path.slice(1)}`;
    const attributes = path.endsWith('.json') ? ", { with: { type: 'json' } }" : '';
    return `if (Object.keys(await import('${specifier}'${attributes})).length === 0) throw new Error('${specifier} is empty');`;
  });
  await writeFile(join(folder, 'use.js'), lines.join('\n'));
  await run(process.execPath, ['use.js'], folder);
}

/** Entries that a program in a browser has a use for. */
const FOR_BROWSERS = ['.', './signing', './openapi-fetch', './sandbox', './limits'];

/** Programs that check the declarations of their libraries, too. */
const PROGRAMS = [
  {
    isMeant: (path: string) => !path.endsWith('.json') && !NEEDS_A_PEER.has(path),
    options: [
      ...'--module nodenext --lib es2022 --types node --typeRoots'.split(' '),
      join(root, 'node_modules/@types'),
    ],
  },
  {
    isMeant: (path: string) => FOR_BROWSERS.includes(path),
    options: ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--typeRoots', 'none'],
  },
];

/** A strict program must compile with nothing else installed. */
async function compileExports(folder: string): Promise<void> {
  for (const { isMeant, options } of PROGRAMS) {
    const paths = Object.keys(manifest.exports).filter(isMeant);
    const lines = paths.map((path, i) => `export * as all${i} from '${manifest.name}${path.slice(1)}';`);
    await writeFile(join(folder, 'use.ts'), lines.join('\n'));
    const all = [...options, '--noEmit', '--strict', '--target', 'es2022', 'use.ts'];
    for (const compiler of COMPILERS) await run(process.execPath, [compiler, ...all], folder);
  }
}

/** Each command loads what it needs from the bundle, and nothing else is there. */
async function runPrograms(folder: string): Promise<void> {
  for (const name of Object.keys(manifest.bin)) {
    const version = (await run(join(folder, 'node_modules/.bin', name), ['--version'], folder)).trim();
    if (version !== manifest.version) {
      throw new CheckFailed(`${name} --version prints ${version}, not ${manifest.version}`);
    }
  }
  const futures = join(folder, 'node_modules/.bin/futures');
  await run(futures, ['call', 'createOrder', '--help'], folder);
  await run(futures, ['conformance', '--list'], folder);
  await writeFile(join(folder, 'sandbox.js'), SANDBOX);
  await run(process.execPath, ['sandbox.js', futures], folder);
}

/** Starts `futures sandbox`, judges it by reads, and stops it. */
const SANDBOX = `
  import { spawn, spawnSync } from 'node:child_process';
  import { once } from 'node:events';
  const program = process.argv[2];
  const sandbox = spawn(program, ['sandbox', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  while (!printed.includes('FUTURES_API_SECRET=')) printed += (await once(sandbox.stdout, 'data'))[0];
  const env = { ...process.env };
  for (const [, name, value] of printed.matchAll(/export (\\w+)=['"]?([^'"\\s]+)/g)) env[name] = value;
  const { status, stdout } = spawnSync(program, ['conformance', '--base-url', env.FUTURES_URL], { env, encoding: 'utf8' });
  sandbox.kill();
  if (status !== 0) throw new Error(stdout);
`;
