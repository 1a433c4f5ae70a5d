import GithubSlugger from 'github-slugger';
import { Marked, type Tokens } from 'marked';
import { anchorOfSource, SOURCES } from '../model/registers.js';
import { escaped, highlighted } from './code.js';

export interface Places {
  /** The page of a file; undefined for those that are not part of the site. */
  readonly file: (path: string) => string | undefined;
  readonly exists: (path: string) => boolean;
  /** The target of a word in `code`: an operation, an unknown. */
  readonly word: (word: string) => string | undefined;
  /** The address within a page of the table row that is about a word in `code`: a check, an error code. */
  readonly row: (page: string, word: string) => string | undefined;
  /** HTML behind the text of a cell, by the word that its row is about; empty for most. */
  readonly beside: (page: string, word: string, column: number) => string;
}

const withAnchors = (html: string): string =>
  html.replace(/\b[A-Z]{2,3}\b/g, (id) => (SOURCES.has(id) ? `<span id="${anchorOfSource(id)}">${id}</span>` : id));

/** A guide unchanged from the repository. Headings become addresses: `#signing-which-calls-are-signed`. */
export function Markdown({ id, file, text, places }: { id: string; file: string; text: string; places: Places }) {
  return <div class="prose" dangerouslySetInnerHTML={{ __html: render(id, file, text, places) }} />;
}

function render(id: string, file: string, text: string, places: Places): string {
  const slugger = new GithubSlugger();
  const named = new Set<string>();
  let inLink = false;
  // The first row about something is where its address leads.
  const rowId = ([first]: readonly Tokens.TableCell[]): string => {
    const word = /^`([^`]+)`$/.exec(first?.text ?? '')?.[1];
    const anchor = word && places.row(id, word);
    if (!anchor || named.has(anchor)) return '';
    named.add(anchor);
    return ` id="${anchor}"`;
  };
  const beside = ([first]: readonly Tokens.TableCell[], column: number): string =>
    places.beside(id, /^`([^`]+)`$/.exec(first?.text ?? '')?.[1] ?? '', column);
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: title }: Tokens.Heading) {
        inLink = true;
        const inner = this.parser.parseInline(tokens);
        inLink = false;
        // The page has its title already.
        if (depth === 1) return '';
        const anchor = `${id}-${slugger.slug(title.replaceAll('`', ''))}`;
        return `<h${depth} id="${anchor}">${inner}</h${depth}>\n`;
      },
      code({ text: code, lang = '' }: Tokens.Code) {
        const label = lang === '' ? 'Text' : `Code, ${lang}`;
        return `<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code class="language-${lang}">${highlighted(code, lang)}</code></pre></div>\n`;
      },
      table(token: Tokens.Table) {
        const head = token.header
          .map((cell) =>
            cell.text === '' ? '<td></td>' : `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`,
          )
          .join('');
        const rows = token.rows.map((row) => {
          const cells = row.map((cell, column) => {
            const html = this.parser.parseInline(cell.tokens);
            return column === 0 && token.header[0]?.text === 'Tag' ? withAnchors(html) : html;
          });
          const filled = cells.map((cell, column) => `<td>${cell}${beside(row, column)}</td>`);
          return `<tr${rowId(row)}>${filled.join('')}</tr>`;
        });
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      html({ text: html }: Tokens.HTML | Tokens.Tag) {
        if (html.startsWith('<!--')) return '';
        throw new Error(`${file} has HTML, which no Markdown shows: write \`${html.trim()}\` as code`);
      },
      link({ href, tokens }: Tokens.Link) {
        inLink = true;
        const inner = this.parser.parseInline(tokens);
        inLink = false;
        const target = siteHref(href, id, file, places);
        return target === undefined ? inner : `<a href="${target}">${inner}</a>`;
      },
      // Pictures of the site and of a terminal: the site is here, and one file with everything stays small without them.
      image({ href }: Tokens.Image) {
        assertExists(href, file, places);
        return '';
      },
      paragraph({ tokens }: Tokens.Paragraph) {
        const inner = this.parser.parseInline(tokens);
        return inner === '' ? '' : `<p>${inner}</p>\n`;
      },
      codespan({ text: word }: Tokens.Codespan) {
        const href = inLink ? undefined : places.word(word);
        const code = `<code>${escaped(word)}</code>`;
        return href === undefined ? code : `<a href="${href}">${code}</a>`;
      },
    },
  });
  return marked.parse(text.replaceAll(/^<!--.*?-->\n/gms, '')) as string;
}

/** A link between files of the repository, as one between pages. What is not on the site is named, not linked to. */
function siteHref(href: string, id: string, file: string, places: Places): string | undefined {
  if (/^[a-z]+:/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  if (path === '') return `${id}.html#${id}-${anchor}`;
  const page = places.file(assertExists(path, file, places));
  if (page === undefined) return undefined;
  return anchor === undefined ? `${page}.html` : `${page}.html#${page}-${anchor}`;
}

/** The file of the repository that a file refers to. */
function assertExists(path: string, from: string, places: Places): string {
  const target = new URL(path, `file:///${from}`).pathname.slice(1);
  if (!places.exists(target)) throw new Error(`${from} refers to ${target}, which does not exist`);
  return target;
}
