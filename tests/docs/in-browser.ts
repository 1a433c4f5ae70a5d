import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sirv from 'sirv';
import { afterAll, beforeAll, describe } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { installedBrowser, startBrowser } from '../support/chromium.js';
import { folder } from './site.js';

/** Tests in a browser: reported as skipped where none is installed. `.ci/run` installs one. */
export const inBrowser = describe.skipIf(installedBrowser === undefined);

/** As many pages at a time as the machines of CI have cores. */
const AT_ONCE = 2;

let browser: Browser;

/** Starts one browser for a group of tests. */
export function withBrowser(): () => Browser {
  beforeAll(async () => void (browser = await startBrowser(installedBrowser!)));
  afterAll(() => browser.close());
  return () => browser;
}

export const addressOf = (file: string): string => `${pathToFileURL(folder).href}/${file}`;

export const byFile = (id: string): string => addressOf(`${id}.html`);

/** Serves the site on loopback for a group of tests. */
export function withServer(): (file: string) => string {
  const server = createServer(sirv(folder));
  let port: number;
  beforeAll(async () => void (port = await listenOnFreePort(server)));
  afterAll(() => void server.close());
  return (file) => `http://127.0.0.1:${port}/${file}`;
}

/** The faults of pages, by page; pages without one are left out. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** Looks at a page for faults. The first look of a walk opens it. */
export type Look = (page: Page, id: string) => Promise<readonly string[]>;

/** Takes one look after the other at each page, and gives what each of them found. */
export async function faultsOfEach<Name extends string>(
  ids: readonly string[],
  options: BrowserContextOptions,
  looks: Readonly<Record<Name, Look>>,
): Promise<Readonly<Record<Name, Faults>>> {
  const context = await browser.newContext(options);
  const names = Object.keys(looks) as Name[];
  const faults = new Map(names.map((name) => [name, {} as Record<string, readonly string[]>]));
  const waiting = ids.values();
  const work = async (): Promise<void> => {
    const page = await context.newPage();
    for (const id of waiting) {
      for (const name of names) {
        const found = await looks[name](page, id);
        if (found.length > 0) faults.get(name)![id] = found;
      }
      page.removeAllListeners();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => context.close());
  return Object.fromEntries(faults) as Record<Name, Faults>;
}

/** Presses a button of the exchange in the page that sends a call, and waits until the call has ended. */
export async function pressAndWait(page: Page, name: string): Promise<void> {
  const calls = page.locator('.calls > li');
  const before = await calls.count();
  await page.getByRole('button', { name, exact: true }).click();
  await calls.nth(before).waitFor();
}
