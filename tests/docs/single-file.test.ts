import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { documentOf, pageIds, read, SINGLE } from './site.js';

/** What a reader downloads at most to have everything. */
const MOST = 250_000;

test('the one file has at most 250 kB, compressed', () => {
  const size = gzipSync(read(`${SINGLE}.html`), { level: 9 }).length;
  expect(size, `${SINGLE}.html has ${(size / 1000).toFixed(1)} kB gzip -9`).toBeLessThanOrEqual(MOST);
});

test('the one file has every page, with the same text', () => {
  const articles = documentOf(SINGLE).html.querySelectorAll('article');
  expect(articles.map((article) => article.getAttribute('data-page')).toSorted()).toEqual(pageIds.toSorted());
  for (const article of articles) {
    const own = documentOf(article.getAttribute('data-page')!).html.querySelector('article')!;
    expect(article.textContent).toBe(own.textContent);
  }
});
