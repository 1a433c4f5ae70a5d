import { broken, holds } from '../findings/check.js';
import { addTo } from '../model/groups.js';
import { HISTORIES, type HistoryOperation, type HistoryPage } from './history-page.js';
import type { ClaimFinding } from './claim-finding.js';

/** Pages that are looked at before one: what was shown longer ago may be another history. */
export const NEAR = 8;
/** Fewer records have no middle to start from. */
export const MIN_TO_START = 5;

/** More identifiers than come about meanwhile. */
export const BEYOND = 1_000_000n;

type Field = ReturnType<HistoryPage['list']['startFields']>[number];

/** One page from a record on, by one field of it. */
interface Start {
  readonly problem: string | undefined;
  readonly whole: HistoryPage;
  readonly page: HistoryPage;
}

/**
 * A page from a record on starts there, inclusive or not and whichever way it goes. Which field the identifier is, is not shown:
 * one that explains every page is it, and a page is wrong where no field can be.
 */
export function judgeStart(history: HistoryOperation, pages: readonly HistoryPage[]): readonly ClaimFinding[] {
  const starts = new Map<Field, Start[]>();
  const untried = new Set<Field>();
  for (const [at, page] of pages.entries()) {
    const { fromId, contract } = page;
    if (fromId === undefined) continue;
    const before = pages
      .slice(Math.max(0, at - NEAR), at)
      .filter((other) => other.fromId === undefined && other.contract === contract && other.length >= MIN_TO_START)
      .toReversed();
    const bare = before.find(({ limit }) => limit === page.limit);
    const whole = before.find(({ list }) => list.startFields(history).some((name) => isInside(list, name, fromId)));
    if (whole === undefined) continue;
    for (const name of whole.list.startFields(history)) {
      if (!isInside(whole.list, name, fromId)) {
        if (!starts.has(name)) untried.add(name);
        continue;
      }
      untried.delete(name);
      addTo(starts, name, { problem: problemOf(page, whole, bare, name), whole, page });
    }
  }
  const found = standingOf(history, starts, untried.size === 0);
  if (found === undefined) return [];
  const isOfTrades = history === 'getTradeHistory';
  const { finding, shows } = (isOfTrades ? beyondIn(pages, found) : undefined) ?? found;
  return [
    { id: `page/${HISTORIES[history]}/from-id-starts-there`, finding, shows: shows.map(({ reading }) => reading) },
  ];
}

/** A page from behind the newest record on, in a history that goes on to newer ones, holds none of before. */
function beyondIn(pages: readonly HistoryPage[], { finding, name }: NonNullable<ReturnType<typeof standingOf>>) {
  if (finding.outcome !== 'holds' || !(finding.observed as ReturnType<typeof wayOf>).ascending) return undefined;
  const numbers = ({ list }: HistoryPage) =>
    list.keys(name).flatMap((key) => (/^\d{1,40}$/.test(key) ? BigInt(key) : []));
  // Identifiers need not be in the order of the records.
  const isCount = (list: readonly bigint[]): boolean => list.every((one, at) => at === 0 || one > list[at - 1]!);
  if (!pages.every((page) => isCount(numbers(page)))) return undefined;
  for (const page of pages) {
    const { fromId = '', contract } = page;
    const known = pages.filter((other) => other.contract === contract).flatMap(numbers);
    const [first] = numbers(page);
    if (contract === undefined || !/^\d{1,40}$/.test(fromId) || first === undefined) continue;
    const newest = known.reduce((most, one) => (one > most ? one : most));
    const ahead = BigInt(fromId) - newest;
    // Another number, such as that of an order, is farther away.
    if (ahead <= 0n || ahead > BEYOND) continue;
    const problem = `from ${fromId} on, which is behind the newest record, the page begins with ${first}`;
    return { finding: broken(problem), shows: [page] };
  }
  return undefined;
}

