import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../run.js';
import pins from './pins.json' with { type: 'json' };

export const root = resolve(import.meta.dirname, '../..');

export const bundles = ['openapi.json', 'openapi.declared.json', 'openapi.observed.json'] as const;
export type Bundle = (typeof bundles)[number];

export const fileOf = (bundle: Bundle): string => resolve(root, 'dist', bundle);

export interface Tool {
  readonly title: string;
  readonly note: string;
  /** Reads one bundle. An empty folder is there for what it writes. @throws {Error} saying what is wrong. */
  readonly read: (bundle: Bundle, folder: string) => Promise<void>;
}

/** Names of the folders in which tools are installed, each with nothing but its own packages. */
type Pinned = keyof typeof pins;

const CACHE = join(root, 'node_modules/.cache/tools');

export function versionOf(name: Pinned): string {
  const [[title, version] = ['', '']] = Object.entries(pins[name]);
  return `${title} ${version}`;
}

/**
 * Installs the packages of a tool into a folder of the cache, once for each set of pins, and returns that folder. They are
 * not development dependencies, so that `npm ci` stays small and no tool decides what another one gets.
 */
export async function install(name: Pinned): Promise<string> {
  const folder = join(CACHE, name);
  const wanted = JSON.stringify({ private: true, dependencies: pins[name] });
  const stamp = join(folder, 'installed.json');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), wanted);
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], folder);
  await writeFile(stamp, wanted);
  return folder;
}

/** A program ended with another exit code than 0; the message is what it printed. */
export class ToolFailed extends Error {}

/** Runs a program on the Node.js that the tools want; some refuse the one of this project. */
export async function runOnNode(tool: Pinned, args: readonly string[], cwd?: string): Promise<string> {
  const [node, folder] = [await install('node'), await install(tool)];
  const bin = join(node, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1', CI: '1', DO_NOT_TRACK: '1' };
  return new Promise((done, fail) => {
    execFile(
      join(bin, 'node'),
      args,
      { cwd: cwd ?? folder, env, timeout: 180_000, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        error === null ? done(stdout + stderr) : fail(new ToolFailed(lastOf(stdout + stderr) || error.message)),
    );
  });
}

export async function runBin(tool: Pinned, bin: string, args: readonly string[], cwd?: string): Promise<string> {
  return runOnNode(tool, [join(await install(tool), 'node_modules/.bin', bin), ...args], cwd);
}

export function evaluate(tool: Pinned, code: string): Promise<string> {
  return runOnNode(tool, ['--input-type=module', '--eval', code]);
}

const lastOf = (text: string): string => text.trim().split('\n').slice(-12).join('\n');
