import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { described } from '../described.js';
import { installedBrowser, startBrowser } from './chromium.js';

/** What makes a browser load something while it reads the page. */
const LOADS =
  /<(?:script|img|iframe|source)[^>]+\bsrc\s*=\s*["']?(?:https?:)?\/\/|<link[^>]+\bhref\s*=\s*["']?(?:https?:)?\/\//gi;

const FORBIDS_LOADING = /<meta\s+http-equiv="Content-Security-Policy"\s+content="default-src 'none';[^"]*"/;

/**
 * Proves that the page needs nothing from outside: in a browser where one is installed, by scanning where not.
 * Returns a sentence that says which; throws when something would leave the page.
 */
export async function checkDocs(file: string): Promise<string> {
  scan(await readFile(file, 'utf8'));
  if (installedBrowser === undefined) return 'Self-contained: scanned only, because no browser is installed here.';
  return `Self-contained: ${await openEachOperation(file, installedBrowser)} operations opened in a browser, no request left the page.`;
}

/** The check without a browser, which sees only what is written in the file. */
export function scan(html: string): void {
  const found = html.match(LOADS) ?? [];
  if (found.length > 0) throw new Error(`The page loads from outside: ${[...new Set(found)].join(', ')}`);
  if (!FORBIDS_LOADING.test(html)) throw new Error('The page does not forbid loading by a Content-Security-Policy');
}

async function openEachOperation(file: string, executablePath: string): Promise<number> {
  const browser = await startBrowser(executablePath);
  try {
    const page = await browser.newPage();
    const left: string[] = [];
    const errors: string[] = [];
    const isOutside = (url: string): boolean => /^(?:https?|wss?):/.test(url);
    page.on('requestfinished', (request) => isOutside(request.url()) && left.push(request.url()));
    page.on('requestfailed', (request) => {
      // `csp`: stopped inside the browser, before any connection.
      if (isOutside(request.url()) && request.failure()?.errorText !== 'csp') left.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    for (const { operation, summary } of described) {
      await page.goto(`${pathToFileURL(file).href}#operation/${operation.operationId}`);
      await page.locator('h1, h2', { hasText: summary }).first().waitFor({ timeout: 15_000 });
    }
    if (left.length > 0) throw new Error(`The page asked for ${left.join(', ')}`);
    if (errors.length > 0) throw new Error(`The page has errors: ${errors.join('; ')}`);
    return described.length;
  } finally {
    await browser.close();
  }
}
