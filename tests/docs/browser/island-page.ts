import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { bundleBrowser } from '../../../scripts/docs/browser-bundle.js';
import { installedBrowser, startBrowser } from '../../../scripts/docs/chromium.js';

const root = resolve(import.meta.dirname, '../../..');

/** The islands in a file of their own, under the policy of the site, and all that went wrong there. */
export interface IslandPage {
  readonly page: Page;
  /** Errors on the console, exceptions and requests that would leave the file. */
  readonly wrong: readonly string[];
  close(): Promise<void>;
}

/** Colours as a site would define them. */
const COLOURS = `
  :root { --ink:#1b1b1b; --paper:#fff; --line:#c9c9c9; --accent:#0b57a8; --good:#1a7335; --bad:#b3261e; --muted:#595959 }
  @media (prefers-color-scheme: dark) {
    :root { --ink:#ececec; --paper:#161616; --line:#555; --accent:#8ab8ff; --good:#7ad391; --bad:#ff9a92; --muted:#b5b5b5 }
  }`;

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

let bundle: ReturnType<typeof bundleBrowser> | undefined;

/** Opens a page by file://, with no network at all. */
export async function openIslands(body: string): Promise<IslandPage> {
  const { code, sandbox } = await (bundle ??= bundleBrowser());
  const css = await readFile(resolve(root, 'scripts/docs/browser/islands.css'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'islands-'));
  const file = join(folder, 'page.html');
  await writeFile(
    file,
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Islands</title>
     <meta http-equiv="Content-Security-Policy" content="${POLICY}">
     <style>${COLOURS} body{background:var(--paper);color:var(--ink);font-family:sans-serif} a{color:var(--accent)} ${css}</style>
     </head><body><main><h1>Islands</h1><h2>One</h2>${body}</main>
     <script>${code}</script><script>${sandbox}</script></body></html>`,
  );
  const browser = await startBrowser(installedBrowser!);
  const page = await browser.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('request', (request) => request.url().startsWith('file:') || wrong.push(`asked for ${request.url()}`));
  await page.goto(pathToFileURL(file).href);
  return {
    page,
    wrong,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
