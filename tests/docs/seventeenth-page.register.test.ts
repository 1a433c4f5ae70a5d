import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { copyWithMore, testCopy } from '../generate/seventeenth/copy.js';
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
  const files = LOOPS.map((name) => `tests/docs/${name}.test.ts`);
  const printed = await testCopy(folder, ['--project', 'site', ...files]);
  expect(printed).toMatch(new RegExp(`Test Files .*${LOOPS.length} passed`));
});
