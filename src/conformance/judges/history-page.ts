import { remembering } from '../model/groups.js';
import { type Reading, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { mayBeRounded } from '../model/rounded-ids.js';
import type { AnyInput } from '../call/input.js';

/** The lists that go in pages, and what the addresses of checks call their records. */
export const HISTORIES = { getOrderHistory: 'orders', getProfitHistory: 'profits', getTradeHistory: 'trades' } as const;
export type HistoryOperation = keyof typeof HISTORIES;
export const HISTORY_OPERATIONS = Object.keys(HISTORIES) as readonly HistoryOperation[];

export type RecordName = keyof ResultRecord;

/** One page of a history, sent or recorded, and what was asked for: all that a judge sees. */
export interface HistoryPage {
  readonly reading: Reading;
  readonly list: RecordList;
  readonly length: number;
  readonly limit: number | undefined;
  readonly fromId: string | undefined;
  /** False where a field that was not recorded may have been sent. */
  readonly knows: Readonly<Record<'limit' | 'fromId', boolean>>;
  readonly contract: string | undefined;
}

/** The page that a call was answered with; undefined where it is not a list, or its limit is not a page size. */
export function readHistoryPage(
  { limit, fromId, contractName }: AnyInput,
  reading: Reading,
  isProven = true,
): HistoryPage | undefined {
  const records = recordsOf(reading);
  if (records === undefined || (limit !== undefined && !/^[1-9]\d{0,8}$/.test(String(limit)))) return undefined;
  return {
    reading,
    list: listOf(records),
    length: records.length,
    limit: limit === undefined ? undefined : Number(limit),
    fromId: textOf(fromId),
    knows: { limit: isProven || limit !== undefined, fromId: isProven || fromId !== undefined },
    contract: textOf(contractName),
  };
}

/** Equal bodies of a recording share their records. */
const listOf = remembering((records: readonly ResultRecord[]) => new RecordList(records));

const IS_ID = /id$/i;
const DIGITS = /^[1-9]\d{0,18}$/;
const MOST_FIELDS = 6;

/** Records, and what they may be known by: which field is their identifier is not shown. */
class RecordList {
  #texts: readonly string[] | undefined;
  #unlike: readonly ResultRecord[] | undefined;
  #identifier: { readonly name: RecordName | undefined } | undefined;

  constructor(readonly records: readonly ResultRecord[]) {}

  get texts(): readonly string[] {
    return (this.#texts ??= this.records.map((record) => JSON.stringify(record)));
  }

  get #names(): readonly RecordName[] {
    return Object.keys(this.records[0] ?? {}) as RecordName[];
  }

  /** The records; those that are alike in all fields count as one. */
  get #different(): readonly ResultRecord[] {
    return (this.#unlike ??= [...new Map(this.texts.map((text, at) => [text, this.records[at]!])).values()]);
  }

  /** True for a field that tells all records from one another. */
  #isTelling(name: RecordName): boolean {
    const tells = (records: readonly ResultRecord[]): boolean => {
      const values = new Set(records.map((record) => textOf(record[name])));
      return records.length > 1 && values.size === records.length && !values.has(undefined);
    };
    // Most pages have no record twice, and comparing whole records takes longest.
    return tells(this.records) || tells(this.#different);
  }

  /** The first one that is called so. Undefined where two records may be alike. */
  get identifier(): RecordName | undefined {
    this.#identifier ??= { name: this.#names.find((name) => IS_ID.test(name) && this.#isTelling(name)) };
    return this.#identifier.name;
  }

  /** True when its records can be told from those of another page. */
  get isTold(): boolean {
    const [first = {}] = this.records;
    return (
      this.identifier !== undefined ||
      (this.records.length === 1 && Object.keys(first).some((name) => IS_ID.test(name)))
    );
  }

  /** True when a double may have taken the last digits of all of its identifiers: the service's, or that of a recording program. */
  get isRounded(): boolean {
    const isSo = (name: RecordName): boolean => this.records.every((record) => mayBeRounded(String(record[name])));
    return this.#names.some((name) => IS_ID.test(name) && isSo(name));
  }

  /** True when a record is on it twice. Identifiers that a double took the last digits of are not counted. */
  get isDoubled(): boolean {
    const keys = this.identifier === undefined ? [] : this.keys(this.identifier).filter((key) => !mayBeRounded(key));
    return new Set(keys).size < keys.length;
  }

  /** The text that each record is known by: another field may depend on the page that it is on. */
  keys(name: RecordName | undefined): readonly string[] {
    return name === undefined ? this.texts : this.records.map((record) => String(record[name]));
  }

  /** Fields that a page may start by, the most likely ones first. That of trades need not be called an id. */
  startFields(history: HistoryOperation): readonly RecordName[] {
    const rank = (name: string): number => ['tradeId', 'id'].indexOf(name) + 1 || (IS_ID.test(name) ? 3 : 4);
    return this.#names
      .filter((name) => history === 'getTradeHistory' || IS_ID.test(name))
      .filter((name) => this.records.every((record) => DIGITS.test(String(record[name]))))
      .filter((name) => this.#isTelling(name))
      .sort((one, other) => rank(one) - rank(other))
      .slice(0, MOST_FIELDS);
  }
}
