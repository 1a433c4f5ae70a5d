import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentOf, pageIds, read } from './site.js';

const root = new URL('../../', import.meta.url);

const SERVED = [
  'generated/openapi.json',
  'generated/openapi.declared.json',
  'generated/openapi.observed.json',
  'generated/postman.collection.json',
  'openapi/workflows.arazzo.yaml',
  'openapi/error-codes.yaml',
  'openapi/unknowns.yaml',
  'vectors/signing-vectors.json',
];

test.each(SERVED)('the site serves %s unchanged from the repository, and links to it', (path) => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  expect(read(name)).toBe(readFileSync(new URL(path, root), 'utf8'));
  const links = documentOf('downloads').html.querySelectorAll('article a');
  expect(links.map((link) => link.getAttribute('href'))).toContain(name);
});

test('llms-full.txt has the whole of every twin', () => {
  const all = read('llms-full.txt');
  for (const id of pageIds) expect(all.includes(read(`${id}.md`)), id).toBe(true);
});
