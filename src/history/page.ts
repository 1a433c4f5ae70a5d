import type { GetTradeHistoryInput, IdInput, IntegerInput } from '../../generated/client.js';
import { PagingError } from '../core/errors.js';
import { compareRecordIds, readRecordId, type RecordId } from './record-id.js';

/** One history of the service, as far as paging goes. */
export interface History<T> {
  readonly operationId: string;
  readonly limit: IntegerInput;
  /** Where the caller wants to begin; undefined: where the service begins. */
  readonly fromId: IdInput | undefined;
  fetchPage(input: PageInput): Promise<readonly T[]>;
  /** The identifier that `fromId` refers to. */
  idOf(record: T): unknown;
  /** Throws when the caller has aborted. */
  assertNotAborted(): void;
}

/** The fields that ask for a page: the ones of this name that all three histories have. */
export type PageInput = Required<Pick<GetTradeHistoryInput, 'limit'>> & Pick<GetTradeHistoryInput, 'fromId'>;

export interface PageRecord<T> {
  readonly id: RecordId;
  readonly record: T;
}

/** The records of one page from the lowest id to the highest, in any order of the response. */
export type Page<T> = readonly PageRecord<T>[];

/** @throws {PagingError} When a record has no id: what cannot be told apart cannot be walked through. */
export async function readPage<T>(
  history: History<T>,
  fromId: IdInput | undefined,
  limit: IntegerInput = history.limit,
): Promise<Page<T>> {
  const records = await history.fetchPage(fromId === undefined ? { limit } : { limit, fromId });
  return records.map((record) => ({ id: idOf(history, record), record })).sort((a, b) => compareRecordIds(a.id, b.id));
}

/** The different ids of a page, from the lowest to the highest. */
export const idsOf = (page: Page<unknown>): readonly RecordId[] => [...new Set(page.map(({ id }) => id))];

/** Tells whether a page asked for from `from` holds the next record `next`, and no record on the other side of `from`. */
export function continuesTo(page: Page<unknown>, from: RecordId, next: RecordId): boolean {
  const direction = Math.sign(compareRecordIds(next, from));
  return page.some(({ id }) => id === next) && page.every(({ id }) => compareRecordIds(id, from) * direction >= 0);
}

function idOf<T>(history: History<T>, record: T): RecordId {
  return readRecordId(history.idOf(record)) ?? failPaging(history, 'a record has no id to continue from');
}

export function failPaging({ operationId }: History<unknown>, problem: string): never {
  throw new PagingError(
    `${operationId}: ${problem}. The records so far are correct, but there may be more. ` +
      'Request single pages, with the largest limit that the service accepts.',
    { operationId },
  );
}
