import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documented } from '../../src/client/dialect.js';
import { signingMistakes } from '../../src/diagnosis/catalogue.js';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

describe('the catalogue', () => {
  it('has ids in words, each once, and titles of one line that complete a sentence', () => {
    const ids = signingMistakes.map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
    expect(ids.filter((id) => !/^[a-z]+\d*(-[a-z]+)*$/.test(id))).toStrictEqual([]);
    const texts = signingMistakes.flatMap(({ title, fix, difference }) => [title, fix, difference?.title ?? '']);
    expect(texts.filter((text) => /[\n|]|\.$/.test(text))).toStrictEqual([]);
  });

  it('names options that the dialect has', () => {
    const options = signingMistakes.flatMap(({ option }) => option ?? []);
    const members = Object.keys(documented).map((name) => `dialect.${name}`);
    expect(options.filter((option) => !members.includes(option))).toStrictEqual([]);
  });

  it('names sections that the field evidence has', () => {
    const sections = [...read('docs/field-evidence.md').matchAll(/^#+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number);
    const sources = signingMistakes.flatMap(({ source }) => source ?? []);
    expect(sources.filter((source) => !sections.includes(source))).toStrictEqual([]);
  });

  it('is the table in docs/signing.md, row by row', () => {
    const lines = read('docs/signing.md').split('\n');
    const first = lines.findIndex((line) => line.startsWith('| mistake ')) + 2;
    const rows = lines.slice(first, lines.indexOf('', first)).map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
    const wanted = signingMistakes.map(({ title, fix, option, source = '' }) => [
      title,
      option === undefined ? fix : `${fix}; \`${option}\``,
      source,
    ]);
    const expected = wanted.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    expect(rows, `The table in docs/signing.md ought to be\n${expected}\n`).toStrictEqual(wanted);
  });
});
