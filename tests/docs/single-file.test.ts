import { gzipSync } from 'node:zlib';
import type { HTMLElement } from 'node-html-parser';
import { expect, test } from 'vitest';
import { documentOf, pageIds, plain, read, sectionsOf, SINGLE } from './site.js';

/** What a reader downloads at most to have everything. */
const MOST = 250_000;

/** Said once in the file that has all pages: the samples of one language stand together there, and all faults. */
const ELSEWHERE = /^(?:Samples|Errors)$/;

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

test('every sample and every table of faults is in the one file', () => {
  const text = plain(html.querySelector('main')!.textContent);
  for (const id of pageIds) {
    const { html: page, withId: own } = documentOf(id);
    for (const [address, [sample]] of own) {
      if (!address.includes('.sample.')) continue;
      const code = (element: HTMLElement | undefined): string | undefined => element?.querySelector('pre')?.textContent;
      expect(code(withId.get(address)?.[0]), address).toBe(code(sample));
    }
    for (const fault of page.querySelectorAll('article details .prose td:first-child')) {
      expect(text).toContain(plain(fault.textContent));
    }
  }
});
