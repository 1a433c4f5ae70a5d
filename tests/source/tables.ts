import type { ServiceDocument } from './service-document.js';
import type { EndpointRow, PayloadField, RequestFieldRow } from './service-document/types.js';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly values: readonly string[];
  readonly default: string | null;
  readonly maximum: string | null;
}

function payloadFields(document: ServiceDocument, row: EndpointRow): readonly (PayloadField | RequestFieldRow)[] {
  if (row.payload.kind === 'none') return [];
  if (!('table' in row.payload)) return row.payload.fields;
  return row.payload.table === 'Order' ? document.orderFields : document.conditionOrderFields;
}

/** One endpoint row with its field table and the Limits table joined in; `body` is null where none is declared. */
export function documentTable(document: ServiceDocument, row: EndpointRow) {
  const headers = typeof row.headers === 'string' ? [] : row.headers;
  const limitOf = (limit: string): string | null =>
    document.limits.find(
      (each) => each.limit === limit && each.appliesTo.some((to) => to.operationId === row.operationId),
    )?.value ?? null;
  const fields = payloadFields(document, row).map((field): Field => ({
    name: field.name,
    type: field.type,
    required: field.required,
    values: ('values' in field && field.values) || [],
    default: field.name === 'limit' ? limitOf('limit default') : null,
    maximum: field.name === 'limit' ? limitOf('limit maximum') : null,
  }));
  return {
    // Row 1 prints the type of every header; where another row leaves it out, it is the same header.
    headers: headers.map(({ name, type }) => ({ name, type: type ?? 'string' })),
    query: row.payload.kind === 'query' ? fields : [],
    body: row.payload.kind === 'body' ? fields : null,
  };
}
