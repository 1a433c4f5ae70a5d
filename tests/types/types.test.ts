import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { diagnose } from '../support/diagnose.js';
import { folderOfFile } from '../support/folder.js';

const root = resolve(import.meta.dirname, '../..');
const calls = join(root, 'tests/types/calls.ts');
const folder = folderOfFile();

test('calls that are right compile, and each call that is wrong does not', async () => {
  expect(await diagnose(folder, calls)).toBe('');
});
