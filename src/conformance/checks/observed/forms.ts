import { isJsonObject } from '../../model/json-object.js';
import { type OperationId, operations } from '../../model/operations.js';
import type { JsonRecord } from '../../../core/json/decode.js';
import { type Reading, resultOf } from '../../call/answer.js';
import { type Context, needAccepted } from '../../findings/check.js';
import { valid } from '../../orders/valid-inputs.js';

export function outerForm({ json }: Reading): string {
  if (Array.isArray(json)) return 'bare list';
  if (!isJsonObject(json)) return typeOf(json);
  return 'code' in json ? 'envelope' : 'bare object';
}

export const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** The records of a response with the types of JSON; one where it is not a list. */
export function writtenRecords(reading: Reading, operationId: OperationId): readonly JsonRecord[] {
  const found = resultOf({ ...reading, exact: reading.json }, operations[operationId].result);
  return (Array.isArray(found) ? found : [found]).filter(isJsonObject);
}

export const typesOf = (record: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isJsonObject(record) ? record : {})
      .slice(0, 60)
      .map(([name, value]) => [name.slice(0, 40), typeOf(value)]),
  );

export function valuesOf(records: readonly JsonRecord[], name: string): readonly (string | number)[] {
  const values = records.slice(0, 1000).flatMap((record): readonly (string | number)[] => {
    const value = record[name];
    return typeof value === 'string' ? [value.slice(0, 30)] : typeof value === 'number' ? [value] : [];
  });
  return [...new Set(values)].slice(0, 20);
}

export const answerTo = async (context: Context, operationId: OperationId): Promise<Reading> =>
  needAccepted(await valid(context, operationId), operationId);

export const outcomeOf = ({ kind, code }: Reading): string =>
  code === undefined ? kind : `${kind}, code ${code.slice(0, 20)}`;

/** RFC 9110 5.1: a name is the same in any letter case, and a server may change it from one response to the next. */
export const headersOf = ({ sent }: Reading): Readonly<Record<string, string>> =>
  Object.fromEntries(sent.response?.headers.map(([name, value]) => [name.toLowerCase(), value]) ?? []);
