import { expect, test } from 'vitest';
import { documentOf, files, pageIds, read } from './site.js';

/** Where a reader may be sent. Nobody asks them here whether they answer. */
const HOSTS = ['datatracker.ietf.org', 'github.com', 'nodejs.org', 'www.rfc-editor.org'];

const attributes = (id: string, name: string): string[] =>
  documentOf(id)
    .html.querySelectorAll(`[${name}]`)
    .map((element) => element.getAttribute(name) ?? '');

test.each(pageIds)('every link of %s leads to something that is there', (id) => {
  const hrefs = attributes(id, 'href').filter((href) => !/^(?:https:|data:)/.test(href));
  const broken = hrefs.filter((href) => {
    const [name = '', anchor] = href.split('#');
    if (name !== '' && !files.includes(name)) return true;
    const page = name === '' ? id : name.replace(/\.html$/, '');
    return anchor !== undefined && !documentOf(page).withId.has(decodeURIComponent(anchor));
  });
  expect(broken).toEqual([]);
});

test('links that lead out of the site go to known hosts by https:', () => {
  const outside = pageIds.flatMap((id) => attributes(id, 'href')).filter((href) => /^(?:[a-z+]+:|\/\/)/.test(href));
  const urls = outside.filter((href) => href !== 'data:,').map((href) => new URL(href, 'relative:/'));
  expect(urls.map(({ protocol }) => protocol).filter((protocol) => protocol !== 'https:')).toEqual([]);
  expect([...new Set(urls.map(({ host }) => host))].toSorted()).toEqual(HOSTS);
});

test.each(pageIds)('%s loads nothing but the scripts beside it', (id) => {
  const { html } = documentOf(id);
  const loaded = ['src', 'srcset', 'poster', 'data', 'action', 'background'].flatMap((name) => attributes(id, name));
  const scripts = ['site.js', 'sandbox.js', 'search-index.js'];
  expect(loaded.filter((src) => !scripts.includes(src) && !src.startsWith('data:'))).toEqual([]);
  expect(
    html.querySelectorAll('iframe, object, embed, base, form[action], link:not([rel=icon], [rel=alternate])'),
  ).toEqual([]);
  const styles = [...html.querySelectorAll('style').map(({ textContent }) => textContent), ...attributes(id, 'style')];
  expect(styles.join('').match(/url\((?!["']?data:)[^)]*\)|@import/g)).toBeNull();
  const policy = html.querySelector('meta[http-equiv=Content-Security-Policy]')!.getAttribute('content')!;
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toMatch(/https?:|\*/);
});

test.each(pageIds)('every link of the twin of %s leads to a file that is there', (id) => {
  // Code has brackets and parentheses of its own.
  const text = read(`${id}.md`)
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, 'code');
  const targets = [...text.matchAll(/\]\(<?([^)>\s]+)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !target.startsWith('https:') && !files.includes(target))).toEqual([]);
});
