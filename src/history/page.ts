import type { IdInput, IntegerInput } from '../../generated/client.js';
import { PagingError } from '../core/errors.js';

/** One history of the service, as far as paging goes. */
export interface History<T> {
  readonly operationId: string;
  readonly limit: IntegerInput;
  /** Where the caller wants to begin; undefined: where the service begins. */
  readonly fromId: IdInput | undefined;
  ask(input: PageInput): Promise<readonly T[]>;
  /** The identifier that `fromId` refers to. */
  idOf(record: T): unknown;
  /** Throws when the caller has aborted. */
  assertRunning(): void;
}

/** What a page is asked for by. */
export interface PageInput {
  readonly limit: IntegerInput;
  readonly fromId?: IdInput;
}

/** A record and its id by value: as text, `"9"` would come after `"10"`. */
export interface Entry<T> {
  readonly id: bigint;
  readonly record: T;
}

/** The records of one page from the lowest id to the highest, whatever their order in the answer. */
export type Page<T> = readonly Entry<T>[];

/** @throws {PagingError} When a record has no id: what cannot be told apart cannot be walked through. */
export async function askPage<T>(
  history: History<T>,
  fromId: IdInput | undefined,
  limit: IntegerInput = history.limit,
): Promise<Page<T>> {
  const records = await history.ask(fromId === undefined ? { limit } : { limit, fromId });
  return records
    .map((record) => ({ id: readId(history, record), record }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** The different ids of a page, from the lowest to the highest. */
export const idsOf = (page: Page<unknown>): readonly bigint[] => [...new Set(page.map(({ id }) => id))];

/** Whether a page asked for from `from` goes towards its neighbour `to`, and passes over nothing on the way there. */
export function leads(page: Page<unknown>, from: bigint, to: bigint): boolean {
  return page.some(({ id }) => id === to) && page.every(({ id }) => (to > from ? id >= from : id <= from));
}

function readId<T>(history: History<T>, record: T): bigint {
  const id = history.idOf(record);
  if (typeof id === 'string' && /^\d+$/.test(id)) return BigInt(id);
  return lost(history, 'a record has no id to go on from');
}

export function lost({ operationId }: History<unknown>, problem: string): never {
  throw new PagingError(
    `${operationId}: ${problem}. The records given out so far are right; whether there are more is not known. ` +
      'Ask for single pages, with the largest limit that the service takes.',
    { operationId },
  );
}
