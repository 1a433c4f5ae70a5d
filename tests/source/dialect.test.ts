/** The dialect and the register of unknowns name each other: no choice without a question, no option without a member. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { choices, documented, observed } from '../../src/client/dialect.js';
import { asList, asObject, loadBundle } from './bundle.js';

const sourceOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The members of an interface in a source text, each with the text of its JSDoc in one line. */
function membersOf(source: string, name: string): Map<string, string> {
  const [, body = ''] = new RegExp(`interface ${name} \\{\\n(.*?)\\n\\}`, 'su').exec(source) ?? [];
  const members = body.matchAll(/\/\*\*(.*?)\*\/\s*readonly (\w+)\??:/gsu);
  return new Map([...members].map(([, doc = '', member = '']) => [member, doc.replaceAll(/\s*\n\s*\*\s*/gu, ' ')]));
}

const register = asList(loadBundle('openapi.json')['x-unknowns']).map(asObject);
const optionOf = new Map(register.map((entry) => [String(entry['id']), entry['option']]));
const dialect = membersOf(sourceOf('src/client/dialect.ts'), 'Dialect');
const options = membersOf(sourceOf('src/client/options.ts'), 'ClientOptions');
const members = [...dialect].map(([member, doc]) => [member, doc] as const);

describe('the dialect', () => {
  it.each(members)('%s names the entry of the register that it answers', (member, doc) => {
    const ids = [...doc.matchAll(/Unknown `([^`]+)`/gu)].map(([, id = '']) => id);
    expect(ids).not.toEqual([]);
    expect(ids.map((id) => [id, optionOf.get(id)])).toEqual(ids.map((id) => [id, `dialect.${member}`]));
  });
});

const named = [...optionOf].flatMap(([id, option]) => (option === null ? [] : [[id, String(option)] as const]));

it.each(named)('the option that entry %s of the register names exists: %s', (_id, option) => {
  const [name = '', member] = option.split('.');
  expect([...options.keys()]).toContain(name);
  if (member !== undefined) {
    expect(name).toBe('dialect');
    expect(Object.keys(documented)).toContain(member);
  }
});

const signing = sourceOf('docs/signing.md');
const section = signing.slice(signing.indexOf('\n## Dialect options'), signing.indexOf('\n## Your own signing rule'));

/** The cells of each row, without the marks of code. */
const rows = [...section.matchAll(/^\| `.*$/gm)].map(([line]) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', '')),
);

it('docs/signing.md lists every option of the dialect once, in the order of the code', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(documented));
});

it.each(rows)('docs/signing.md has the values, the default and the question of %s', (...row) => {
  const [name, values, standard, , seen, question] = row as [keyof typeof documented, ...string[]];
  const entry = register.find((each) => each['option'] === `dialect.${name}`);
  expect(question).toBe(entry!['id']);
  expect(seen).not.toBe('');
  if (name === 'headers') return expect([values, standard]).toEqual(['names and values', 'none']);
  const allowed = name in choices ? choices[name as keyof typeof choices] : [true, false];
  expect(values).toBe(allowed.join(', '));
  const other = observed[name] === documented[name] ? '' : `; observed: ${String(observed[name])}`;
  expect(standard).toBe(`${String(documented[name])}${other}`);
});
