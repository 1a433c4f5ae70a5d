import { description } from '../../../generated/description.js';
import { declaredFields, declaredResultFields, type Operation, type OperationId, operations } from '../operations.js';
import { declaredHeaders, declaredValues, pointIds } from './points.js';

/** A call as it was sent or recorded, secrets included or not: no value of a header is looked at. */
export interface CoveredCall {
  readonly operationId: OperationId | undefined;
  readonly method: string;
  /** Path and query; a path in front of the described one does not matter. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  readonly response: { readonly status: number; readonly body: string } | undefined;
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

function sentPoints(operation: Operation, { headers, body }: CoveredCall, query: string): readonly string[] {
  const { operationId } = operation;
  const sentHeaders = new Set(headers.map(([name]) => name.toLowerCase()));
  const input = operation.input === 'query' ? Object.fromEntries(new URLSearchParams(query)) : objectIn(body ?? '{}');
  const presence = (name: string, isThere: boolean): string =>
    isThere ? pointIds.present(operationId, name) : pointIds.absent(operationId, name);
  return [
    ...declaredHeaders(operation).map((name) => presence(name, sentHeaders.has(name.toLowerCase()))),
    ...(input === undefined
      ? []
      : declaredFields(operation).flatMap((field) => {
          if (!Object.hasOwn(input, field.name)) return [presence(field.name, false)];
          const value = declaredValues(field).find((one) => one === String(input[field.name]));
          const point = presence(field.name, true);
          return value === undefined ? [point] : [point, pointIds.value(operationId, field.name, value)];
        })),
  ];
}

function responsePoints(operation: Operation, { status, body }: NonNullable<CoveredCall['response']>) {
  const { operationId } = operation;
  const { statuses } = description[operationId];
  const named = statuses.declared.find((one) => one === String(status));
  const isOther = named === undefined && statuses.declared.includes('default');
  const reached = named ?? (isOther ? 'default' : undefined);
  const fields = declaredResultFields(operation);
  const result = named === undefined || fields.length === 0 ? undefined : resultIn(operation, body);
  return [
    ...(reached === undefined ? [] : [pointIds.status(operationId, reached)]),
    ...fields.filter(({ path }) => isIn(result, path.split('.'))).map(({ path }) => pointIds.field(operationId, path)),
  ];
}

/** Without the envelope, where one is declared. */
function resultIn({ operationId }: Operation, body: string): unknown {
  const parsed = objectIn(body);
  return description[operationId].result.enveloped ? parsed?.['data'] : parsed;
}

/** Whether a path leads somewhere; a list counts where one of its entries does. */
function isIn(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((entry) => isIn(entry, [name, ...rest]));
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? isIn((value as Readonly<Record<string, unknown>>)[name], rest)
    : false;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
