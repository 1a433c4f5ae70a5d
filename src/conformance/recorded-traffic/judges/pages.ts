import { recordsOf, type ResultRecord, textOf } from '../../call/answer.js';
import { hasTwice, HISTORIES, type HistoryOperation, identifierOf, keysOf, SHORT_NAMES } from '../../checks/lists.js';
import { identifierFields } from '../../checks/page.js';
import { judgeAnswer } from '../../checks/robust.js';
import { mayBeRounded } from '../../checks/digits.js';
import { tradeIdOf } from '../../orders/trading.js';
import type { ObservedCall } from '../observed-call.js';
import type { Findings } from '../findings.js';
import { isAccepted, isNotJson } from '../outcomes.js';
import type { Recording } from '../recording.js';
import { mayBeRight } from '../recorded-refusals.js';

/** One page, and what was asked for. */
interface ObservedPage {
  readonly call: ObservedCall;
  readonly records: readonly ResultRecord[];
  readonly texts: readonly string[];
  readonly limit: number | undefined;
  readonly fromId: string | undefined;
  readonly contract: string | undefined;
}

const DEFAULT = 100;
const MAXIMUM = 1000;

/** The three histories: how long pages are, where they start, and what is on them. */
export function judgePages(recording: Recording, findings: Findings): void {
  for (const history of HISTORIES) {
    judgeAnswers(recording, history, findings);
    const pages = recording.of(history).flatMap((call) => readPage(recording, call) ?? []);
    for (const page of pages) judgeTooLong(history, page, findings);
    judgeTooShort(history, pages, findings);
    // Records whose identifiers lost their digits look alike.
    if (!findings.isBroken(`shape/${history}/ids-keep-their-digits`)) {
      judgeTwice(history, pages, findings);
      judgeSameRecords(history, pages, findings);
    }
    judgeContracts(history, pages, findings);
    if (history === 'getTradeHistory') judgeTradeStart(pages, findings);
  }
}

/** Each record in one spelling. Equal bodies of a recording share their records. */
function textsOf(records: ObservedPage['records']): ObservedPage['texts'] {
  let texts = spelled.get(records);
  if (texts === undefined) spelled.set(records, (texts = records.map((record) => JSON.stringify(record))));
  return texts;
}

const spelled = new WeakMap<ObservedPage['records'], ObservedPage['texts']>();

function readPage(recording: Recording, call: ObservedCall): ObservedPage | undefined {
  const records = isAccepted(recording, call) ? recordsOf(call.reading) : undefined;
  // An undeclared field may narrow a page as well.
  if (records === undefined || call.input === undefined || call.faults.open !== undefined) return undefined;
  const limit = textOf(call.input['limit']);
  return {
    call,
    records,
    get texts() {
      return textsOf(records);
    },
    limit: limit !== undefined && /^\d{1,9}$/.test(limit) ? Number(limit) : undefined,
    fromId: textOf(call.input['fromId']),
    contract: textOf(call.input['contractName']),
  };
}

/** A valid call is answered with JSON, whatever limit and fromId are. */
function judgeAnswers(recording: Recording, history: HistoryOperation, findings: Findings): void {
  const id = `robust/${history}/valid-input-is-answered`;
  const narrowed = recording
    .of(history)
    .filter(
      (call) => mayBeRight(call) && call.isWhole && ('limit' in (call.input ?? {}) || 'fromId' in (call.input ?? {})),
    );
  for (const call of narrowed) {
    const isPage = isNotJson(call) && !recording.knowsRefusals;
    if (isPage || call.reading.kind === 'none' || call.reading.kind === 'limited') continue;
    const isAnswer = call.reading.kind === 'accepted' || call.reading.kind === 'refused';
    if (isAnswer) findings.holds(id, [call]);
    else if (isNotJson(call) && judgeable(call))
      findings.broken(id, `a valid call was answered with ${call.reading.summary}`, [call]);
  }
}

/** The check throws where it cannot tell. */
function judgeable({ reading }: ObservedCall): boolean {
  try {
    return judgeAnswer(reading).outcome === 'broken';
  } catch {
    return false;
  }
}

