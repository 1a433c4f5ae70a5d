import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/run.js';
import { files, folder, read } from './site.js';

const root = resolve(import.meta.dirname, '../..');
const config = resolve(root, 'cspell.json');

test('every page is spelled with words of the dictionaries', async () => {
  // npm run check looks at the guides and the description; here stands what the pages say of their own.
  const options = ['--no-progress', '--no-summary', '--config', config, '--root', folder];
  expect(await run('cspell', [...options, '*.md', 'llms.txt'])).toBe('');
});

test('the list of own words is sorted, and each of them is on a page', async () => {
  const words = (await readFile(resolve(root, 'scripts/check/words.txt'), 'utf8')).split('\n').slice(1, -1);
  expect(words).toEqual(words.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  const pages = files
    .filter((name) => name.endsWith('.md'))
    .map(read)
    .join('')
    .toLowerCase();
  expect(words.filter((word) => !pages.includes(word.toLowerCase()))).toEqual([]);
});
