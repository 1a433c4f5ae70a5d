/**
 * Every leaf that the declared bundle may have, made from the rows of the service document: what is neither here nor in
 * the short list of what OpenAPI itself needs is a fact that the document does not have.
 */
import { asList, asObject, isObject, type Json, type JsonObject, operationsOf, resolve } from './bundle.js';
import type { ServiceDocument } from './service-document.js';
import type { EndpointRow, ResponseFieldRow } from './service-document/types.js';
import { documentTable, type Field } from './tables.js';

/** A scalar, or an empty list or object, with its place: references followed, list indices left out. */
export interface Leaf {
  readonly place: string;
  readonly value: Json;
}

/** Leaves below a node. Entries of `parameters` go by place and name, so that an order means nothing. */
export function leavesOf(bundle: JsonObject, node: Json | undefined, place: string): Leaf[] {
  const { node: found } = resolve(bundle, '', node);
  if (Array.isArray(found) && found.length > 0) {
    return found.flatMap((item) => {
      const entry = asObject(resolve(bundle, '', item).node);
      const name = place.endsWith('/parameters') ? `/${String(entry['in'])} ${String(entry['name'])}` : '';
      return leavesOf(bundle, item, `${place}${name}`);
    });
  }
  if (isObject(found) && Object.keys(found).length > 0) {
    return Object.entries(found).flatMap(([key, child]) => leavesOf(bundle, child, `${place}/${key}`));
  }
  return [{ place, value: found ?? null }];
}

/** Leaves of a whole bundle: operations by operationId with everything that they refer to, then the root. */
export function bundleLeaves(bundle: JsonObject): Leaf[] {
  const { paths: _paths, components, ...root } = bundle;
  return [
    ...operationsOf(bundle).flatMap(({ operation, method, path }) => leavesOf(bundle, operation, `${method} ${path}`)),
    ...leavesOf(bundle, { components: { securitySchemes: asObject(components)['securitySchemes'] ?? {} } }, ''),
    ...leavesOf(bundle, root, ''),
  ];
}

type Table = Map<string, Json[]>;

/** What the rows of the document say, place by place. */
export function documentLeaves(document: ServiceDocument): ReadonlyMap<string, readonly Json[]> {
  const table: Table = new Map();
  const add = (place: string, ...values: readonly Json[]): void => {
    table.set(place, [...(table.get(place) ?? []), ...values]);
  };
  add('/info/title', document.introduction.title.replace(' Interface', ''));
  add('/servers/url', document.introduction.baseAddress);
  for (const { name } of document.signedHeaders) add('/components/securitySchemes', name);
  for (const row of document.endpoints) addEndpoint(document, row, `${row.method} ${row.path}`, add);
  return table;
}

type Add = (place: string, ...values: readonly Json[]) => void;

function addEndpoint(document: ServiceDocument, row: EndpointRow, at: string, add: Add): void {
  const { headers, query, body } = documentTable(document, row);
  add(`${at}/operationId`, row.operationId);
  add(`${at}/summary`, row.name);
  // Where no headers are declared, nothing says whether the call is signed.
  if (row.headers === 'none') add(`${at}/security`, []);
  else if (row.headers !== 'none declared') {
    for (const scheme of ['apiKey', 'signature', 'timestamp']) add(`${at}/security/${scheme}`, []);
  }
  const type = document.securityTypes[row.operationId];
  if (type !== undefined) add(`${at}/x-security-type/type`, type);
  for (const { limit, appliesTo, value } of document.limits) {
    if (!appliesTo.some(({ operationId }) => operationId === row.operationId)) continue;
    if (limit === 'weight') add(`${at}/x-weight`, Number.parseInt(value, 10));
    if (limit === 'speed limit') add(`${at}/x-speed-limit`, value);
  }
  for (const { name, type: declared } of headers) {
    const place = `${at}/parameters/header ${name}`;
    add(`${place}/name`, name);
    add(`${place}/in`, 'header');
    add(`${place}/required`, true);
    add(`${place}/schema/type`, declared);
    // "X-CH-TS: current timestamp in milliseconds"
    if (name === 'X-CH-TS') add(`${place}/schema/format`, 'unix-time-ms');
  }
  for (const field of query) {
    const place = `${at}/parameters/query ${field.name}`;
    add(`${place}/name`, field.name);
    add(`${place}/in`, 'query');
    add(`${place}/required`, field.required);
    addField(`${place}/schema`, field, add);
  }
  const schema = `${at}/requestBody/content/application/json/schema`;
  if (body !== null)
    add(
      `${at}/requestBody/required`,
      body.some(({ required }) => required),
    );
  for (const field of body ?? []) {
    addField(`${schema}/properties/${field.name}`, field, add);
    if (field.required) add(`${schema}/required`, field.name);
  }
  addAnswer(document, row, `${at}/responses/200/content/application/json/schema`, add);
}

function addField(place: string, field: Field, add: Add): void {
  add(`${place}/type`, field.type);
  for (const value of asList(field.enum)) add(`${place}/enum`, value);
  if (field.default !== null) add(`${place}/default`, field.default);
  if (field.maximum !== null) add(`${place}/x-maximum`, field.maximum);
}

function addAnswer(document: ServiceDocument, row: EndpointRow, schema: string, add: Add): void {
  if (row.headers !== 'none') {
    // "Bodies are JSON", and the bodies of the trading responses are not shown: any JSON.
    add(`${schema}/anyOf/anyOf/type`, 'object', 'array', 'string', 'number', 'boolean', 'null');
    return;
  }
  add(`${schema}/type`, 'object');
  if (row.operationId === 'ping') add(`${schema}/maxProperties`, 0);
  if (row.operationId === 'getServerTime') addRecord(`${schema}/properties`, document.serverTimeFields, add);
  if (row.operationId !== 'getContracts') return;
  const { fields, contracts } = document.contractEnvelope;
  for (const [name, type] of Object.entries(fields)) add(`${schema}/properties/${name}/type`, type);
  const list = `${schema}/properties/data/properties/contracts`;
  add(`${list}/type`, contracts);
  add(`${list}/items/type`, 'object');
  addRecord(`${list}/items/properties`, document.contractFields, add);
}

const FORMATS = { decimal: 'decimal', milliseconds: 'unix-time-ms' } as const;

function addRecord(place: string, fields: readonly ResponseFieldRow[], add: Add): void {
  for (const { name, type, unit } of fields) {
    add(`${place}/${name}/type`, type);
    if (unit !== undefined) add(`${place}/${name}/format`, FORMATS[unit]);
  }
}
