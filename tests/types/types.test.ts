import { readFile, writeFile } from 'node:fs/promises';
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

test('a call that compiles although it is wrong is reported', async () => {
  const text = (await readFile(calls, 'utf8')).replaceAll("'../../src/", `'${root}/src/`);
  const loosened = text.replace("client.createOrder({ ...order, type: 'STOP' })", 'client.createOrder(order)');
  await writeFile(join(folder, 'loosened.ts'), loosened);
  expect(await diagnose(folder, 'loosened.ts')).toMatch(/loosened\.ts\(\d+,\d+\): error TS2578/);
});
