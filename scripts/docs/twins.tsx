import gfmPlugin from '@joplin/turndown-plugin-gfm';
import { render } from 'preact-render-to-string';
import TurndownService from 'turndown';
import { GROUPS, type SitePage } from './page.js';

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
turndown.use(gfmPlugin.gfm);
turndown.remove(['script', 'fieldset']);
turndown.addRule('mark', {
  filter: (node) => node.classList.contains('mark'),
  replacement: (word) => `[${word}]`,
});

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
export function toMarkdown({ title, summary, lead, panel, body }: SitePage): string {
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
export function llmsText(pages: readonly SitePage[]): string {
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