/** The checks of the length of a page. */
function lengthChecks(history: HistoryOperation, limit: number | undefined): readonly string[] {
  const short = SHORT_NAMES[history];
  if (limit === undefined) return history === 'getProfitHistory' ? [] : [`page/${short}/default-100`];
  return [`page/${short}/limit-honoured`, `page/${short}/steady`];
}

function judgeTooLong(history: HistoryOperation, page: ObservedPage, findings: Findings): void {
  const { call, limit, records } = page;
  const { length } = records;
  if (history === 'getTradeHistory' && length > MAXIMUM)
    return findings.broken(
      'page/trades/maximum-1000',
      `a page with limit ${limit ?? 'left out'} has ${length} trades`,
      [call],
    );
  if (history === 'getTradeHistory' && length === MAXIMUM && limit !== undefined && limit >= MAXIMUM)
    findings.holds('page/trades/maximum-1000', [call]);
  const most = limit ?? DEFAULT;
  for (const id of lengthChecks(history, limit)) {
    if (limit === 0) continue;
    if (length > most)
      findings.broken(id, `a page of ${history} with limit ${limit ?? 'left out'} has ${length} records`, [call]);
    else if (length === most) findings.holds(id, [call]);
  }
}

/** Pages that were asked for alike but for limit. */
const groupOf = ({ contract, fromId }: ObservedPage): string => JSON.stringify([contract, fromId]);

function groups(pages: readonly ObservedPage[]): readonly (readonly ObservedPage[])[] {
  const found = new Map<string, ObservedPage[]>();
  for (const page of pages) {
    const key = groupOf(page);
    const group = found.get(key);
    if (group === undefined) found.set(key, [page]);
    else group.push(page);
  }
  return [...found.values()];
}

/** Histories only grow: what was on a page before is enough for a later one of the same start. */
function judgeTooShort(history: HistoryOperation, pages: readonly ObservedPage[], findings: Findings): void {
  for (const group of groups(pages)) {
    let longest: ObservedPage | undefined;
    for (const page of group) {
      const expected = Math.min(
        page.limit ?? DEFAULT,
        history === 'getTradeHistory' ? MAXIMUM : DEFAULT,
        longest?.records.length ?? 0,
      );
      const ids = lengthChecks(history, page.limit);
      if (page.records.length < expected && longest !== undefined) {
        const text = `a page of ${history} with limit ${page.limit ?? 'left out'} has ${page.records.length} records, and there are at least ${longest.records.length}`;
        for (const id of ids) findings.broken(id, text, [longest.call, page.call]);
      }
      if (page.records.length > (longest?.records.length ?? 0)) longest = page;
    }
  }
}

const HAS_ID = /id$/i;

/** A record with an identifier is on a page once. */
function judgeTwice(history: HistoryOperation, pages: readonly ObservedPage[], findings: Findings): void {
  const id = `page/${SHORT_NAMES[history]}/steady`;
  const judged = new Map<ObservedPage['records'], boolean>();
  for (const page of pages) {
    const { call, records } = page;
    if (records.length < 2) continue;
    const isTwice = judged.get(records) ?? isDoubled(page);
    judged.set(records, isTwice);
    if (isTwice) findings.broken(id, `a page of ${history} has the same record twice`, [call]);
    else if (records.length >= 4) findings.holds(id, [call]);
  }
}

/** Records that are alike because a double took the last digits of their identifiers are not counted. */
function isDoubled(page: ObservedPage): boolean {
  const name = identifierOf(page);
  return name !== undefined && hasTwice(keysOf(page, name).filter((key) => !mayBeRounded(key)));
}

