import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { judgeEverything, judgeNewColours, judgeStructure, unfold } from './axe.js';
import { byFile, type Faults, faultsOfEach, inBrowser, type Look, MINUTES, served, withBrowser } from './in-browser.js';
import { documentOf, folder, pageIds, SINGLE } from './site.js';

/*
 * Loading a page takes longer than most of what is asked of it, so one walk over all pages answers many questions.
 */
const all = [...pageIds, SINGLE];

const DESKTOP = { width: 1280, height: 800 };

/** What a browser makes of a page that is enlarged to 200 %. */
const ENLARGED = { width: DESKTOP.width / 2, height: DESKTOP.height / 2 };

/** A phone, upright. */
const PHONE = { width: 390, height: 844 };

/** Pages with everything that stands around a text: contents, a table, the islands. */
const LAYOUTS = ['index', 'createOrder', 'troubleshooting', 'error-codes', 'calculator', 'try-it'];

/** Opens a page, and collects what the browser complains of, and what it asks for elsewhere. */
const opening =
  (addressOf: (id: string) => string, own: string): Look =>
  async (page, id) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(own) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    page.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
    const response = await page.goto(addressOf(id));
    if (response !== null && !response.ok()) faults.push(`status ${response.status()}`);
    // Two frames: what the scripts put into the page has been drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    if (!(await page.locator('h1').first().isVisible())) faults.push('no heading is visible');
    return faults;
  };

/** The words that a reader can come to, without those of the islands. */
const words = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const islands = [...document.querySelectorAll<HTMLElement>('[data-island]')];
    for (const island of islands) island.style.display = 'none';
    const count = document.querySelector('main')!.innerText.split(/\s+/).length;
    for (const island of islands) island.style.removeProperty('display');
    return count;
  });

const wordsOf = new Map<string, number>();

const countsWords: Look = async (page, id) => {
  await unfold(page);
  wordsOf.set(id, await words(page));
  return [];
};

const scrollsSideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} wide, and ${clientWidth} to be seen`] : [];
  });

const staysInPlace: Look = async (page, id) => {
  await page.setViewportSize(PHONE);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('main *:not(pre, pre *, .island *, select, option)')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
  );
  const onPhone = await scrollsSideways(page);
  await page.setViewportSize(ENLARGED);
  const enlarged = await scrollsSideways(page);
  await page.setViewportSize(DESKTOP);
  // The file that has the text of all pages has its own tables, which a phone scrolls.
  return id === SINGLE ? enlarged : [...onPhone, ...wide, ...enlarged];
};

const keepArticles = (page: Page, ids: readonly string[]): Promise<void> =>
  page.evaluate((kept) => {
    for (const article of document.querySelectorAll<HTMLElement>('article[data-page]')) {
      if (!kept.includes(article.dataset['page']!)) article.remove();
    }
  }, ids);

const seenColours = new Set<string>();

inBrowser('every page', () => {
  withBrowser();
  let found: Readonly<Record<'opens' | 'counts' | 'stays' | 'colours' | 'structure', Faults>>;

  beforeAll(async () => {
    found = await faultsOfEach(
      all,
      { viewport: DESKTOP, colorScheme: 'light' },
      {
        opens: opening(byFile, pathToFileURL(`${folder}/`).href),
        counts: countsWords,
        stays: staysInPlace,
        colours: (page) => judgeNewColours(page, seenColours),
        structure: async (page, id) => (id === SINGLE ? [] : judgeStructure(page)),
      },
    );
  }, MINUTES);

  test('opens from a file without a complaint, and asks for nothing outside', () => {
    expect(found.opens).toEqual({});
  });

  test('is not to be scrolled sideways at 200 %, and on a phone only code is', () => {
    expect(found.stays).toEqual({});
  });

  test('has no colour that is hard to read, in light and in dark', () => {
    expect(found.colours).toEqual({});
    expect(seenColours.size).toBeGreaterThan(100);
  });

  test('has nothing that axe objects to', () => {
    expect(found.structure).toEqual({});
  });

  test('opens over HTTP without a complaint, and asks for nothing outside', { timeout: MINUTES }, () =>
    served(async (addressOf) => {
      const opens = opening(addressOf, new URL('.', addressOf('index')).href);
      expect(await faultsOfEach(all, {}, { opens })).toEqual({ opens: {} });
    }),
  );

  test(
    'has nothing that axe objects to at 200 %: around the text, and in the file that has the text of all pages',
    { timeout: MINUTES },
    async () => {
      const structure: Look = async (page, id) => {
        await page.goto(byFile(id));
        // The other texts are judged on their own pages.
        if (id === SINGLE) await keepArticles(page, LAYOUTS);
        await unfold(page);
        return judgeStructure(page);
      };
      const enlarged = { viewport: ENLARGED, deviceScaleFactor: 2 };
      expect(await faultsOfEach([SINGLE, ...LAYOUTS], enlarged, { structure })).toEqual({ structure: {} });
    },
  );

  test('has nothing that axe objects to on a phone, in light and in dark', { timeout: MINUTES }, async () => {
    const everything: Look = async (page, id) => {
      await page.goto(byFile(id));
      await unfold(page);
      return judgeEverything(page);
    };
    expect(await faultsOfEach(LAYOUTS, { viewport: PHONE }, { everything })).toEqual({ everything: {} });
  });
});

inBrowser('without scripts', () => {
  withBrowser();
  const marked = new Set(pageIds.filter((id) => documentOf(id).html.querySelector('#declared-only') !== null));
  let found: Readonly<Record<'opens' | 'words' | 'switch', Faults>>;

  beforeAll(async () => {
    const open: Look = async (page, id) => {
      await page.goto(byFile(id));
      await unfold(page);
      return [];
    };
    const sameWords: Look = async (page, id) => {
      const here = await words(page);
      if (here < 20) return [`has ${here} words`];
      const withScripts = wordsOf.get(id);
      return here === withScripts ? [] : [`has ${here} words without scripts, and ${withScripts} with them`];
    };
    const hides: Look = async (page, id) => (marked.has(id) ? switchedToDeclared(page) : []);
    found = await faultsOfEach(all, { javaScriptEnabled: false }, { opens: open, words: sameWords, switch: hides });
  }, MINUTES);

  test('every page has the same words', () => {
    expect(found.words).toEqual({});
  });

  test('the switch hides everything that is not declared, and nothing that is', () => {
    expect(marked.size).toBeGreaterThan(16);
    expect(found.switch).toEqual({});
  });

  test('on paper everything is unfolded, and header and contents are gone', { timeout: MINUTES }, async () => {
    const paper: Look = async (page, id) => {
      await page.emulateMedia({ media: 'print' });
      await page.goto(byFile(id));
      return page.evaluate(() => {
        const seen = (element: Element): boolean =>
          element.checkVisibility({ contentVisibilityAuto: true }) && element.getBoundingClientRect().height > 0;
        const folded = [...document.querySelectorAll('main details:not(nav details) > :not(summary)')].filter(
          (one) => !seen(one),
        );
        const around = [...document.querySelectorAll('header, nav')].filter(seen);
        return [
          ...folded.map((one) => `folded: ${one.textContent?.slice(0, 60)}`),
          ...around.map((one) => `still there: ${one.tagName}`),
        ];
      });
    };
    expect(await faultsOfEach(all, { javaScriptEnabled: false }, { paper })).toEqual({ paper: {} });
  });
});

/** Counts what can be seen in the page itself: a count from outside takes as long as a load. */
const marksSeen = (
  page: Page,
): Promise<Readonly<Record<'declared' | 'observed' | 'assumed' | 'others' | 'heads', number>>> =>
  page.evaluate(() => {
    const seen = (selector: string): number =>
      [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .length;
    const heads = [...document.querySelectorAll('main table')].filter(
      (table) =>
        table.checkVisibility() && ![...table.querySelectorAll('tbody tr')].some((row) => row.checkVisibility()),
    );
    const marked = (mark: string): number => seen(`main .mark.${mark}`);
    const [declared, observed, assumed] = [marked('declared'), marked('observed'), marked('assumed')];
    return { declared, observed, assumed, others: seen('main .not-declared'), heads: heads.length };
  });

async function switchedToDeclared(page: Page): Promise<readonly string[]> {
  const before = await marksSeen(page);
  await page.getByLabel('declared facts only').check();
  const only = await marksSeen(page);
  await page.getByLabel('declared facts only').uncheck();
  const after = await marksSeen(page);
  const faults: string[] = [];
  if (before.declared + before.observed === 0) faults.push('nothing is marked');
  if (only.declared < before.declared) faults.push('hides what is declared');
  if (only.observed > 0) faults.push('shows what was observed');
  if (only.assumed > 0) faults.push('shows what is assumed');
  if (only.heads > 0) faults.push('shows tables without lines');
  if (only.others > 0) faults.push('shows what is not declared');
  if (after.observed !== before.observed) faults.push('does not show it again');
  return faults;
}
