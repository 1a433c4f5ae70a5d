import { expect, test } from 'vitest';
import { documentOf, files, pageIds, plain, read } from './site.js';

const MARK = /\[(?:declared|observed|assumed)\]/g;
const outsideCode = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '');

test('llms.txt names the twin of each page once, with its title, and nothing else', () => {
  const named = [...read('llms.txt').matchAll(/^- \[(.+)\]\((.+)\): .+$/gm)];
  expect(named.map(([, , file]) => file).toSorted()).toEqual(pageIds.map((id) => `${id}.md`).toSorted());
  for (const [, title, file] of named) expect(read(file!)).toMatch(`# ${title}\n\n> `);
  expect(files.filter((name) => name.endsWith('.md'))).toHaveLength(pageIds.length);
});

test.each(pageIds)(
  'the twin of %s is named there, and has its marks in words, its code in fences and its tables',
  (id) => {
    const { html } = documentOf(id);
    expect(html.querySelector('link[rel=alternate][type="text/markdown"]')!.getAttribute('href')).toBe(`${id}.md`);
    const article = html.querySelector('article')!;
    const twin = read(`${id}.md`);
    const text = outsideCode(twin);
    expect(text.match(MARK) ?? []).toEqual(article.querySelectorAll('.mark').map((mark) => `[${mark.textContent}]`));
    expect(twin.match(/^ *```/gm) ?? []).toHaveLength(2 * article.querySelectorAll('pre').length);
    expect(text.match(/^ *\| --- \|/gm) ?? []).toHaveLength(article.querySelectorAll('table').length);
    expect(text.replaceAll(/`[^`\n]*`/g, '').match(/<\/?(?!br>)[a-z][^>]*>/g)).toBeNull();
    const headings = article.querySelectorAll('h2, h3, h4').map((heading) => plain(heading.textContent));
    const inTwin = [...text.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) =>
      title.replaceAll(/\]\([^)]*\)|[\\[\]]/g, ''),
    );
    expect(inTwin.map(plain)).toEqual(headings);
  },
);