/** A short page between two long ones that are alike is part of them. */
function judgeSameRecords(history: HistoryOperation, pages: readonly ObservedPage[], findings: Findings): void {
  const id = `page/${SHORT_NAMES[history]}/steady`;
  for (const group of groups(pages)) {
    for (const [at, page] of group.entries()) {
      const before = lastLonger(group.slice(Math.max(0, at - NEAR), at).toReversed(), page);
      const after = lastLonger(group.slice(at + 1, at + 1 + NEAR), page);
      if (before === undefined || after === undefined) continue;
      const name = identifierOf(before);
      const known = keysOf(before, name);
      if (known.join() !== keysOf(after, name).join()) continue;
      const strange = keysOf(page, name).find((key) => !known.includes(key));
      if (strange === undefined) continue;
      const text = `a page of ${page.records.length} has a record that is not on the page of ${before.records.length}: ${strange.slice(0, 200)}`;
      findings.broken(id, text, [before.call, after.call, page.call]);
    }
  }
}

/** Pages that are looked at on either side. */
const NEAR = 8;

const lastLonger = (pages: readonly ObservedPage[], { records, limit }: ObservedPage): ObservedPage | undefined =>
  pages.find((other) => other.records.length > records.length && other.limit !== limit);

/** A record of one contract is on no page of another. */
function judgeContracts(history: HistoryOperation, pages: readonly ObservedPage[], findings: Findings): void {
  const id = `page/${SHORT_NAMES[history]}/filtered-by-contract`;
  const owner = new Map<string, ObservedPage>();
  const contracts = new Set<string>();
  for (const page of pages) {
    if (page.contract === undefined) continue;
    contracts.add(page.contract);
    const [first] = page.records;
    if (first === undefined || !Object.keys(first).some((name) => HAS_ID.test(name))) continue;
    for (const text of page.texts) {
      const other = owner.get(text);
      if (other === undefined) owner.set(text, page);
      else if (other.contract !== page.contract) {
        findings.broken(id, `asked for ${page.contract}, got a record of ${other.contract}: ${text.slice(0, 200)}`, [
          other.call,
          page.call,
        ]);
        break;
      }
    }
  }
  if (contracts.size > 1 && owner.size > 0)
    findings.holds(
      id,
      pages.slice(-1).map(({ call }) => call),
    );
}

const DIGITS = /^\d{1,30}$/;

/** A page from the middle of a page that was shown before: all its trades lie on one side of fromId, and some near it. */
function judgeTradeStart(pages: readonly ObservedPage[], findings: Findings): void {
  const id = 'page/trades/from-id-starts-there';
  for (const [at, page] of pages.entries()) {
    const { fromId, call, contract } = page;
    if (fromId === undefined || !DIGITS.test(fromId)) continue;
    const start = BigInt(fromId);
    const known = pages
      .slice(Math.max(0, at - NEAR), at)
      .find((other) => other.fromId === undefined && other.contract === contract && numbersOf(other).includes(start));
    if (known === undefined || !isNamed(known)) continue;
    const numbers = numbersOf(known);
    const place = numbers.indexOf(start);
    const found = numbersOf(page);
    if (place < 1 || place >= numbers.length - 1 || found.includes(-1n)) continue;
    const problem = problemOfStart(found, start, [numbers[place - 1]!, start, numbers[place + 1]!]);
    if (problem === undefined) findings.holds(id, [known.call, call]);
    else findings.broken(id, problem, [known.call, call]);
  }
}

function problemOfStart(found: readonly bigint[], start: bigint, near: readonly bigint[]): string | undefined {
  if (found.length === 0) return `no trade from ${start} on, although there are some`;
  const oneWay = found.every((id) => id >= start) || found.every((id) => id <= start);
  if (!oneWay) return `from ${start} on, the page has trades on both sides of it: ${found.slice(0, 5).join(', ')} …`;
  return found.some((id) => near.includes(id))
    ? undefined
    : `from ${start} on, the page holds neither it nor its neighbour`;
}

/** Another number of a record may be the identifier of a trade, unless there is none, or this one is called tradeId. */
function isNamed({ records }: ObservedPage): boolean {
  const fields = identifierFields(records);
  return fields.includes('tradeId') || (fields.length === 1 && fields[0] === 'id');
}

const numbersOf = ({ records }: ObservedPage): readonly bigint[] =>
  records.map((record) => {
    const id = tradeIdOf(record) ?? '';
    return DIGITS.test(id) ? BigInt(id) : -1n;
  });
