import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { choices, documented, observed } from '../../src/client/dialect.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const register = parse(read('openapi/unknowns.yaml')) as readonly { readonly id: string; readonly option?: string }[];
const signing = read('docs/signing.md');
const section = signing.slice(signing.indexOf('\n## Dialect options'), signing.indexOf('\n## Your own signing rule'));

/** The cells of each row, without the marks of code. */
const rows = [...section.matchAll(/^\| `.*$/gm)].map(([line]) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', '')),
);

test('docs/signing.md lists every option of the dialect once, in the order of the code', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(documented));
});

test.each(rows)('docs/signing.md has the values, the default and the question of %s', (...row) => {
  const [name, values, standard, , seen, question] = row as [keyof typeof documented, ...string[]];
  const entry = register.find(({ option }) => option === `dialect.${name}`);
  expect(question).toBe(entry!.id);
  expect(seen).not.toBe('');
  if (name === 'headers') return expect([values, standard]).toEqual(['names and values', 'none']);
  const allowed = name in choices ? choices[name as keyof typeof choices] : [true, false];
  expect(values).toBe(allowed.join(', '));
  const other = observed[name] === documented[name] ? '' : `; observed: ${String(observed[name])}`;
  expect(standard).toBe(`${String(documented[name])}${other}`);
});
