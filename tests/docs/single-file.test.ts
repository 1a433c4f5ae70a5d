import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { documentOf, pageIds, plain, read, sectionsOf, SINGLE } from './site.js';

/** What a reader downloads at most to have everything. */
const MOST = 250_000;

/** Their parts stand elsewhere in the file that has all pages, said once, and are linked to. */
const ELSEWHERE = /^(?:Samples|Errors|What is not known|Conformance checks)$/;

const { html, withId } = documentOf(SINGLE);
const articles = html.querySelectorAll('article');

test('the one file has at most 250 kB, compressed', () => {
  const size = gzipSync(read(`${SINGLE}.html`), { level: 9 }).length;
  expect(size, `${SINGLE}.html has ${(size / 1000).toFixed(1)} kB gzip -9`).toBeLessThanOrEqual(MOST);
});

test('the one file has every page', () => {
  const ids = articles.map((article) => article.getAttribute('data-page'));
  expect(ids.filter((id) => id !== 'samples').toSorted()).toEqual(pageIds.toSorted());
});

test.each(pageIds)('%s says the same in the one file', (id) => {
  const own = sectionsOf(documentOf(id).html.querySelector('article')!);
  const there = sectionsOf(withId.get(`page-${id}`)![0]!);
  expect([...there.keys()]).toEqual([...own.keys()]);
  for (const [title, text] of own) if (!ELSEWHERE.test(title)) expect(there.get(title), title).toBe(text);
});

test('what stands elsewhere in the one file is there', () => {
  const everything = plain(html.querySelector('main')!.textContent);
  for (const id of pageIds) {
    const cells = documentOf(id).html.querySelectorAll(
      'article :is(td, li:not(.questions li), pre, .questions p > span:not(.mark))',
    );
    const texts = new Set(cells.flatMap(({ childNodes }) => childNodes.map((node) => plain(node.textContent))));
    expect(
      [...texts].filter((text) => !everything.includes(text)),
      id,
    ).toEqual([]);
  }
});
