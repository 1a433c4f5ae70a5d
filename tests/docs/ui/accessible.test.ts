import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { AxeResults } from 'axe-core';
import { noBrowser, useBrowser } from './open.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe objects to, each with the places. */
async function objections(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

const themes = ['light', 'dark'] as const;

describe.skipIf(noBrowser)('axe finds nothing', () => {
  const open = useBrowser();

  test.each(themes)('with what was found open, %s', async (colorScheme) => {
    const page = await open('createOrder.html', { colorScheme, bypassCSP: true });
    await page.keyboard.press('/');
    await page.keyboard.type('price');
    await page.getByRole('search').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await objections(page)).toEqual([]);
  });

  test.each(themes)('with the switch on, at twice the size, %s', async (colorScheme) => {
    const page = await open('createOrder.html', {
      colorScheme,
      bypassCSP: true,
      viewport: { width: 640, height: 500 },
    });
    await page.getByLabel('declared facts only').check();
    expect(await objections(page)).toEqual([]);
  });
});

describe.skipIf(noBrowser)('the layout', () => {
  const open = useBrowser();

  test.each([320, 400, 640, 1300])('at %i px scrolls in one direction, also with results open', async (width) => {
    const page = await open('createOrder.html', { viewport: { width, height: 800 } });
    await page.keyboard.press('/');
    await page.keyboard.type('price');
    await page.getByRole('search').getByRole('option').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  test('has its contents before the text closed where it is narrow, and beside it open', async () => {
    const page = await open('createOrder.html', { viewport: { width: 400, height: 800 } });
    const limits = page.getByRole('navigation').getByRole('link', { name: 'Rate limits' });
    expect(await limits.isVisible()).toBe(false);
    await page.getByText('Pages', { exact: true }).click();
    expect(await limits.isVisible()).toBe(true);
    await page.getByText('Pages', { exact: true }).click();
    await page.setViewportSize({ width: 1300, height: 800 });
    expect(await limits.isVisible()).toBe(true);
    await limits.focus();
    expect(await limits.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('shows in the contents which page is open', async () => {
    const page = await open('changeLeverage.html', { viewport: { width: 1300, height: 500 } });
    const current = page.getByRole('navigation').getByRole('link', { name: 'changeLeverage' });
    expect(await current.getAttribute('aria-current')).toBe('page');
    const { top, bottom } = await current.evaluate((link) => link.getBoundingClientRect());
    expect([top > 0, bottom < 500]).toEqual([true, true]);
    const parts = page.getByRole('navigation').locator('li li a');
    expect(await parts.allInnerTexts()).toContain('Conformance checks');
    for (const link of await parts.all()) {
      expect(await page.locator(`[id="${(await link.getAttribute('href'))!.slice(1)}"]`).count()).toBe(1);
    }
  });

  test('never covers with its header what an address leads to', async () => {
    const page = await open('createOrder.html#createOrder.request.volume', { viewport: { width: 1300, height: 600 } });
    const bottom = await page.locator('header').evaluate((header) => header.getBoundingClientRect().bottom);
    const top = await page.locator(':target').evaluate((target) => target.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(bottom);
  });
});