function standingOf(history: HistoryOperation, starts: ReadonlyMap<Field, readonly Start[]>, areAllTried: boolean) {
  const isWrong = ({ problem }: Start): boolean => problem !== undefined;
  // Another number of a trade explains its pages only where none is called so.
  const isOther = (name: Field): boolean =>
    history === 'getTradeHistory' && name !== 'tradeId' && starts.has('tradeId');
  for (const [name, all] of starts) {
    const { whole, page } = all.at(-1)!;
    if (!isOther(name) && !all.some(isWrong)) return { finding: holds(wayOf(page, name)), shows: [whole, page], name };
  }
  // Any number of a trade may be its identifier, but one of these names is: tradeId always, id where nothing else explains the pages.
  const isNamed = (name: Field): boolean => history !== 'getTradeHistory' || name === 'tradeId' || name === 'id';
  for (const [name, all] of starts) {
    const isSure = areAllTried || name === 'tradeId' || !all.every(isWrong);
    const { problem, whole, page } = all.find(isWrong)!;
    if (isNamed(name) && isSure) return { finding: broken(problem!), shows: [whole, page], name };
  }
  return undefined;
}

/** The usual reason: a server reads the id as a double, and looks for another one. */
function asDouble(fromId: string, before = ''): string {
  if (!/^\d{16,19}$/.test(fromId)) return '';
  const read = String(BigInt(Number(fromId)));
  return read === fromId ? '' : `; ${before}read as a double, this id is ${read}`;
}

/** True when a record with this value is on a page, and neither first nor last. */
function isInside(list: HistoryPage['list'], name: Field, value: string): boolean {
  const place = list.keys(name).indexOf(value);
  return place > 0 && place < list.records.length - 1;
}

function problemOf(
  { list, fromId, contract, length }: HistoryPage,
  whole: HistoryPage,
  bare: HistoryPage | undefined,
  name: Field,
): string | undefined {
  const [keys, known] = [list.keys(name), whole.list.keys(name)];
  // The first page may be older, and have begun with that record: by its place, or by its number.
  if (length > 1 && keys.join() === bare?.list.keys(name).join() && !isEnd(keys, fromId!))
    return contract === undefined
      ? 'without contractName, the page is the same whether fromId is given or not'
      : `the page is the same whether fromId is ${fromId} or left out${asDouble(fromId!, 'it is ignored, or not what was sent: ')}`;
  // No rule says what is listed without contractName, and a record that is listed twice has no place.
  if (contract === undefined || new Set(known).size < known.length) return undefined;
  // Where all of them may have been rounded, by the service or by a recording program, the place of none is known.
  if (list.isRounded && !whole.list.isRounded) return undefined;
  if (length === 0) return `no record from ${fromId} on, although there are some${asDouble(fromId!)}`;
  // Identifiers need not be in the order of time, nor pages in any order: one of the two has to show a start.
  const problem = problemIn(known, keys, fromId!);
  if (problem === undefined || problemIn(byValue(known), keys, fromId!) === undefined) return undefined;
  return `${problem}${asDouble(fromId!)}`;
}

const byValue = (keys: readonly string[]): readonly string[] =>
  keys.every((key) => /^\d{1,40}$/.test(key)) ? keys.toSorted((a, b) => Number(BigInt(a) - BigInt(b))) : keys;

function isEnd(keys: readonly string[], fromId: string): boolean {
  const sorted = byValue(keys);
  return [keys[0], sorted[0], sorted.at(-1)].includes(fromId);
}

function problemIn(known: readonly string[], keys: readonly string[], fromId: string): string | undefined {
  const middle = known.indexOf(fromId);
  const places = keys.map((key) => known.indexOf(key)).filter((place) => place >= 0);
  if (!places.some((place) => Math.abs(place - middle) <= 1))
    return `from ${fromId} on, the page holds neither that record nor its neighbours`;
  if (places.some((place) => place > middle) && places.some((place) => place < middle))
    return `from ${fromId} on, the page has records on both sides of it: ${keys.slice(0, 5).join(', ')} …`;
  return Math.max(...places) - Math.min(...places) >= places.length
    ? `from ${fromId} on, the page leaves out a record between others`
    : undefined;
}

function wayOf({ list, fromId }: HistoryPage, name: Field) {
  const keys = list.keys(name);
  return {
    inclusive: keys.includes(fromId!),
    ascending: keys.some((key) => /^\d+$/.test(key) && BigInt(key) > BigInt(fromId!)),
  };
}
