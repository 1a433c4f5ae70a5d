import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { judgeEverything, judgeStructure, unfold } from './axe.js';
import { byFile, type Faults, faultsOfEach, inBrowser, type Look, withBrowser, withServer } from './in-browser.js';
import { DESKTOP, ENLARGED, opening, PHONE, staysInPlace, switchedToDeclared, unfolded, words } from './looks.js';
import { documentOf, folder, pageIds } from './site.js';

/*
 * Loading a page takes longer than most of what is asked of it, so one walk over all pages answers many questions.
 */

/** One page of each kind: the others have the same parts in the same colours. */
const LAYOUTS = [
  ...['index', 'createOrder', 'getServerTime', 'quick-start', 'troubleshooting', 'error-codes', 'conformance-checks'],
  ...['unknowns', 'downloads', 'calculator', 'try-it'],
];

const wordsOf = new Map<string, number>();

const countsWords: Look = async (page, id) => {
  await unfold(page);
  wordsOf.set(id, await words(page));
  return [];
};

inBrowser('every page', () => {
  withBrowser();
  const served = withServer();
  let found: Readonly<Record<'opens' | 'counts' | 'stays' | 'structure', Faults>>;

  beforeAll(async () => {
    found = await faultsOfEach(
      pageIds,
      { viewport: DESKTOP, colorScheme: 'light' },
      {
        opens: opening(byFile, pathToFileURL(`${folder}/`).href),
        counts: countsWords,
        stays: staysInPlace,
        structure: judgeStructure,
      },
    );
  });

  test('opens from a file without a complaint, and asks for nothing outside', () => {
    expect(found.opens).toEqual({});
  });

  test('is not to be scrolled sideways at 200 %, and on a phone only code is', () => {
    expect(found.stays).toEqual({});
  });

  test('has nothing that axe objects to', () => {
    expect(found.structure).toEqual({});
  });

  // The bytes are the same: what can differ is what the scripts of a layout may do.
  test('of each layout opens over HTTP without a complaint, and asks for nothing outside', async () => {
    const opens = opening((id) => served(`${id}.html`), served(''));
    expect(await faultsOfEach(LAYOUTS, {}, { opens })).toEqual({ opens: {} });
  });

  test('has nothing that axe objects to at 200 %', async () => {
    const structure = unfolded(judgeStructure);
    const enlarged = { viewport: ENLARGED, deviceScaleFactor: 2 };
    expect(await faultsOfEach(LAYOUTS, enlarged, { structure })).toEqual({ structure: {} });
  });

  test('has nothing that axe objects to on a phone, in light and in dark', async () => {
    const everything = unfolded(judgeEverything);
    expect(await faultsOfEach(LAYOUTS, { viewport: PHONE }, { everything })).toEqual({ everything: {} });
  });
});

inBrowser('without scripts', () => {
  withBrowser();
  const marked = new Set(pageIds.filter((id) => documentOf(id).html.querySelector('#declared-only') !== null));
  let found: Readonly<Record<'opens' | 'words' | 'switch', Faults>>;

  beforeAll(async () => {
    const sameWords: Look = async (page, id) => {
      const here = await words(page);
      if (here < 20) return [`has ${here} words`];
      const withScripts = wordsOf.get(id);
      return here === withScripts ? [] : [`has ${here} words without scripts, and ${withScripts} with them`];
    };
    const hides: Look = async (page, id) => (marked.has(id) ? switchedToDeclared(page) : []);
    found = await faultsOfEach(
      pageIds,
      { javaScriptEnabled: false },
      { opens: unfolded(async () => []), words: sameWords, switch: hides },
    );
  });

  test('every page has the same words', () => {
    expect(found.words).toEqual({});
  });

  test('the switch hides everything that is not declared, and nothing that is', () => {
    expect(marked.size).toBeGreaterThan(16);
    expect(found.switch).toEqual({});
  });

  test('on paper everything is unfolded and fits, and header and contents are gone', async () => {
    const paper: Look = async (page, id) => {
      await page.emulateMedia({ media: 'print' });
      // A4 within margins of a centimetre.
      await page.setViewportSize({ width: 718, height: 1047 });
      await page.goto(byFile(id));
      return page.evaluate(() => {
        const seen = (element: Element): boolean =>
          element.checkVisibility({ contentVisibilityAuto: true }) && element.getBoundingClientRect().height > 0;
        const folded = [...document.querySelectorAll('main details:not(nav details) > :not(summary)')].filter(
          (one) => !seen(one),
        );
        const around = [...document.querySelectorAll('header, nav')].filter(seen);
        const tooWide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        return [
          ...(tooWide > 0 ? [`${tooWide} px too wide`] : []),
          ...folded.map((one) => `folded: ${one.textContent?.slice(0, 60)}`),
          ...around.map((one) => `still there: ${one.tagName}`),
        ];
      });
    };
    expect(await faultsOfEach(pageIds, { javaScriptEnabled: false }, { paper })).toEqual({ paper: {} });
  });
});
