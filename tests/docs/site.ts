import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HTMLElement, parse } from 'node-html-parser';
import { inject } from 'vitest';

/** The site as it was built for this run, read from its files and never from what makes them. */
export const folder = inject('siteFolder');

/** Names of all files. */
export const files: readonly string[] = readdirSync(folder);

export const pageIds: readonly string[] = files
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -'.html'.length));

export const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const documents = new Map<string, Document>();

/** A page of the site with what has an address on it. */
export interface Document {
  readonly html: HTMLElement;
  readonly withId: ReadonlyMap<string, readonly HTMLElement[]>;
}

export function documentOf(id: string): Document {
  let found = documents.get(id);
  if (found === undefined) {
    const html = parse(read(`${id}.html`), { blockTextElements: { script: true, style: true } });
    const withId = new Map<string, HTMLElement[]>();
    for (const element of html.querySelectorAll('[id]')) {
      withId.set(element.id, [...(withId.get(element.id) ?? []), element]);
    }
    documents.set(id, (found = { html, withId }));
  }
  return found;
}

/** Words as a reader sees them: no line breaks, no marks of code. */
export const plain = (text: string): string => text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim();

/** Around the parts of a page, and around the heading of a part that is closed. */
const FRAME = '.head, .panel, .text, .prose, details.section, details.section > summary';

/** The text under each heading of the second level. */
export function sectionsOf(article: HTMLElement): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  const frames = new Set(article.querySelectorAll(FRAME));
  let title = '';
  const walk = (element: HTMLElement): void => {
    for (const child of element.childNodes as HTMLElement[]) {
      if (child.tagName === 'NAV') continue;
      if (frames.has(child)) walk(child);
      else if (child.tagName === 'H2') title = plain(child.textContent);
      else sections.set(title, `${sections.get(title) ?? ''}${child.textContent}`);
    }
  };
  walk(article);
  return sections;
}
