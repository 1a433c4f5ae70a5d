import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { addressOf, withBrowser } from '../in-browser.js';

type Open = (file: string, options?: BrowserContextOptions) => Promise<Page>;

/**
 * Opens pages of the built site, by default from their files, as a reader would who was sent the folder. Whatever a page
 * says on the console or asks of the network fails the test in which it does. Pages are closed after each test, or kept
 * for the next.
 */
export function useBrowser({ keeps = false, at = addressOf } = {}): Open {
  const browser = withBrowser();
  const complaints: string[] = [];
  afterEach(async () => {
    for (const context of keeps ? [] : browser().contexts()) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  return async (file, options = {}) => {
    const context = await browser().newContext(options);
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (![at(''), 'data:'].some((own) => request.url().startsWith(own)))
        complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(at(file));
    return page;
  };
}
