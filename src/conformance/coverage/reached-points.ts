import type { JsonRecord } from '../../core/json/decode.js';
import type { RawCall } from '../call/raw-call.js';
import { description } from '../../../generated/description.js';
import {
  declaredFields,
  declaredResultFields,
  type Operation,
  type OperationId,
  operations,
} from '../model/operations.js';
import { declaredHeaders, declaredValues, pointIds } from './points.js';

/** A call as it was sent or recorded, secrets included or not: no value of a header is looked at. */
export interface CoveredCall extends Omit<RawCall, 'signingString' | 'isRightlySigned'> {
  /** The fields of the body or the query, where they were read before; `unknown` where they were not recorded. */
  readonly input?: JsonRecord | 'unknown' | undefined;
  readonly response:
    | {
        readonly status: number;
        readonly body: string;
        /** The parsed body, where it was read before. */
        readonly json?: unknown;
      }
    | undefined;
}

/** The points of the description that one call shows. A call that was not answered, or went elsewhere, shows none. */
export function reachedPoints(call: CoveredCall): readonly string[] {
  const { operationId, method, target, response } = call;
  if (operationId === undefined || response === undefined) return [];
  const operation = operations[operationId];
  const [path = '', query = ''] = target.split('?', 2);
  if (operation.evidence !== 'declared' || method !== operation.method || !path.endsWith(operation.path)) return [];
  return [
    pointIds.operation(operationId),
    ...sentPoints(operation, call, query),
    ...responsePoints(operation, response),
  ];
}

interface NamedPoints {
  readonly name: string;
  readonly present: string;
  readonly absent: string;
  readonly values: ReadonlyMap<string, string>;
}

/** A recording has thousands of calls of few operations: the texts of their points are made once. */
const tables = new Map<
  OperationId,
  {
    readonly headers: readonly NamedPoints[];
    readonly fields: readonly NamedPoints[];
    readonly result: readonly { readonly path: readonly string[]; readonly point: string }[];
  }
>();

function tableOf(operation: Operation) {
  const { operationId } = operation;
  const named = (name: string, values: readonly string[] = []): NamedPoints => ({
    name,
    present: pointIds.present(operationId, name),
    absent: pointIds.absent(operationId, name),
    values: new Map(values.map((value) => [value, pointIds.value(operationId, name, value)])),
  });
  let table = tables.get(operationId);
  if (table === undefined) {
    table = {
      headers: declaredHeaders(operation).map((name) => ({ ...named(name), name: name.toLowerCase() })),
      fields: declaredFields(operation).map((field) => named(field.name, declaredValues(field))),
      result: declaredResultFields(operation).map(({ path }) => ({
        path: path.split('.'),
        point: pointIds.field(operationId, path),
      })),
    };
    tables.set(operationId, table);
  }
  return table;
}

function sentPoints(
  operation: Operation,
  { headers, body, input: known }: CoveredCall,
  query: string,
): readonly string[] {
  const table = tableOf(operation);
  const points: string[] = [];
  const sentHeaders = new Set(table.headers.length === 0 ? [] : headers.map(([name]) => name.toLowerCase()));
  for (const { name, present, absent } of table.headers) points.push(sentHeaders.has(name) ? present : absent);
  if (table.fields.length === 0 || known === 'unknown') return points;
  const input =
    known ?? (operation.input === 'query' ? Object.fromEntries(new URLSearchParams(query)) : objectIn(body ?? '{}'));
  if (input === undefined) return points;
  for (const { name, present, absent, values } of table.fields) {
    const isThere = Object.hasOwn(input, name);
    points.push(isThere ? present : absent);
    // A list or an object is not a described value, and its text would depend on its content.
    const value = isThere && typeof input[name] !== 'object' ? values.get(String(input[name])) : undefined;
    if (value !== undefined) points.push(value);
  }
  return points;
}

function responsePoints(operation: Operation, response: NonNullable<CoveredCall['response']>): readonly string[] {
  const { status } = response;
  const { operationId } = operation;
  const { statuses } = description[operationId];
  const named = statuses.declared.find((one) => one === String(status));
  const isOther = named === undefined && statuses.declared.includes('default');
  const reached = named ?? (isOther ? 'default' : undefined);
  const fields = tableOf(operation).result;
  const result = named === undefined || fields.length === 0 ? undefined : resultIn(operation, response);
  return [
    ...(reached === undefined ? [] : [pointIds.status(operationId, reached)]),
    ...fields.filter(({ path }) => isIn(result, path)).map(({ point }) => point),
  ];
}

function resultIn({ operationId }: Operation, { body, json }: NonNullable<CoveredCall['response']>): unknown {
  const parsed = json === undefined ? objectIn(body) : objectOr(json);
  return description[operationId].result.enveloped ? parsed?.['data'] : parsed;
}

/** True when a path leads somewhere; a list of records counts where one of them does. Lists in lists can be nested without end. */
function isIn(value: unknown, path: readonly string[], at = 0): boolean {
  const name = path[at];
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((entry) => !Array.isArray(entry) && isIn(entry, path, at));
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? isIn((value as JsonRecord)[name], path, at + 1)
    : false;
}

const objectOr = (value: unknown): JsonRecord | undefined =>
  typeof value === 'object' && value !== null ? (value as JsonRecord) : undefined;

function objectIn(text: string): JsonRecord | undefined {
  try {
    return objectOr(JSON.parse(text));
  } catch {
    return undefined;
  }
}
