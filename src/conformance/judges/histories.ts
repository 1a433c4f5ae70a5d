import { counted } from '../model/counted.js';
import { groupBy } from '../model/groups.js';
import { broken, holds } from '../findings/check.js';
import { clauses } from '../model/clauses.js';
import type { Clause, Finding } from '../model/report-model.js';
import { HISTORIES, type HistoryOperation, type HistoryPage, type RecordName } from './history-page.js';
import { judgeStart, NEAR } from './history-start.js';
import type { ClaimFinding } from './claim-finding.js';

/*
 *   one list for each contract, which only grows ─► a page is a part of it: from fromId on, as long as limit says, each record once
 */

type Pages = readonly HistoryPage[];
type Say = (claim: string, finding: Finding, shows: Pages) => void;

const DEFAULT = 100;
const MAXIMUM = 1000;
/** Pages of so many lines have to be possible: a maximum is declared for trades only. */
const LONGEST: Readonly<Record<HistoryOperation, number>> = {
  getOrderHistory: DEFAULT,
  getProfitHistory: DEFAULT,
  getTradeHistory: MAXIMUM,
};

export function judgeHistory(history: HistoryOperation, all: Pages): readonly ClaimFinding[] {
  const found: ClaimFinding[] = [];
  const say: Say = (claim, finding, shows) =>
    void found.push({
      id: `page/${HISTORIES[history]}/${claim}`,
      finding,
      shows: shows.map((page) => page.reading),
    });
  const pages = all.filter(({ knows }) => knows.fromId);
  // Others start where it is not known.
  for (const page of all) if (!page.knows.fromId) judgeLengths(history, [page], say);
  for (const group of groupsOf(pages)) {
    judgeLengths(history, group, say);
    judgeSameRecords(group, say);
  }
  judgeEnds(history, pages, say);
  // Of trades alone it is said that fromId starts there.
  if (history === 'getTradeHistory') judgeParts(history, pages, say);
  for (const page of all) judgeTwice(page, say);
  judgeContracts(all, say);
  return [...found, ...judgeStart(history, pages)];
}

/** Pages that were asked for alike but for limit. */
const groupsOf = (pages: Pages): readonly Pages[] => [
  ...groupBy(pages, ({ contract, fromId }) => JSON.stringify([contract, fromId])).values(),
];

function lengthOf(history: HistoryOperation, { limit, knows }: HistoryPage) {
  const isTrades = history === 'getTradeHistory';
  if (!knows.limit) return { most: MAXIMUM, claims: [] };
  if (limit === undefined) return { most: DEFAULT, claims: history === 'getProfitHistory' ? [] : ['default-100'] };
  // Nothing but its length is judged of a page with an unknown start.
  const ofPage = knows.fromId ? ['limit-honoured', 'steady'] : ['limit-honoured'];
  const ofLimit = isTrades && limit > MAXIMUM ? [] : ofPage;
  const ofMaximum = isTrades && limit >= MAXIMUM ? ['maximum-1000'] : [];
  return { most: isTrades ? Math.min(limit, MAXIMUM) : limit, claims: [...ofLimit, ...ofMaximum] };
}

const inWords = ({ limit, length }: HistoryPage): string =>
  `a page with limit ${limit ?? 'left out'} has ${counted(length, 'record')}`;

/** No longer than limit says, nor shorter than a page of the same start shows that it can be. */
function judgeLengths(history: HistoryOperation, group: Pages, say: Say): void {
  let longest: HistoryPage | undefined;
  const filled = group.flatMap(({ length, limit = DEFAULT }) => (length > 0 ? [limit] : []));
  // One that is empty, where shorter and longer ones are not, is not about its length.
  const clauseOf = ({ length, limit = DEFAULT }: HistoryPage): Clause | undefined =>
    length === 0 && Math.min(...filled) <= limit && limit <= Math.max(...filled) ? clauses.reads : undefined;
  for (const page of group) {
    const { length } = page;
    const { most, claims } = lengthOf(history, page);
    const there = longest?.length ?? 0;
    for (const claim of claims) {
      if (length > most) say(claim, broken(inWords(page)), [page]);
      else if (length < Math.min(most, LONGEST[history], there))
        say(claim, broken(`${inWords(page)}, and there are at least ${there}`, undefined, clauseOf(page)), [
          longest!,
          page,
        ]);
      else if (length === most) say(claim, holds(length), [page]);
    }
    if (length > there) longest = page;
  }
}

/** A page that was the same before, when one that starts at its end showed more: it is not the whole history. */
function judgeEnds(history: HistoryOperation, pages: Pages, say: Say): void {
  for (const [at, page] of pages.entries()) {
    const { most, claims } = lengthOf(history, page);
    if (page.fromId !== undefined || page.length >= Math.min(most, LONGEST[history])) continue;
    const { list } = page;
    const near = pages.slice(Math.max(0, at - NEAR), at).filter(({ contract }) => contract === page.contract);
    const known = list.keys(list.identifier);
    const ends = [list.records[0], list.records.at(-1)].flatMap((record) => Object.values(record ?? {}));
    const next = near.findIndex(({ fromId, list: other }) => {
      const keys = fromId !== undefined && ends.includes(fromId) ? other.keys(list.identifier) : [];
      return keys.some((key) => known.includes(key)) && keys.some((key) => !known.includes(key));
    });
    const isSame = ({ fromId, list: other }: HistoryPage): boolean =>
      fromId === undefined && other.keys(list.identifier).join() === known.join();
    if (next < 0 || !near.slice(0, next).some(isSame)) continue;
    for (const claim of claims) say(claim, broken(`${inWords(page)}, and there are more`), [near[next]!, page]);
  }
}

