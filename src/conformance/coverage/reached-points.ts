import type { JsonRecord } from '../../core/json/decode.js';
import type { RawCall } from '../call/raw-call.js';
import { description } from '../../../generated/description.js';
import { declaredFields, declaredResultFields, type Operation, operations } from '../model/operations.js';
import { jsonIn } from '../model/json-object.js';
import { declaredHeaders, declaredValues, pointIds } from './points.js';

/** A call as it was sent or recorded, secrets included or not: no value of a header is looked at. */
export interface CoveredCall extends Omit<RawCall, 'signingString' | 'isRightlySigned'> {
  /** False where the body was not recorded. */
  readonly isWhole?: boolean;
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

function sentPoints(
  operation: Operation,
  { headers, body, isWhole = true }: CoveredCall,
  query: string,
): readonly string[] {
  const { operationId } = operation;
  const pointOf = (name: string, isThere: boolean): string =>
    isThere ? pointIds.present(operationId, name) : pointIds.absent(operationId, name);
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  const points = declaredHeaders(operation).map((name) => pointOf(name, sent.has(name.toLowerCase())));
  const fields = declaredFields(operation);
  if (fields.length === 0 || !isWhole) return points;
  const input =
    operation.input === 'query' ? Object.fromEntries(new URLSearchParams(query)) : objectOr(jsonIn(body ?? '{}'));
  if (input === undefined) return points;
  for (const field of fields) {
    const { name } = field;
    const isThere = Object.hasOwn(input, name);
    points.push(pointOf(name, isThere));
    // A list or an object is not a described value, and its text would depend on its content.
    const value = isThere && typeof input[name] !== 'object' ? String(input[name]) : undefined;
    if (value !== undefined && declaredValues(field).includes(value))
      points.push(pointIds.value(operationId, name, value));
  }
  return points;
}

function responsePoints(operation: Operation, response: NonNullable<CoveredCall['response']>): readonly string[] {
  const { operationId } = operation;
  const { declared } = description[operationId].statuses;
  const named = declared.find((one) => one === String(response.status));
  const reached = named ?? declared.find((one) => one === 'default');
  const fields = named === undefined ? [] : declaredResultFields(operation);
  const result = fields.length === 0 ? undefined : resultIn(operation, response);
  return [
    ...(reached === undefined ? [] : [pointIds.status(operationId, reached)]),
    ...fields.flatMap(({ path }) => (isIn(result, path.split('.')) ? [pointIds.field(operationId, path)] : [])),
  ];
}

function resultIn({ operationId }: Operation, { body, json }: NonNullable<CoveredCall['response']>): unknown {
  const parsed = objectOr(json === undefined ? jsonIn(body) : json);
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
