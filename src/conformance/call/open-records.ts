import { type Reading, recordsOf, type ResultRecord, textOf } from './answer.js';

/** An order as a list of the open orders shows it; the fields' names are observed (unknown `response.open-orders`). */
export interface OpenRecord {
  readonly id: string;
  readonly name: string | undefined;
  readonly contract: string | undefined;
}

/** The open orders of a response; undefined when it is not a list in which every order has an id. */
export function openRecordsOf(reading: Reading, contract?: string): readonly OpenRecord[] | undefined {
  const found = recordsOf(reading)?.map((record) => ({
    id: textOf(record['orderId']),
    name: nameIn(record),
    contract: contract ?? textOf(record['contractName']),
  }));
  return found?.every((record): record is OpenRecord => record.id !== undefined) === true ? found : undefined;
}

export const nameIn = (record: ResultRecord): string | undefined =>
  textOf(record['clientId']) ?? textOf(record['clientOrderId']);
