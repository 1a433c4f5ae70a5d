import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyWithMore } from '../generate/seventeenth/copy.js';
import { folderOfTest } from '../support/folder.js';

const root = resolve(import.meta.dirname, '../..');
const NOT_COPIED = ['.git', 'dist', 'node_modules'];
/** Those that loop over the operations. */
const LOOPS = ['operation-pages', 'registers', 'links', 'browser/calculator', 'browser/trial'];

test('the site is built and right with more operations than the document has', async () => {
  const folder = folderOfTest();
  await copyWithMore(
    folder,
    (await readdir(root)).filter((name) => !NOT_COPIED.includes(name)),
  );
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const files = LOOPS.map((name) => `tests/docs/${name}.test.ts`);
  const options = ['--root', folder, '--project', 'site', '--reporter', 'dot', ...files];
  // The copy is no part of the run that starts it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', ...options], {
    cwd: folder,
    env,
  }).catch((error: { stdout: string; stderr: string }) => expect.fail(error.stdout + error.stderr));
  expect(stdout).toMatch(new RegExp(`Test Files .*${LOOPS.length} passed`));
});
