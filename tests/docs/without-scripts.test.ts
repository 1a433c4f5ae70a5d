import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { byFile, faultsOfEach, inBrowser, MINUTES, withBrowser } from './in-browser.js';
import { documentOf, pageIds, SINGLE } from './site.js';

const WITHOUT = { javaScriptEnabled: false };
const marked = pageIds.filter((id) => documentOf(id).html.querySelector('#declared-only') !== null);

/** The words that a reader can come to, without those of the islands. */
const words = (page: Page): Promise<number> =>
  page.evaluate(() => {
    for (const island of document.querySelectorAll('[data-island]')) island.remove();
    for (const details of document.querySelectorAll('details')) {
      details.removeAttribute('name');
      details.open = true;
    }
    return document.querySelector('main')!.innerText.split(/\s+/).length;
  });

/** Tables of which only the head can be seen. */
const headsAlone = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main table')].filter(
        (table) =>
          table.checkVisibility() && ![...table.querySelectorAll('tbody tr')].some((row) => row.checkVisibility()),
      ).length,
  );

inBrowser('without scripts', () => {
  withBrowser();

  test('every page has the same words', { timeout: MINUTES }, async () => {
    const counted = new Map<string, number>();
    const count = async (page: Page, id: string): Promise<readonly string[]> => {
      await page.goto(byFile(id));
      const here = await words(page);
      const before = counted.get(id) ?? here;
      counted.set(id, here);
      if (here < 20) return [`has ${here} words`];
      return here === before ? [] : [`has ${before} words without scripts, and ${here} with them`];
    };
    const all = [...pageIds, SINGLE];
    expect(await faultsOfEach(all, WITHOUT, count)).toEqual({});
    expect(await faultsOfEach(all, {}, count)).toEqual({});
  });

  test('the switch hides everything that is not declared, and nothing that is', { timeout: MINUTES }, async () => {
    expect(marked.length).toBeGreaterThan(16);
    const look = async (page: Page, id: string): Promise<readonly string[]> => {
      const shown = (mark: string): Promise<number> => page.locator(`main .mark.${mark}:visible`).count();
      await page.goto(byFile(id));
      const [declared, observed] = [await shown('declared'), await shown('observed')];
      await page.getByLabel('declared facts only').check();
      const faults: string[] = [];
      if (declared + observed === 0) faults.push('nothing is marked');
      if ((await shown('declared')) < declared) faults.push('hides what is declared');
      if ((await shown('observed')) > 0) faults.push('shows what was observed');
      if ((await shown('assumed')) > 0) faults.push('shows what is assumed');
      if ((await headsAlone(page)) > 0) faults.push('shows tables without lines');
      if ((await page.locator('main .not-declared:visible').count()) > 0) faults.push('shows what is not declared');
      await page.getByLabel('declared facts only').uncheck();
      if ((await shown('observed')) !== observed) faults.push('does not show it again');
      return faults;
    };
    expect(await faultsOfEach(marked, WITHOUT, look)).toEqual({});
  });

  test('on paper everything is unfolded, and header and contents are gone', { timeout: MINUTES }, async () => {
    const look = async (page: Page, id: string): Promise<readonly string[]> => {
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
    expect(await faultsOfEach([...pageIds, SINGLE], WITHOUT, look)).toEqual({});
  });
});
