import { type Reading, recordsOf, type ResultRecord, textOf } from './answer.js';

/** An order as a list of the open orders shows it; the fields' names are observed (unknown `response.open-orders`). */
export interface OpenRecord {
  readonly id: string;
  readonly name: string | undefined;
  readonly contract: string | undefined;
}

/**
 * The open orders of a response; undefined when it is not a list in which every order has an id. A list may call a contract otherwise
 * than a request does, unless it has one by the name that was asked for.
 */
export function openRecordsOf(reading: Reading, asked?: string): readonly OpenRecord[] | undefined {
  const records = recordsOf(reading);
  const named = records?.map((record) => textOf(record['contractName']));
  const isAsAsked = named?.includes(asked) === true;
  const found = records?.map((record, at) => ({
    id: textOf(record['orderId']),
    name: nameIn(record),
    contract: isAsAsked ? (named?.[at] ?? asked) : (asked ?? named?.[at]),
  }));
  return found?.every((record): record is OpenRecord => record.id !== undefined) === true ? found : undefined;
}

export const nameIn = (record: ResultRecord): string | undefined =>
  textOf(record['clientId']) ?? textOf(record['clientOrderId']);
