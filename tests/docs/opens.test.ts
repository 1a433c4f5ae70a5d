import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { byFile, faultsOfEach, inBrowser, MINUTES, served, withBrowser } from './in-browser.js';
import { folder, pageIds, SINGLE } from './site.js';

const all = [...pageIds, SINGLE];

/** What the browser complains of, and what it asks for elsewhere, while it opens a page. */
const opening =
  (addressOf: (id: string) => string, own: string) =>
  async (page: Page, id: string): Promise<readonly string[]> => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(own) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    page.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
    const answer = await page.goto(addressOf(id));
    if (answer !== null && !answer.ok()) faults.push(`status ${answer.status()}`);
    // Two frames: what the scripts put into the page has been drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    if (!(await page.locator('h1').first().isVisible())) faults.push('no heading is visible');
    return faults;
  };

inBrowser('in a browser', () => {
  withBrowser();

  test(
    'every page opens from a file without a complaint, and asks for nothing outside',
    { timeout: MINUTES },
    async () => {
      expect(await faultsOfEach(all, {}, opening(byFile, pathToFileURL(`${folder}/`).href))).toEqual({});
    },
  );

  test('every page opens over HTTP without a complaint, and asks for nothing outside', { timeout: MINUTES }, () =>
    served(async (addressOf) => {
      const own = new URL('.', addressOf('index')).href;
      expect(await faultsOfEach(all, {}, opening(addressOf, own))).toEqual({});
    }),
  );
});
