import { readdirSync, readFileSync } from 'node:fs';
import type { HTMLElement } from 'node-html-parser';
import { expect, test } from 'vitest';
import { conformanceChecks } from '../../src/conformance/run/run.js';
import { asList, asObject, words } from '../source/bundle.js';
import { bundle, operations } from './described-fields.js';
import { documentOf, pageIds, plain } from './site.js';

const root = new URL('../../', import.meta.url);

/** The text at an address, once. */
function lineAt(page: string, address: string): string {
  const found = documentOf(page).withId.get(address) ?? [];
  expect(found, `${address} on ${page}`).toHaveLength(1);
  return plain(found[0]!.textContent);
}

const addresses = (page: string, kind: string): string[] =>
  [...documentOf(page).withId.keys()].filter((id) => id.startsWith(`${kind}.`)).map((id) => id.slice(kind.length + 1));

const ids = asList(bundle['x-sources']).map((source) => String(asObject(source)['id']));
const SOURCE_IDS = new RegExp(String.raw`\b(?:${ids.join('|')})\b`);

test('every error code has one line, with its meaning, outcome and the number of its sources, and names none of them', () => {
  const codes = asList(bundle['x-error-codes']).map(asObject);
  expect(codes.length).toBeGreaterThan(100);
  expect(addresses('error-codes', 'code')).toEqual(codes.map(({ code }) => code));
  for (const { code, meaning, reading, advice, 'x-evidence-note': note } of codes) {
    const line = lineAt('error-codes', `code.${String(code)}`);
    const [count = ''] = /^(?:1 source|\d+ independent sources)/.exec(String(note)) ?? [];
    expect(count).not.toBe('');
    for (const said of [meaning, asObject(reading)['outcome'], advice, count])
      expect(line).toContain(plain(words(said)));
    expect(line).not.toMatch(SOURCE_IDS);
  }
});

test('every error code leads to a symptom, and says what the sandbox says with it', () => {
  const { withId } = documentOf('error-codes');
  const rows = [...withId].filter(([id]) => id.startsWith('code.'));
  const anchorOf = ([row]: readonly HTMLElement[]): string =>
    row!.querySelector('a[href^="troubleshooting.html#"]')!.getAttribute('href')!.split('#')[1]!;
  for (const [, found] of rows) expect(documentOf('troubleshooting').withId.has(anchorOf(found))).toBe(true);
  expect(anchorOf(withId.get('code.-1022')!)).toMatch(/signature-for-this-request/);
  expect(anchorOf(withId.get('code.-1007')!)).toMatch(/my-order-hung/);
  expect(anchorOf(withId.get('code.-1004')!)).toMatch(/another-code/);
  expect(lineAt('error-codes', 'code.-1121')).toContain('Invalid symbol.');
  expect(lineAt('error-codes', 'code.-2013')).toContain('Order does not exist.');
});

test('every unknown has one entry with what the document says, what was seen and what the client does', () => {
  const unknowns = asList(bundle['x-unknowns']).map(asObject);
  expect(unknowns.length).toBeGreaterThan(50);
  expect(addresses('unknowns', 'unknown')).toEqual(unknowns.map(({ id }) => id));
  for (const { id, question, heading, documented, observed, client, option } of unknowns) {
    const entry = lineAt('unknowns', `unknown.${String(id)}`);
    for (const said of [question, heading, documented, observed, client, option]) {
      expect(entry).toContain(plain(words(said)));
    }
    for (const word of ['declared', 'observed', 'assumed']) expect(entry).toContain(word);
    const touched = operations.filter(({ operation }) => asList(operation['x-unknowns']).includes(id!));
    const linked = documentOf('unknowns')
      .withId.get(`unknown.${String(id)}`)![0]!
      .querySelectorAll('a');
    const hrefs = linked.map((link) => link.getAttribute('href')).filter((href) => href?.endsWith('.unknowns'));
    expect(hrefs.toSorted()).toEqual(touched.map((one) => `${one.id}.html#${one.id}.unknowns`).toSorted());
    if (asList(bundle['x-unknowns-general']).includes(id!)) expect(entry).toContain('every call');
  }
});

test('every conformance check has one line, and stands on the page of each operation that it judges', () => {
  expect(addresses('conformance-checks', 'check').toSorted()).toEqual(conformanceChecks.map(({ id }) => id).toSorted());
  for (const { id, title } of conformanceChecks)
    expect(lineAt('conformance-checks', `check.${id}`)).toContain(plain(title));
  for (const { id: operationId } of operations) {
    const listed = documentOf(operationId).html.querySelectorAll('[data-check]');
    const own = conformanceChecks.filter(({ operations: judged }) => (judged as string[]).includes(operationId));
    expect(listed.map((one) => one.getAttribute('data-check'))).toEqual(own.map(({ id }) => id));
  }
});

const guides: readonly [page: string, file: string][] = [
  ...readdirSync(new URL('docs/', root))
    // Which tools read the description is a page of the repository.
    .filter((name) => name.endsWith('.md') && name !== 'tools.md')
    .map((name): [string, string] => [name.slice(0, -'.md'.length), `docs/${name}`]),
  ['quick-start', 'README.md'],
  ['security', 'SECURITY.md'],
  ['changelog', 'CHANGELOG.md'],
];

test.each(guides)('the page %s has every heading and every table line of %s', (page, file) => {
  const { html } = documentOf(page);
  const source = readFileSync(new URL(file, root), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const headings = [...source.matchAll(/^##+ (.+)$/gm)].map(([, text = '']) => plain(text));
  expect(html.querySelectorAll('article :is(h2, h3, h4)').map((one) => plain(one.textContent))).toEqual(headings);
  // A line of dashes stands under each head.
  const lines = source.match(/^ *\|/gm)?.length ?? 0;
  const tables = source.match(/^ *\| ?:?---?/gm)?.length ?? 0;
  expect(html.querySelectorAll('article tr')).toHaveLength(lines - tables);
});

test('every page is listed once beside every page, and on the start page', () => {
  const others = pageIds.map((id) => `${id}.html`).toSorted();
  for (const from of pageIds) {
    const { html } = documentOf(from);
    const beside = html.querySelectorAll('.contents a').map((link) => link.getAttribute('href')!);
    expect(html.querySelector('body > footer a[href="downloads.html"]'), from).not.toBeNull();
    expect(beside.filter((href) => href.endsWith('.html')).toSorted(), `beside ${from}`).toEqual(others);
  }
  const listed = documentOf('index')
    .html.querySelectorAll('article a')
    .map((link) => link.getAttribute('href'));
  expect(others.filter((href) => href !== 'index.html' && !listed.includes(href))).toEqual([]);
});
