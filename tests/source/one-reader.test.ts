/** The facts of the table stand nowhere else as a special case. */
import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';

const root = resolve(import.meta.dirname, '../..');

/** Files under a folder with their text, comments left out. */
function sources(...folders: readonly string[]): readonly { readonly file: string; readonly text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name))
      .map((name) => {
        const path = resolve(root, folder, name);
        const text = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gmsu, '');
        return { file: relative(root, path), text };
      }),
  );
}

const filesWith = (pattern: RegExp, ...folders: readonly string[]): readonly string[] =>
  sources(...folders)
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file);

test('client, transport, limits and core have no special case for an operation', () => {
  const ids = Object.keys(operations).join('|');
  const comparison = new RegExp(
    `[=!]==?\\s*['"](?:${ids})['"]|['"](?:${ids})['"]\\s*[=!]==?|case ['"](?:${ids})['"]|\\boperationId\\s*[=!]==?\\s*['"]`,
    'u',
  );
  expect(comparison.test(`if (operationId === 'createConditionOrder')`)).toBe(true);
  expect(filesWith(comparison, 'src/client', 'src/transport', 'src/limits', 'src/core')).toEqual([]);
});

test('the kit sees the table without what was only observed', () => {
  const whole = /from '(?:\.\.\/)+generated\/operations\.js'/u;
  expect(filesWith(whole, 'src/conformance')).toEqual(['src/conformance/model/operations.ts']);
});
