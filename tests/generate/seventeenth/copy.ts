import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { generateInto } from '../../../scripts/generate/generate.js';

const root = resolve(import.meta.dirname, '../../..');

/** Copies these files of the project into a folder, and adds two operations to the description there, as CONTRIBUTING says. */
export async function copyWithMore(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));

  // The whole change: files of the description, and one line for each path.
  await cp(join(root, 'tests/generate/seventeenth/openapi'), join(folder, 'openapi'), { recursive: true });
  const index = await readFile(join(folder, 'openapi/openapi.yaml'), 'utf8');
  const lines = ['made_up_positions', 'made_up_transfer'].map(
    (name) => `  /fapi/v1/${name}:\n    $ref: paths/fapi_v1_${name}.yaml\n`,
  );
  await writeFile(join(folder, 'openapi/openapi.yaml'), index.replace(/^paths:\n/m, `paths:\n${lines.join('')}`));
  await generateInto(join(folder, 'openapi'), join(folder, 'generated'));
}

/** Runs the tests of a copy, which have to pass; returns what is printed. The copy is no part of the run that starts it. */
export async function testCopy(folder: string, options: readonly string[]): Promise<string> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', folder, '--reporter', 'dot', ...options];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => expect.fail(error.stdout + error.stderr),
  );
  return stdout;
}
