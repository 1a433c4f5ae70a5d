import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { installedBrowser, startBrowser } from '../../../scripts/docs/chromium.js';
import { folder } from '../site.js';

if (installedBrowser === undefined)
  console.log('No browser is installed here: what scripts do in the pages is not tested.');

export const noBrowser = installedBrowser === undefined;

export const addressOf = (file: string): string => `${pathToFileURL(folder).href}/${file}`;

/**
 * Opens pages of the built site from their files, as a reader would who was sent the folder. Whatever a page says on the
 * console or asks of the network fails the test in which it does.
 */
export function useBrowser(): (file: string, options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser | undefined;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await startBrowser(installedBrowser!);
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  return async (file, options = {}) => {
    const context = await browser!.newContext(options);
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(addressOf(file));
    return page;
  };
}
