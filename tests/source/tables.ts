/** The service document's tables in one comparable form, once from the transcription and once from a bundle. */
import {
  asList,
  asObject,
  isObject,
  join,
  type Json,
  type JsonObject,
  markOf,
  type OperationPlace,
  resolve,
  words,
} from './bundle.js';
import type { ServiceDocument } from './service-document.js';
import type { EndpointRow, PayloadField, RequestFieldRow } from './service-document/types.js';

export interface Field {
  readonly name: string;
  readonly type: Json;
  readonly required: boolean;
  readonly enum: Json;
  readonly default: Json;
  readonly maximum: Json;
}

export interface OperationTable {
  readonly operationId: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly { readonly name: string; readonly type: Json; readonly required: boolean }[];
  readonly query: readonly Field[];
  /** `null` where no body is declared. */
  readonly body: readonly Field[] | null;
}

const limitOf = (document: ServiceDocument, limit: string, operationId: string): string | null =>
  document.limits.find((row) => row.limit === limit && row.appliesTo.some((to) => to.operationId === operationId))
    ?.value ?? null;

function payloadFields(document: ServiceDocument, row: EndpointRow): readonly (PayloadField | RequestFieldRow)[] {
  if (row.payload.kind === 'none') return [];
  if (!('table' in row.payload)) return row.payload.fields;
  return row.payload.table === 'Order' ? document.orderFields : document.conditionOrderFields;
}

/** One endpoint row with its field table and the Limits table joined in. */
export function documentTable(document: ServiceDocument, row: EndpointRow): OperationTable {
  const headers = typeof row.headers === 'string' ? [] : row.headers;
  const fields = payloadFields(document, row).map((field) => ({
    name: field.name,
    type: field.type,
    required: field.required,
    enum: 'values' in field && field.values !== undefined ? [...field.values] : null,
    default: field.name === 'limit' ? limitOf(document, 'limit default', row.operationId) : null,
    maximum: field.name === 'limit' ? limitOf(document, 'limit maximum', row.operationId) : null,
  }));
  return {
    operationId: row.operationId,
    name: row.name,
    method: row.method,
    path: row.path,
    // Row 1 prints the type of every header; where another row leaves it out, it is the same header.
    headers: headers.map(({ name, type }) => ({ name, type: type ?? 'string', required: true })),
    query: row.payload.kind === 'query' ? fields : [],
    body: row.payload.kind === 'body' ? fields : null,
  };
}

function fieldOf(name: string, required: boolean, schema: JsonObject, holder: JsonObject = {}): Field {
  return {
    name,
    type: schema['type'] ?? null,
    required,
    enum: schema['enum'] ?? null,
    default: schema['default'] ?? null,
    maximum: schema['x-maximum'] ?? holder['x-maximum'] ?? null,
  };
}

/** The declared properties of an object schema in their order; observed ones are passed over. */
export function propertiesOf(bundle: JsonObject, schema: Json | undefined): { name: string; schema: JsonObject }[] {
  return Object.entries(asObject(asObject(schema)['properties'])).flatMap(([name, node]) => {
    const property = resolve(bundle, '', node).node;
    return isObject(property) && markOf(node) === undefined && markOf(property) === undefined
      ? [{ name, schema: property }]
      : [];
  });
}

/** The declared JSON schema of a request body or response; `undefined` where none is declared. */
export function jsonSchemaOf(bundle: JsonObject, holder: Json | undefined): JsonObject | undefined {
  const { node } = resolve(bundle, '', holder);
  if (!isObject(node) || markOf(node) !== undefined) return undefined;
  const media = asObject(asObject(node['content'])['application/json']);
  const schema = resolve(bundle, '', media['schema']).node;
  return isObject(schema) && markOf(media) === undefined && markOf(schema) === undefined ? schema : undefined;
}

/** What a bundle declares about one operation, observed and assumed nodes left out. */
export function bundleTable(bundle: JsonObject, place: OperationPlace): OperationTable {
  const parameters = place.parameters.flatMap(({ pointer, node }) => {
    const parameter = resolve(bundle, pointer, node).node;
    return isObject(parameter) && markOf(parameter) === undefined ? [parameter] : [];
  });
  const inPlace = (where: string): Field[] =>
    parameters
      .filter((parameter) => parameter['in'] === where)
      .map((parameter) => {
        const schema = asObject(resolve(bundle, '', parameter['schema']).node);
        return fieldOf(String(parameter['name']), parameter['required'] === true, schema, parameter);
      });
  const schema = jsonSchemaOf(bundle, place.operation['requestBody']);
  const required = asList(schema?.['required']);
  return {
    operationId: String(place.operation['operationId']),
    name: words(place.operation['summary']),
    method: place.method,
    path: place.path,
    headers: inPlace('header').map(({ name, type, required: isRequired }) => ({ name, type, required: isRequired })),
    query: inPlace('query'),
    body:
      schema === undefined
        ? null
        : propertiesOf(bundle, schema).map((property) =>
            fieldOf(property.name, required.includes(property.name), property.schema),
          ),
  };
}

const annotations = ['type', 'description', 'title', 'format', 'example', 'examples', 'enum', 'default'];

/** Pointers of schema keywords that would say more about a declared request field than the document does. */
export function narrowingKeywords(bundle: JsonObject, place: OperationPlace): string[] {
  const extra = (pointer: string, schema: JsonObject): string[] =>
    Object.keys(schema)
      .filter((key) => !annotations.includes(key) && !key.startsWith('x-'))
      .map((key) => join(pointer, key));
  const inParameters = place.parameters.flatMap(({ pointer, node }) => {
    const parameter = resolve(bundle, pointer, node);
    const schema = resolve(bundle, join(parameter.pointer, 'schema'), asObject(parameter.node)['schema']);
    return markOf(parameter.node) === undefined ? extra(schema.pointer, asObject(schema.node)) : [];
  });
  const body = jsonSchemaOf(bundle, place.operation['requestBody']);
  const inBody = propertiesOf(bundle, body).flatMap(({ name, schema }) =>
    extra(join(place.pointer, 'requestBody', name), schema),
  );
  const objectKeywords = ['type', 'description', 'title', 'required', 'properties', 'additionalProperties'];
  const onObject = Object.entries(body ?? {})
    .filter(([key, value]) => !key.startsWith('x-') && (!objectKeywords.includes(key) || value === false))
    .map(([key]) => join(place.pointer, 'requestBody', key));
  return [...inParameters, ...inBody, ...onObject];
}
