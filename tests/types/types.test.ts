import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sourcePaths } from '../../scripts/source-aliases.js';
import { folderOfFile } from '../support/folder.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const calls = join(root, 'tests/types/calls.ts');
const folder = folderOfFile();

/** Diagnostics of one file under the settings of the project. */
async function diagnose(file: string): Promise<string> {
  const project = join(folder, 'tsconfig.json');
  await writeFile(
    project,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        typeRoots: [join(root, 'node_modules/@types')],
        rootDir: '/',
        // The names of package.json lead to the build, which has no declarations of the platform's files.
        paths: sourcePaths,
      },
      include: [],
      files: [file],
    }),
  );
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  return run(process.execPath, [tsc, '-p', project]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

test('calls that are right compile, and each call that is wrong does not', async () => {
  expect(await diagnose(calls)).toBe('');
});

test('a call that compiles although it is wrong is reported', async () => {
  const text = (await readFile(calls, 'utf8')).replaceAll("'../../src/", `'${root}/src/`);
  const file = join(folder, 'loosened.ts');
  await writeFile(file, text.replace("client.createOrder({ ...order, type: 'STOP' })", 'client.createOrder(order)'));
  expect(await diagnose(file)).toMatch(/loosened\.ts\(\d+,\d+\): error TS2578/);
});
