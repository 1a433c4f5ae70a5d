import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnsiUp } from 'ansi_up';
import { buildSite } from './docs/build.js';
import { installedBrowser, startBrowser } from './docs/chromium.js';
import { run } from './run.js';

/*
 * The pictures of the README: the page of an operation, and what `npm start` prints. Both are made from what is here;
 * commit them when they show something else than before.
 */
const root = resolve(import.meta.dirname, '..');
const site = resolve(root, 'dist/docs');
const STYLE = `
  body { margin: 0; }
  pre {
    width: max-content; margin: 0; padding: 16px 20px; color: #e6edf3; background: #0d1117;
    font: 13px/18px 'DejaVu Sans Mono', monospace;
  }`;

const picture = (name: string): string => resolve(root, 'docs/pictures', `${name}.png`);

if (installedBrowser === undefined) throw new Error('Pictures are taken in a browser: install chromium.');
await mkdir(resolve(root, 'docs/pictures'), { recursive: true });
await buildSite(site);
process.env['FORCE_COLOR'] = '1';
const printed = await run(process.execPath, ['--import', 'tsx', 'scripts/tour.ts']);

const browser = await startBrowser(installedBrowser);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  await page.goto(pathToFileURL(resolve(site, 'createOrder.html')).href);
  await page.screenshot({ path: picture('operation-page') });
  await page.setContent(terminalPage('npm start', printed, 28, /^\d+ calls made/));
  await page.locator('pre').screenshot({ path: picture('start') });
} finally {
  await browser.close();
}

/** First lines of a command's output, and its last words, as in a terminal. */
function terminalPage(command: string, output: string, first: number, last: RegExp): string {
  const lines = output.trim().split('\n');
  const end = lines.filter((line) => last.test(line));
  const shown = [`$ ${command}`, '', ...lines.slice(0, first), '    ⋮', '', ...end];
  return `<!DOCTYPE html><style>${STYLE}</style><pre>${new AnsiUp().ansi_to_html(shown.join('\n'))}</pre>`;
}
