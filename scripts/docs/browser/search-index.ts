import MiniSearch, { type Query } from 'minisearch';
import type { Entry } from './search-entries.js';
import { rankOf } from './search-ranks.js';
import { meaningfulWords, spokenForm, stemOf, synonymsOf, tokensOf, type TypedWord } from './search-words.js';

/** As many as a person looks through. */
const SHOWN = 12;

/** Those that are shown, page by page, and how many there are. */
export interface Found {
  readonly total: number;
  readonly groups: readonly { readonly page: string; readonly entries: readonly Entry[] }[];
}

export const NOTHING: Found = { total: 0, groups: [] };

/** Makes the entries searchable. `pageId` is the page that is open: what stands there comes first. */
export function createIndex(entries: readonly Entry[], pageId?: string): (typed: string) => Found {
  const index = new MiniSearch({
    idField: 'href',
    fields: ['title', 'page', 'text'],
    storeFields: ['href', 'title', 'page', 'text'],
    tokenize: tokensOf,
    processTerm: stemOf,
  });
  index.addAll(entries);
  const names = new Map(entries.map((entry) => [entry.href, namesOf(entry)]));

  const here = `${pageId}.html`;
  return (typed) => {
    const asksHow = /^\s*how\b/i.test(typed);
    const wanted = [stems(typed), meaningfulStems(typed)];
    if (wanted[0] === '') return NOTHING;
    const words = meaningfulWords(typed).map((word) => ({ word, terms: termsOf(word) }));
    const typedTerms = new Set(words.flatMap(({ word }) => [word.whole, ...word.parts].map(stemOf)));
    const results = index.search(
      { combineWith: 'OR', queries: words.map(({ word }) => queryOf(word)) },
      {
        prefix: true,
        fuzzy: (term) => (term.length > 4 && !/^\d+$/.test(term) ? 0.2 : false),
        maxFuzzy: 2,
        boost: { title: 4 },
        boostTerm: (term) => (typedTerms.has(term) ? 1 : OF_SYNONYM),
        boostDocument: (href: string) =>
          closeness(href, names.get(href)!, wanted, rankOf(href, asksHow)) * (href.startsWith(here) ? 1.5 : 1),
      },
    );
    // A question in a sentence has words that stand nowhere together: the more of them, the better.
    const found = results
      .map((result) => {
        const hits = new Set(result.queryTerms);
        const share = words.filter(({ terms }) => terms.some((term) => hits.has(term))).length / words.length;
        return { entry: result as unknown as Entry, share, score: result.score * share ** 2 };
      })
      .toSorted((a, b) => b.score - a.score);
    const enough = found.filter(({ share }) => share >= found[0]!.share);
    return { total: enough.length, groups: groupsOf(enough.slice(0, SHOWN).map(({ entry }) => entry)) };
  };
}

/** What another word for the same thing counts, against the word that was typed. */
const OF_SYNONYM = 0.6;

/** A word, the words that it is made of, or another word for it. */
function queryOf({ whole, parts }: TypedWord): Query {
  const apart: Query[] = parts.length === 1 ? [] : [{ combineWith: 'AND', queries: [...parts] }];
  const others = [...apart, ...synonymsOf(whole)];
  return others.length === 0 ? whole : { combineWith: 'OR', queries: [whole, ...others] };
}

const termsOf = ({ whole, parts }: TypedWord): readonly string[] => [whole, ...parts, ...synonymsOf(whole)].map(stemOf);

/** A text as the stems of its words. */
const stems = (text: string): string => spokenForm(text).split(' ').map(stemOf).join(' ');

/** The same without words that say nothing: who asks how to sign means the page that is called signing. */
const meaningfulStems = (text: string): string =>
  meaningfulWords(spokenForm(text))
    .map(({ whole }) => stemOf(whole))
    .join(' ');

/** What an entry is called: its title, what stands before a colon in it, the last part of an address. */
const namesOf = ({ title }: Entry): readonly string[] =>
  [title, title.split(':')[0]!, title.slice(title.lastIndexOf('.') + 1)].map(stems);

/** A whole name that is typed means the thing of that name, whatever kind of thing it is; of two alike, the page. */
function closeness(href: string, names: readonly string[], wanted: readonly string[], rank: number): number {
  const page = href.includes('#') ? 1 : 1.5;
  const like = Math.max(...wanted.map((words) => likeness(names, words)));
  return page * like * (wanted.includes(names[0]!) ? Math.max(1, rank) : rank);
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
