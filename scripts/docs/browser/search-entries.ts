/** Something that can be found: a page, a heading, a field, an open question, a code, a check. */
export interface Entry {
  readonly href: string;
  readonly title: string;
  /** Title of the page that it is on. */
  readonly page: string;
  readonly text: string;
}

/** What the DOM of a browser and the parser of the build have in common. */
interface Readable {
  readonly id: string;
  readonly tagName: string;
  readonly textContent: string | null;
  readonly nextElementSibling: Readable | null;
  getAttribute(name: string): string | null | undefined;
  querySelector(selector: string): Readable | null;
  querySelectorAll(selector: string): Iterable<Readable>;
}

/** Everything in an article that has an address, with the words that stand there. Runs while the site is made, and in a page that holds all articles. */
export function entriesOf(article: Readable): readonly Entry[] {
  const id = article.getAttribute('data-page') ?? '';
  const page = words(article.querySelector('h1'));
  const entries: Entry[] = [{ href: `${id}.html`, title: page, page, text: words(article.querySelector('p')) }];
  for (const element of article.querySelectorAll('[id]')) {
    const anchor = element.id;
    const heading = /^H[2-6]$/.test(element.tagName);
    const title = heading ? words(element) : anchor.replace(/^(?:unknown|code|check)\./, '');
    entries.push({
      href: `${id}.html#${anchor}`,
      page,
      title,
      text: words(heading ? element.nextElementSibling : element),
    });
  }
  return entries;
}

/** The words of an element, not all of them when there are many. */
const words = (element: Readable | null): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
