import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser, withServer } from '../in-browser.js';
import { useBrowser } from './open.js';

const paper = (page: Page) => page.evaluate(`getComputedStyle(document.body).backgroundColor`);
const WHITE = 'rgb(255, 255, 255)';
const DARK = 'rgb(13, 17, 23)';
const theme = (page: Page) => page.getByRole('button', { name: 'Theme' });

/** Presses the button until it says so. */
async function chooseTheme(page: Page, name: 'system' | 'light' | 'dark'): Promise<void> {
  while ((await theme(page).getAttribute('aria-label')) !== `Theme: ${name}`) await theme(page).click();
}

const hidden = (page: Page) => page.locator('.tools [role=status]');

inBrowser('what the reader chooses', () => {
  // Chromium opens each file in a process of its own, where what the last page stored can be missing: 6 of 400 times.
  const served = withServer();
  const open = useBrowser({ at: served });

  test('is the theme of the system until it is another, and then of every page', async () => {
    const page = await open('createOrder.html', { colorScheme: 'dark' });
    expect(await paper(page)).toBe(DARK);
    await chooseTheme(page, 'light');
    expect(await paper(page)).toBe(WHITE);
    await page.goto(served('limits.html'));
    expect(await paper(page)).toBe(WHITE);
    expect(await theme(page).getAttribute('aria-label')).toBe('Theme: light');
    await chooseTheme(page, 'system');
    expect(await paper(page)).toBe(DARK);
    await page.reload();
    expect(await paper(page)).toBe(DARK);
  });

  test('is there before the text is, so that nothing flashes', async () => {
    const page = await open('createOrder.html');
    await chooseTheme(page, 'dark');
    await page.getByLabel('declared facts only').check();
    await page.addInitScript(`
      new MutationObserver((_, observer) => {
        if (document.querySelector('h1') === null) return;
        globalThis.atFirst = [document.documentElement.dataset.theme, document.querySelector('#declared-only').checked];
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });`);
    await page.goto(served('getOrder.html'));
    expect(await page.evaluate('atFirst')).toEqual(['dark', true]);
  });

  test('is declared facts only, on every page, which says how many it hides', async () => {
    const page = await open('createOrder.html');
    const marked = page.locator('main .mark.observed, main .mark.assumed');
    const before = await marked.filter({ visible: true }).count();
    await page.getByLabel('declared facts only').check();
    expect(await hidden(page).innerText()).toMatch(/^\d+ facts are hidden$/);
    expect(Number.parseInt(await hidden(page).innerText(), 10)).toBeGreaterThan(10);
    expect(await marked.filter({ visible: true }).count()).toBeLessThan(before);
    await page.goto(served('getOpenOrders.html'));
    expect(await page.getByLabel('declared facts only').isChecked()).toBe(true);
    // It is said when the page is shown, which is after it has loaded.
    await expect.poll(() => hidden(page).innerText()).toMatch(/facts are hidden$/);
    expect(await page.locator('.not-declared:visible').count()).toBe(0);
    await page.getByLabel('declared facts only').uncheck();
    expect(await hidden(page).innerText()).toBe('');
    await page.goto(served('createOrder.html'));
    expect(await page.getByLabel('declared facts only').isChecked()).toBe(false);
  });

  test('holds on the page alone where the browser keeps nothing', async () => {
    const page = await open('index.html');
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`);
    await page.goto(served('createOrder.html'));
    await chooseTheme(page, 'dark');
    expect(await paper(page)).toBe(DARK);
    await page.getByLabel('declared facts only').check();
    expect(await hidden(page).innerText()).toMatch(/facts are hidden$/);
  });

  test('is the language of the samples, on every page, with the tabs and with a link', async () => {
    const page = await open('createOrder.html');
    const shown = (language: string) => page.locator(`.sample[data-language=${language}]`).isVisible();
    expect([await shown('typescript'), await shown('python')]).toEqual([true, false]);
    await page.getByRole('radio', { name: 'Python' }).check();
    expect([await shown('typescript'), await shown('python')]).toEqual([false, true]);
    await page.goto(served('getOpenOrders.html'));
    expect([await shown('typescript'), await shown('python')]).toEqual([false, true]);
    await page.goto(served('getOpenOrders.html#getOpenOrders.sample.curl'));
    await expect.poll(() => shown('curl')).toBe(true);
  });

  test('switches the language of the samples without scripts', async () => {
    const page = await open('createOrder.html', { javaScriptEnabled: false });
    await page.getByRole('radio', { name: 'Python' }).check();
    expect(await page.locator('.sample:visible').getAttribute('data-language')).toBe('python');
  });
});
