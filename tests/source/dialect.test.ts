/** The dialect and the register of unknowns name each other: no choice without a question, no option without a member. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documented } from '../../src/client/dialect.js';
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

describe('the options in the register', () => {
  const named = [...optionOf].flatMap(([id, option]) => (option === null ? [] : [[id, String(option)] as const]));

  it.each(named)('%s: %s exists', (_id, option) => {
    const [name = '', member] = option.split('.');
    expect([...options.keys()]).toContain(name);
    if (member !== undefined) {
      expect(name).toBe('dialect');
      expect(Object.keys(documented)).toContain(member);
    }
  });
});