/** A page that starts in the middle of a longer one, and ends before that does and before it is full, though what comes next is there. */
function judgeParts(history: HistoryOperation, pages: Pages, say: Say): void {
  for (const [at, page] of pages.entries()) {
    const { fromId, length, contract } = page;
    const { most, claims } = lengthOf(history, page);
    const isWhole = length < 2 || length >= Math.min(most, LONGEST[history]);
    if (fromId === undefined || contract === undefined || isWhole) continue;
    const near = (some: Pages): Pages => some.filter((one) => one.contract === contract);
    for (const whole of near(pages.slice(Math.max(0, at - NEAR), at))) {
      const names = whole.list.startFields(history).filter((name) => whole.list.keys(name).includes(fromId));
      const rests = names.map((name) => restOf(page, whole, name));
      const further = new Set(rests[0]);
      // Which field fromId means is not shown: by each that has it, there is more.
      if (rests.length === 0 || rests.some(({ length: more }) => more === 0)) continue;
      // A history may lose its oldest records: one that is further away has to be there still.
      const later = near(pages.slice(at + 1, at + 1 + NEAR));
      if (!later.some(({ list }) => list.keys(names[0]).some((key) => further.has(key)))) continue;
      const text = `${inWords(page)} from ${fromId} on, and there are at least ${length + further.size}`;
      for (const claim of claims) say(claim, broken(text), [whole, page]);
    }
  }
}

/** The identifiers that follow on a longer page where a part of it ends; none where that is not in their order. */
function restOf({ list, fromId, length }: HistoryPage, whole: HistoryPage, name: RecordName): readonly string[] {
  const known = whole.list.keys(name);
  const own = list.keys(name);
  const steps = new Set(known.slice(1).map((key, place) => BigInt(key) > BigInt(known[place]!)));
  const keys = known.indexOf(own[0]!) <= known.indexOf(own.at(-1)!) ? own : own.toReversed();
  const first = known.indexOf(keys[0]!);
  if (steps.size > 1 || first < 0 || keys.some((key, place) => known[first + place] !== key)) return [];
  const from = known.indexOf(fromId!);
  // On from that record, which may be on the page or not; or back from it.
  if (from === first || from === first - 1) return known.slice(first + length);
  return from === first + length - 1 || from === first + length ? known.slice(0, first).toReversed() : [];
}

function judgeTwice(page: HistoryPage, say: Say): void {
  if (page.list.isDoubled) say('steady', broken('a page has the same record twice'), [page]);
  else if (page.length >= 4 && page.knows.limit && page.knows.fromId) say('steady', holds(), [page]);
}

/** A short page between two long ones that are alike is part of them. */
function judgeSameRecords(all: Pages, say: Say): void {
  const group = all.filter(({ list }) => !list.isRounded);
  for (const [at, page] of group.entries()) {
    const isLonger = ({ length, limit }: HistoryPage): boolean => length > page.length && limit !== page.limit;
    const after = group.slice(at + 1, at + 1 + NEAR).filter(isLonger);
    for (const before of group.slice(Math.max(0, at - NEAR), at).filter(isLonger)) {
      const name = before.list.identifier;
      const known = before.list.keys(name);
      const same = after.find(({ list, limit }) => limit === before.limit && list.keys(name).join() === known.join());
      if (same === undefined) continue;
      const strange = page.list.keys(name).find((key) => !known.includes(key));
      const text = `a page of ${page.length} has a record that is not on the page of ${before.length}: ${strange?.slice(0, 200)}`;
      if (strange !== undefined) say('steady', broken(text), [before, same, page]);
      break;
    }
  }
}

function judgeContracts(pages: Pages, say: Say): void {
  const claim = 'filtered-by-contract';
  const owners = new Map<string, HistoryPage>();
  const named = pages.filter(({ contract }) => contract !== undefined);
  for (const page of named.filter(({ list }) => list.isTold))
    for (const text of page.list.texts) if (!owners.has(text)) owners.set(text, page);
  for (const page of named) {
    const isOfOther = (text: string): boolean => (owners.get(text) ?? page).contract !== page.contract;
    const text = page.list.texts.find(isOfOther);
    if (text === undefined) continue;
    const owner = owners.get(text)!;
    const problem = `asked for ${page.contract}, got a record that is on a page for ${owner.contract}, too: ${text.slice(0, 200)}`;
    say(claim, broken(problem), [owner, page]);
  }
  if (owners.size > 0 && new Set(named.map(({ contract }) => contract)).size > 1)
    say(claim, holds(owners.size), named.slice(-1));
}
