import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeEverything, unfold } from '../docs/axe.js';
import { installedBrowser, startBrowser } from '../support/chromium.js';
import { toHtml } from '../../src/conformance/reports/html.js';
import { everyVerdict, exchange, HOSTILE, hostile, report, result } from './fixtures/report.js';

/** Every tag of a page. Exact, because escaped text holds no `<`. */
const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];
const namesOf = (html: string): string[] => [...new Set(tagsOf(html).map((tag) => /^<\/?([^\s>]*)/.exec(tag)![1]!))];

const harmless = namesOf(toHtml(everyVerdict));
if (installedBrowser === undefined) console.log('No browser is installed here: the page is read as text alone.');

describe('an HTML report', () => {
  test('has no script, no event handler and no address outside itself, whatever a server sent', () => {
    const html = toHtml(hostile);
    expect(namesOf(html).filter((name) => !harmless.includes(name))).toEqual([]);
    for (const tag of tagsOf(html)) expect(tag).not.toMatch(/<script|\son\w+=|\ssrc=|href="(?!#)/i);
    expect(html).toContain(`default-src 'none'`);
    expect(html).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
  });

  test('shows each result with its claim, reason, clause and calls', () => {
    const html = toHtml(everyVerdict);
    for (const { id, title, reason, verdict } of everyVerdict.results) {
      for (const text of [id, title, reason, `${verdict} (1)`]) if (text !== undefined) expect(html).toContain(text);
    }
    for (const text of [
      'Signed endpoints need three headers.',
      'open question <code>signing.window</code>',
      '"staleMs": 5000',
      'signed text: 1767323045678GET',
      '<strong>2 declared and judged</strong>',
      '<strong>4 declared, not judged</strong>',
      '<strong>1 not declared, seen here</strong>',
      'connection reset',
    ]) {
      expect(html).toContain(text);
    }
  });

  test('is bounded whatever a result holds', () => {
    const long = 'x'.repeat(1_000_000);
    const call = exchange({
      response: { status: 200, headers: [['X-Long', long]], body: long },
      request: { ...exchange().request, url: long, signingString: long },
    });
    const exchanges = Array.from({ length: 1000 }, () => call);
    const operations = Array.from({ length: 100_000 }, () => 'getOpenOrders' as const);
    const page = toHtml(report([result('a', 'fail', { exchanges, operations, reason: long, observed: long })]));
    expect(page.length).toBeLessThan(20_000_000);
    expect(page).toContain('getOpenOrders · and 99950 more');
    expect(page).toContain('[cut: 16,384 of 1,000,000 characters; the JSON and HAR reports hold all of them]');
    expect(page).toContain('800 more calls: the JSON and HAR reports hold all of them.');
    const [about] = /<p class="soft">SIGN[^<]*/.exec(page)!;
    expect(about.length).toBeLessThan(2000);
    expect(/What breaks the run[^]*The run</.exec(page)![0].length).toBeLessThan(5000);
  });

  test('says at the top whether it is ok, and why not', () => {
    expect(toHtml(report([result('a', 'pass')]))).toContain('Nothing declared failed.');
    const page = toHtml(report([result('a', 'fail'), result('b', 'pass')], { unexpectedPasses: ['b'], ok: false }));
    expect(page).toContain('Not ok: 1 declared fact fails; known failures that passed: b.');
    expect(page).toContain('pass (unexpected)');
    expect(toHtml(report([result('a', 'fail')], { knownFailures: ['a'] }))).toContain('fail (known)');
  });

  test('begins with what breaks the run, and links to it', () => {
    const page = toHtml(
      report([result('sign/a', 'pass'), result('sign/b', 'fail', { reason: 'why b' }), result('sign/c', 'fail')], {
        knownFailures: ['sign/c'],
        unexpectedPasses: ['sign/a'],
      }),
    );
    const first = page.slice(page.indexOf('What breaks the run'), page.indexOf('>The run<'));
    expect([...first.matchAll(/href="#check-([^"]+)"/g)].map(([, id]) => id)).toEqual(['sign/a', 'sign/b']);
    expect(first).toContain('why b');
    const linked = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of linked) expect(page).toContain(` id="${id}"`);
    expect(toHtml(report([result('sign/a', 'pass')]))).not.toContain('What breaks the run');
  });

  test('shows the budget, the journal and what was left behind, with the command that cancels it', () => {
    const page = toHtml(
      report([result('sign/a', 'pass')], {
        ok: false,
        budget: { calls: 9, weight: 12, byOperation: { ping: 9 } },
        journal: 'j.jsonl',
        leftBehind: ['E-BTC-USDT 77'],
      }),
    );
    for (const text of [
      'Not ok: 1 order was left behind.',
      'weight 12 for 9 calls by plan',
      '<dd>j.jsonl</dd>',
      '<code>E-BTC-USDT 77</code>',
      '<code>npx futures-trading-client conformance clean-up j.jsonl --base-url https://futures.example</code>',
    ]) {
      expect(page).toContain(text);
    }
  });

  test('gives every header cell of a table its scope, and unfolds what needs attention only', () => {
    const page = toHtml(everyVerdict);
    const cells = tagsOf(page).filter((tag) => tag.startsWith('<th ') || tag === '<th>');
    expect(cells.length).toBeGreaterThan(20);
    for (const cell of cells) expect(cell).toMatch(/ scope="(?:row|col)"/);
    const groups = [...page.matchAll(/<details class="group"( open)?><summary><h2 id="h-([^"]+)"/g)];
    expect(groups.filter(([, open]) => open !== undefined).map(([, , name]) => name)).toEqual([
      'fail',
      'harness-error',
      'cannot-tell',
    ]);
    expect(groups).toHaveLength(7);
  });
});

describe.skipIf(installedBrowser === undefined)('an HTML report in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(installedBrowser!);
  });
  afterAll(() => browser?.close());

  test('of a hostile server runs nothing, loads nothing and shows what was sent', async () => {
    const page = await browser.newPage();
    const happened: string[] = [];
    page.on('dialog', (dialog) => happened.push(dialog.message()));
    page.on('request', (request) => happened.push(request.url()));
    page.on('pageerror', (error) => happened.push(error.message));
    await page.setContent(toHtml(hostile));
    expect(happened).toEqual([]);
    expect(await page.locator('script, img, iframe, link, object, form, input').count()).toBe(0);
    expect(await page.locator('article').count()).toBe(5);
    expect(await page.title()).toContain(HOSTILE.slice(0, 34));
    await page.close();
  });

  test('has nothing that axe objects to: contrast in both schemes, headings, regions, names of rows and columns', async () => {
    const page = await browser.newPage();
    await page.setContent(toHtml(everyVerdict));
    await unfold(page);
    expect(await judgeEverything(page)).toEqual([]);
    await page.close();
  });

  test('unfolds, without any script, what a link leads to', async () => {
    const page = await browser.newPage();
    await page.setContent(toHtml(everyVerdict));
    const pass = page.locator('#pass');
    expect(await pass.isVisible()).toBe(false);
    await page.locator('nav a[href="#pass"]').click();
    expect(await pass.isVisible()).toBe(true);
    await page.close();
  });

  test('prints the calls that are folded away', async () => {
    const page = await browser.newPage();
    await page.emulateMedia({ media: 'print' });
    await page.setContent(toHtml(everyVerdict));
    const hidden = await page.evaluate(
      `[...document.querySelectorAll('pre')].filter((pre) => !pre.checkVisibility()).length`,
    );
    expect(hidden).toBe(0);
    await page.close();
  });
});
