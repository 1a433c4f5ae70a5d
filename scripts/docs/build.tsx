import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render } from 'preact-render-to-string';
import { Layout } from './parts/layout.js';
import type { Page } from './page.js';
import { OneFile } from './parts/one-file.js';
import { createPages } from './site.js';
import { parse } from 'node-html-parser';
import { entriesOf, type Entry } from './browser/search-entries.js';
import { bundleBrowser } from './browser-bundle.js';
import { llmsText, toMarkdown } from './twins.js';
import { downloads } from './downloads.js';
import { siteCss } from './site-css.js';

/** The one file that has everything, scripts and sandbox included. */
export const SINGLE = 'futures-trading-client.html';

/*
 *   description, guides, register ─► pages ─┬─► one file each (NAME.html, and its twin NAME.md)
 *   samples that ran ─────────────────┘     └─► all in one file, for where there is no network
 */

/** Writes the site into `folder`. What a page shows is the same in its own file and in the one that has all. */
export async function buildSite(folder: string, onProgress: (text: string) => void = () => {}): Promise<void> {
  const { pages, collected } = await createPages(onProgress);
  const all = [...pages, ...collected];
  const { code, sandbox } = await bundleBrowser();
  const css = siteCss();
  const single = documentOf(
    <OneFile.Provider value={true}>
      <Layout title="futures-trading-client" pages={all} assets={{ css, scripts: [] }} />
    </OneFile.Provider>,
  );

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await write('site.js', code);
  await write('sandbox.js', sandbox);
  await write('search-index.js', `globalThis.futuresDocsIndex=${JSON.stringify(indexOf(pages))}`);
  const twins: string[] = [];
  for (const page of pages) {
    const scripts = ['site.js', ...(page.sandbox === true ? ['sandbox.js'] : [])];
    const html = documentOf(<Layout title={titleOf(page)} pages={pages} page={page} assets={{ css, scripts }} />);
    await write(`${page.id}.html`, html);
    const twin = toMarkdown(page);
    twins.push(twin);
    await write(`${page.id}.md`, twin);
    await write(`${page.id}.md.js`, `globalThis.futuresPageText=${JSON.stringify(twin)}`);
  }
  await write(SINGLE, withinOneFile(withScripts(single, [code, sandbox]), all));
  await write('llms.txt', llmsText(pages));
  await write('llms-full.txt', twins.join('\n---\n\n'));
  for (const { name, source } of downloads) await copyFile(source, join(folder, name));
}

const titleOf = ({ id, title }: Page): string =>
  id === 'index' ? 'futures-trading-client' : `${title} · futures-trading-client`;

const documentOf = (html: Parameters<typeof render>[0]): string => `<!DOCTYPE html>\n${render(html)}\n`;

/** What can be found, from the pages as they are. The file that has all pages finds it out by itself. */
const indexOf = (pages: readonly Page[]): readonly Entry[] => {
  const html = render(<Layout title="" pages={pages} assets={{ css: '', scripts: [] }} />);
  return Array.from(parse(html, PARSING).querySelectorAll('article'), entriesOf).flat();
};

/** What stands in `pre` is text and tags, as in a browser. */
const PARSING = { blockTextElements: { script: true, style: true } };

const withScripts = (html: string, scripts: readonly string[]): string =>
  html.replace('</body>', () => `${scripts.map(inlined).join('')}</body>`);

const inlined = (code: string): string => `<script>${code.replaceAll('</script', '<\\/script')}</script>`;

/** Links between pages become links within the file. */
function withinOneFile(html: string, pages: readonly Page[]): string {
  const ids = new Set(pages.map(({ id }) => id));
  return html.replaceAll(/href="([\w-]+)\.html(#[^"]*)?"/g, (link, id: string, anchor: string | undefined) =>
    ids.has(id) ? `href="${anchor ?? `#page-${id}`}"` : link,
  );
}
