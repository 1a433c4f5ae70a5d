import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { byFile, faultsOfEach, inBrowser, MINUTES, withBrowser } from './in-browser.js';
import { pageIds, SINGLE } from './site.js';

const SCREEN = { width: 1280, height: 800 };

/** What a browser makes of a page that is enlarged to 200 %. */
const ENLARGED = { viewport: { width: SCREEN.width / 2, height: SCREEN.height / 2 }, deviceScaleFactor: 2 };

interface Run {
  readonly runOnly?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}

/** They are the same at any size and in the one file, and take longest. */
const WITHOUT_COLOURS: Run = { rules: { 'color-contrast': { enabled: false } } };

/** Everything that axe finds on a page with all its parts unfolded. */
const judged =
  (run: Run) =>
  async (page: Page, id: string): Promise<readonly string[]> => {
    await page.goto(byFile(id));
    await page.evaluate(axe.source);
    return page.evaluate(async (options) => {
      for (const details of document.querySelectorAll('details')) {
        // Those of one name would close one another.
        details.removeAttribute('name');
        details.open = true;
      }
      const { axe: kit } = globalThis as unknown as { axe: { run(root: Document, options: unknown): Promise<any> } };
      const { violations } = await kit.run(document, { ...options, resultTypes: ['violations'] });
      const faults = violations.flatMap(({ id: rule, nodes }: any) =>
        nodes.slice(0, 3).map(({ target, failureSummary }: any) => `${rule} at ${target}: ${failureSummary}`),
      );
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth ? [...faults, `${scrollWidth} wide, and ${clientWidth} to be seen`] : faults;
    }, run);
  };

inBrowser('axe', () => {
  withBrowser();

  test('finds nothing on any page in light', { timeout: MINUTES }, async () => {
    expect(await faultsOfEach(pageIds, { viewport: SCREEN, colorScheme: 'light' }, judged({}))).toEqual({});
  });

  test('finds no colour that is hard to read in dark', { timeout: MINUTES }, async () => {
    const run = { runOnly: ['color-contrast', 'link-in-text-block'] };
    expect(await faultsOfEach(pageIds, { viewport: SCREEN, colorScheme: 'dark' }, judged(run))).toEqual({});
  });

  test(
    'finds nothing on any page at 200 %, where nothing is to be scrolled sideways',
    { timeout: MINUTES },
    async () => {
      expect(await faultsOfEach(pageIds, ENLARGED, judged(WITHOUT_COLOURS))).toEqual({});
    },
  );

  test('finds nothing in the file that has all pages', { timeout: MINUTES }, async () => {
    expect(await faultsOfEach([SINGLE], ENLARGED, judged(WITHOUT_COLOURS))).toEqual({});
  });
});
