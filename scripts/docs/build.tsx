import { readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { render } from 'preact-render-to-string';
import { Article } from './parts/article.js';
import { Layout } from './parts/layout.js';
import { GROUPS, type SitePage } from './page.js';
import { createPages } from './site.js';
import { parse } from 'node-html-parser';
import { entriesOf, type Entry } from './search-entries.js';
import { bundleBrowser } from './browser-bundle.js';
import { downloads } from './pages/downloads.js';
import gfmPlugin from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/*
 *   description, guides, register ─┬─► pages ─► one file each (NAME.html, and its twin NAME.md)
 *   programs of each operation ────┘
 */

export async function buildSite(folder: string): Promise<void> {
  const pages = await createPages();
  const { code, sandbox } = await bundleBrowser();
  const css = siteCss();

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
  await write('llms.txt', llmsText(pages));
  await write('llms-full.txt', twins.join('\n---\n\n'));
  for (const { name, source } of downloads) await copyFile(source, join(folder, name));
}

const titleOf = ({ id, title }: SitePage): string =>
  id === 'index' ? 'futures-trading-client' : `${title} · futures-trading-client`;

const documentOf = (html: Parameters<typeof render>[0]): string => `<!DOCTYPE html>\n${render(html)}\n`;

const indexOf = (pages: readonly SitePage[]): readonly Entry[] => {
  const html = pages.map((page) => render(<Article page={page} />)).join('');
  return parse(html, PARSING).querySelectorAll('article').flatMap(entriesOf);
};

/** The content of `pre` is text and tags, as in a browser. */
const PARSING = { blockTextElements: { script: true, style: true } };

const STYLES = ['site.css', 'parts/reference.css', 'browser/islands.css', 'browser/ui.css'];

/** The style of every page, without what only its writers need. */
function siteCss(): string {
  const css = STYLES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('');
  return transformSync(css, { loader: 'css', minify: true, target: 'esnext' }).code;
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
turndown.use(gfmPlugin.gfm);
turndown.remove(['script', 'fieldset']);
turndown.addRule('mark', { filter: (node) => node.classList.contains('mark'), replacement: (word) => `[${word}]` });

/** Names the language of each sample, which the tabs show on the page. */
turndown.addRule('language', {
  filter: (node) => node.classList.contains('sample'),
  replacement: (content, node) => `\n\n${(node as HTMLElement).getAttribute('data-label') ?? ''}:\n\n${content}\n\n`,
});

/** The parser walks a whole table whenever its rows are asked for, and the plugin asks for them row by row and column by column. */
turndown.addRule('rows-once', {
  filter(node) {
    // Rows are met before their table.
    const section = node.nodeName === 'TR' ? node.parentNode : null;
    const table = section?.nodeName === 'TABLE' ? section : section?.parentNode;
    if (table && !Object.hasOwn(table, 'rows')) {
      Object.defineProperty(table, 'rows', { value: Array.from((table as HTMLTableElement).rows) });
    }
    return false;
  },
  replacement: () => '',
});

/** The same page as Markdown: marks in words, links to the other twins. Lines have no address there. */
function toMarkdown({ title, summary, lead, panel, body }: SitePage): string {
  const html = render(
    <>
      {lead}
      {body}
      {panel}
    </>,
  )
    .replaceAll(/href="([\w-]+)\.html(?:#[^"]*)?"/g, 'href="$1.md"')
    .replaceAll(/ href="#[^"]*"/g, '');
  return `# ${title}\n\n> ${summary}\n\n${turndown.turndown(html)}\n`;
}

/** The page that a language model reads first: every page, with a sentence (llmstxt.org). */
function llmsText(pages: readonly SitePage[]): string {
  const sections = GROUPS.map((group) => {
    const lines = pages
      .filter((page) => page.group === group)
      .map(({ id, title, summary }) => `- [${title}](${id}.md): ${summary}`);
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  return `# futures-trading-client

> A typed, signed TypeScript client of a futures trading service, made from one OpenAPI 3.1 description. Facts are marked: [declared] by the
> service document, [observed] in public sources, [assumed] by us. Never resend an order whose outcome is unknown.
> All pages in one file: llms-full.txt.

${sections.join('\n')}`;
}
