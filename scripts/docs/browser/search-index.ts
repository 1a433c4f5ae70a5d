import MiniSearch from 'minisearch';
import type { Entry } from '../search-entries.js';
import { askedFor, meaningfulWords, spokenForm, stemOf, synonymsOf, tokensOf } from './search-words.js';

const SHOWN = 12;

/** The results that are shown, page by page, and how many there are. */
export interface SearchResult {
  readonly total: number;
  readonly groups: readonly { readonly page: string; readonly entries: readonly Entry[] }[];
}

export const NOTHING: SearchResult = { total: 0, groups: [] };

/** `pageId` is the page that is open: what stands there comes first. */
export type Find = (typed: string, pageId?: string) => SearchResult;

export function createIndex(entries: readonly Entry[]): Find {
  const index = new MiniSearch({
    idField: 'href',
    fields: ['title', 'page', 'text', 'more'],
    storeFields: ['href', 'title', 'page', 'text'],
    tokenize: tokensOf,
    processTerm: stemOf,
  });
  index.addAll(entries);
  const names = new Map(entries.map((entry) => [entry.href, namesOf(entry)]));

  return (typed, pageId) => {
    const here = `${pageId}.html`;
    const spoken = askedFor(typed);
    const words = meaningfulWords(spoken);
    if (spoken === '') return NOTHING;
    const stems = stemsOf(words.join(' '));
    const asksHow = spoken.startsWith('how ');
    const forms = words.map((word) => [word, ...synonymsOf(word)]);
    const search = (fields: string[]) =>
      index.search(
        { combineWith: 'OR', queries: forms.flat() },
        {
          fields,
          prefix: true,
          // A word that the pages contain is not misspelt.
          fuzzy: (term) => (term.length > 4 && !/^\d+$/.test(term) && index.search(term).length === 0 ? 0.2 : false),
          boost: { title: 4 },
          boostDocument: (href: string) =>
            closeness(href, names.get(href)!, spoken, stems, rankOf(href, asksHow)) * (href.startsWith(here) ? 1.5 : 1),
        },
      );
    const shown = search(['title', 'page', 'text']);
    const results = shown.length > 0 ? shown : search(['more']);
    const seen = new Set<string>();
    // A question in a sentence has words that stand nowhere together: the more of them, the better.
    const found = results
      .map((result) => {
        const hits = forms.filter((form) => form.some((word) => result.queryTerms.includes(stemOf(word)))).length;
        const share = hits / forms.length;
        return { entry: result as unknown as Entry, share, score: result.score * share ** 2 };
      })
      .toSorted((a, b) => b.score - a.score)
      // Pages of operations share whole parts: the best of those that read the same is enough.
      .filter(({ entry: { title, text } }) => !seen.has(`${title}\n${text}`) && seen.add(`${title}\n${text}`));
    const enough = found.filter(({ share }) => share >= found[0]!.share);
    return { total: enough.length, groups: groupsOf(enough.slice(0, SHOWN).map(({ entry }) => entry)) };
  };
}

/** The names of an entry: its title, what stands before a colon in it, the last part of an address; then the stems of each. */
function namesOf({ title }: Entry): readonly string[] {
  const names = [title, title.split(':')[0]!, title.slice(title.lastIndexOf('.') + 1)].map(spokenForm);
  return [...names, ...names.map(stemsOf)];
}

const stemsOf = (words: string): string => words.split(' ').map(stemOf).join(' ');

/** The part of a name that was typed: all of it, in other forms, its end or its beginning, or words of it. A whole name counts at any rank. */
function closeness(href: string, names: readonly string[], typed: string, stems: string, rank: number): number {
  const page = href.includes('#') ? 1 : 1.5;
  if (names.slice(0, 3).includes(typed)) return page * 16 * Math.max(1, rank);
  return page * rank * likeness(names, stems);
}

function likeness(names: readonly string[], stems: string): number {
  if (names.includes(stems)) return 8;
  const title = names[3]!;
  if (title.endsWith(` ${stems}`) || names.some((name) => name.startsWith(stems))) return 3;
  return stems.split(' ').every((word) => ` ${title} `.includes(` ${word} `)) ? 2.5 : 1;
}

function groupsOf(entries: readonly Entry[]): SearchResult['groups'] {
  const pages = [...new Set(entries.map(({ page }) => page))];
  return pages.map((page) => ({ page, entries: entries.filter((entry) => entry.page === page) }));
}

/*
 * People look for what to do; registers of checks and sources mention every word there is. So pages with advice rank
 * above them, whatever the words.
 */
const RANKS: readonly (readonly [address: RegExp, rank: number])[] = [
  [/^troubleshooting\.html#/, 3],
  [/^(?:troubleshooting|quick-start|signing|clock|limits|errors|calculator|try-it)\.html/, 1.6],
  // Pages of operations, by their names in camel case.
  [/^[a-z]+[A-Z]\w*\.html$/, 1.6],
  [/^error-codes\.html#code/, 1.4],
  [/^conformance-checks\.html/, 0.15],
  [/^conformance\.html#/, 0.5],
  [/^(?:field-evidence|evidence|changelog)\.html/, 0.2],
  [/^(?:unknowns|standards)\.html#/, 0.4],
  [/#\w+\.(?:bytes|header|form\d+|error|unknowns|checks|limits|sample)\b/, 0.4],
];

/** Factor of relevance by kind of entry. Who asks how to do something has no symptom. */
function rankOf(href: string, asksHow: boolean): number {
  const rank = RANKS.find(([address]) => address.test(href))?.[1] ?? 1;
  return asksHow ? Math.min(rank, HIGHEST_FOR_HOW) : rank;
}

const HIGHEST_FOR_HOW = 1.6;
