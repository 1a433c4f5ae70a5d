import { type HTMLElement, parse } from 'node-html-parser';

/** Something that can be found: a page, a heading, a field, an open question, a code, a check. */
export interface Entry {
  readonly href: string;
  readonly title: string;
  readonly page: string;
  /** The beginning of the words there, which is shown, and the rest. */
  readonly text: string;
  readonly more: string;
}

/** Everything in an article that has an address, with the words that stand there. */
export function entriesOf(article: HTMLElement): readonly Entry[] {
  const id = article.getAttribute('data-page') ?? '';
  const page = words(article.querySelector('h1'));
  const all = words(article.querySelector('.says')) || wordsFrom(article.querySelector('.text')?.firstElementChild);
  const entries: Entry[] = [{ href: `${id}.html`, title: page, page, ...cut(all) }];
  for (const element of article.querySelectorAll('[id]')) {
    // The content of an island is the reader's own.
    if (element.closest('[data-island]') !== null) continue;
    const anchor = element.id;
    const heading = /^H[2-6]$/.test(element.tagName);
    const title = heading ? words(element) : anchor.replace(/^(?:unknown|code|check)\./, '');
    entries.push({
      href: `${id}.html#${anchor}`,
      page,
      title,
      ...cut(heading ? wordsFrom(element.nextElementSibling) : words(element)),
    });
  }
  return entries;
}

/** The words from an element to the next heading. */
function wordsFrom(first: HTMLElement | null | undefined): string {
  let text = '';
  for (let next = first ?? null; next !== null; next = next.nextElementSibling) {
    if (/^H[1-6]$/.test(next.tagName)) break;
    text += `${words(next)} `;
  }
  return text.trim();
}

const SHOWN = 400;
const cut = (text: string): Pick<Entry, 'text' | 'more'> => ({ text: text.slice(0, SHOWN), more: text.slice(SHOWN) });

/** The words of an element. Where a cell or a paragraph ends, so does a word. */
const words = (element: HTMLElement | null): string =>
  parse(
    (element?.innerHTML ?? '')
      // Sources of a fact are not words of its subject.
      .replaceAll(/<details class="evidence">.*?<\/details>/gs, ' ')
      .replaceAll(/<\/?(?:d[dt]|em|h\d|li|p|pre|q|t[dhr]|summary|caption)\b[^>]*>|<br\b[^>]*>/g, ' '),
  )
    .textContent.replaceAll(/\s+/g, ' ')
    .trim();
