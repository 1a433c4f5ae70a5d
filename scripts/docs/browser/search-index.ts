import MiniSearch, { type Query } from 'minisearch';
import type { Entry } from './search-entries.js';
import { rankOf } from './search-ranks.js';
import { meaningfulWords, spokenForm, synonymsOf, tokensOf } from './search-words.js';

/** As many as a person looks through. */
const SHOWN = 12;

/** Those that are shown, page by page, and how many there are. */
export interface Found {
  readonly total: number;
  readonly groups: readonly { readonly page: string; readonly entries: readonly Entry[] }[];
}

export const NOTHING: Found = { total: 0, groups: [] };

/** `pageId` is the page that is open: what stands there comes first. */
export type Find = (typed: string, pageId?: string) => Found;

/** Makes the entries searchable. */
export function createIndex(entries: readonly Entry[]): Find {
  const index = new MiniSearch({
    idField: 'href',
    fields: ['title', 'page', 'text'],
    storeFields: ['href', 'title', 'page', 'text'],
    tokenize: tokensOf,
  });
  index.addAll(entries);
  const names = new Map(entries.map((entry) => [entry.href, namesOf(entry)]));

  return (typed, pageId) => {
    const wanted = spokenForm(typed);
    if (wanted === '') return NOTHING;
    const search = (combineWith: 'AND' | 'OR', allowsSlips: boolean) =>
      index.search(query(typed, combineWith), {
        prefix: true,
        fuzzy: (term) => (allowsSlips && term.length > 4 && !/^\d+$/.test(term) ? 0.2 : false),
        maxFuzzy: 2,
        boost: { title: 4 },
        boostDocument: (href: string) => closeness(href, names.get(href)!, wanted, pageId),
      });
    const exact = search('AND', false);
    const all = exact.length > 0 ? exact : search('AND', true);
    // A question in a sentence has words that stand nowhere together.
    const found = (all.length > 0 ? all : search('OR', true)) as unknown as readonly Entry[];
    return { total: found.length, groups: groupsOf(found.slice(0, SHOWN)) };
  };
}

function query(typed: string, combineWith: 'AND' | 'OR'): Query {
  const queries = meaningfulWords(typed).map(({ whole, parts }): Query => {
    const apart: Query[] = parts.length === 1 ? [] : [{ combineWith: 'AND', queries: [...parts] }];
    const others = [...apart, ...synonymsOf(whole)];
    return others.length === 0 ? whole : { combineWith: 'OR', queries: [whole, ...others] };
  });
  return { combineWith, queries };
}

/** What an entry is called: its title, what stands before a colon in it, the last part of an address. */
const namesOf = ({ title }: Entry): readonly string[] =>
  [title, title.split(':')[0]!, title.slice(title.lastIndexOf('.') + 1)].map(spokenForm);

/** A whole name that is typed means the thing of that name. */
function closeness(href: string, names: readonly string[], wanted: string, pageId: string | undefined): number {
  const here = href.startsWith(`${pageId}.html`) ? 1.5 : 1;
  const page = href.includes('#') ? 1 : 1.5;
  const like = likeness(names, wanted);
  // What is called exactly so is meant, whatever kind of thing it is.
  const rank = like === EXACT ? Math.max(1, rankOf(href)) : rankOf(href);
  return here * page * like * rank;
}

const EXACT = 16;

/** How much of a name was typed: all of it, its end or its beginning, or words of it. */
function likeness(names: readonly string[], wanted: string): number {
  if (names.includes(wanted)) return EXACT;
  if (names[0]!.endsWith(` ${wanted}`)) return 3;
  if (names.some((name) => name.startsWith(wanted))) return 3;
  const words = names[0]!.split(' ');
  return wanted.split(' ').every((word) => words.includes(word)) ? 2.5 : 1;
}

/** Pages in the order of the best entry of each. */
function groupsOf(entries: readonly Entry[]): Found['groups'] {
  const pages = [...new Set(entries.map(({ page }) => page))];
  return pages.map((page) => ({ page, entries: entries.filter((entry) => entry.page === page) }));
}
