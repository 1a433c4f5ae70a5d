import { expect, test } from 'vitest';
import { inBrowser } from '../in-browser.js';
import { judgeEverything } from '../axe.js';
import { useBrowser } from './open.js';

inBrowser('axe finds nothing', () => {
  const open = useBrowser();

  test('with what was found open, in light and in dark', async () => {
    const page = await open('createOrder.html');
    await page.keyboard.press('/');
    await page.keyboard.type('price');
    await page.getByRole('search').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await judgeEverything(page)).toEqual([]);
  });
});

inBrowser('the layout', () => {
  const open = useBrowser();

  test('has its contents before the text closed where it is narrow, and beside it open', async () => {
    const page = await open('createOrder.html', { viewport: { width: 400, height: 800 } });
    const limits = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rate limits' });
    expect(await limits.isVisible()).toBe(false);
    await page.locator('.contents summary').click();
    expect(await limits.isVisible()).toBe(true);
    await page.locator('.contents summary').click();
    await page.setViewportSize({ width: 1300, height: 800 });
    expect(await limits.isVisible()).toBe(true);
    await limits.focus();
    expect(await limits.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('shows in the contents which page is open', async () => {
    const page = await open('changeLeverage.html', { viewport: { width: 1300, height: 500 } });
    const current = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'changeLeverage' });
    expect(await current.getAttribute('aria-current')).toBe('page');
    const { top, bottom } = await current.evaluate((link) => link.getBoundingClientRect());
    expect([top > 0, bottom < 500]).toEqual([true, true]);
    const parts = page.getByRole('navigation', { name: 'Pages' }).locator('li li a');
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

  test('has a sample and a response on the first screen of a desktop, beside the text', async () => {
    const page = await open('createOrder.html', { viewport: { width: 1440, height: 900 } });
    const [sample, text] = await Promise.all(
      ['.panel .sample pre', '.text'].map((selector) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => {
            const { left, right, top } = one.getBoundingClientRect();
            return { left, right, top };
          }),
      ),
    );
    expect(sample!.top).toBeLessThan(300);
    expect(sample!.left).toBeGreaterThan(text!.right);
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(1000);
    expect(
      await page
        .locator('.panel .sample pre')
        .first()
        .evaluate((one) => one.getBoundingClientRect().top),
    ).toBeGreaterThan(0);
  });

  test('marks the section that is read', async () => {
    const page = await open('createOrder.html', { viewport: { width: 1300, height: 800 } });
    const current = page.locator('.contents [aria-current=location]');
    await page.goto(`${page.url()}#createOrder.errors`);
    await expect.poll(() => current.innerText()).toBe('Errors');
  });
});
