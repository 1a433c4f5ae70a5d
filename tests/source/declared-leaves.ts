/**
 * The gate of facts: what a bundle says without a mark is in the service document, and what the document says is in the
 * bundle without a mark. Both are compared leaf by leaf, with their values.
 */
import { asObject, isObject, type Json, type JsonObject, markOf, resolve, words } from './bundle.js';
import { foreignSentences } from './declared-prose.js';
import type { EndpointRow, Field, ResponseField, ServiceDocument } from './service-document.js';

/** A scalar, or an empty list or object, with its place: references followed, list indices left out. */
export interface Leaf {
  readonly place: string;
  readonly value: Json;
}

/** Unmarked leaves below a node. Entries of `parameters` go by place and name, so that an order means nothing. */
function leavesOf(bundle: JsonObject, node: Json | undefined, place: string): Leaf[] {
  const { node: found } = resolve(bundle, '', node);
  if (markOf(node) !== undefined || markOf(found) !== undefined) return [];
  if (Array.isArray(found) && found.length > 0) {
    return found.flatMap((item) => {
      const entry = asObject(resolve(bundle, '', item).node);
      const name = place.endsWith('/parameters') ? `/${String(entry['in'])} ${String(entry['name'])}` : '';
      return leavesOf(bundle, item, `${place}${name}`);
    });
  }
  if (isObject(found) && Object.keys(found).length > 0) {
    // A list cannot carry its own mark.
    const marked = markOf(found['x-security-evidence']) === undefined ? [] : ['security'];
    return Object.entries(found)
      .filter(([key]) => !marked.includes(key))
      .flatMap(([key, child]) => leavesOf(bundle, child, `${place}/${key}`));
  }
  return [{ place, value: found ?? null }];
}

/** Unmarked leaves of a whole bundle: operations as `POST /path` with everything that they refer to, then the root. */
export function bundleLeaves(bundle: JsonObject): Leaf[] {
  const { paths, components, ...root } = bundle;
  return [
    ...Object.entries(asObject(paths)).flatMap(([path, item]) =>
      Object.entries(asObject(item)).flatMap(([method, node]) =>
        leavesOf(bundle, node, `${method.toUpperCase()} ${path}`),
      ),
    ),
    ...leavesOf(bundle, asObject(components)['securitySchemes'] ?? {}, '/components/securitySchemes'),
    ...leavesOf(bundle, root, ''),
  ];
}

/** Members that OpenAPI or our tools need, or that group and name things: they say nothing about the service. */
const STRUCTURE: readonly RegExp[] = [
  /^\/(?:openapi|jsonSchemaDialect)$/u,
  /^\/info\/version$/u,
  /^\/servers\/variables\/base_url\/default$/u,
  /^\/tags\/|\/tags$/u,
  /\/additionalProperties$/u,
  // Any list, as one of the kinds of JSON.
  /\/anyOf\/anyOf\/items$/u,
  /^\/components\/securitySchemes\/(?:apiKey|signature|timestamp)\/(?:type|in)$/u,
  // The register: `documented` and `heading` are compared with the document in not-shown.test.ts.
  /\/x-unknowns$|^\/x-unknowns-general$|^\/x-unknowns\//u,
  /\/x-(?:effect|effect-when-omitted|safe-method|selectors|result|format|sources)(?:\/|$)/u,
];

/** Values that structure has; where the pattern alone would let a fact through. */
const VALUES: Readonly<Record<string, readonly Json[]>> = {
  additionalProperties: [true],
  type: ['apiKey'],
  in: ['header'],
};

function isStructure({ place, value }: Leaf): boolean {
  if (!STRUCTURE.some((pattern) => pattern.test(place))) return false;
  const key = place.slice(place.lastIndexOf('/') + 1);
  return !/\/(?:additionalProperties|securitySchemes\/.*)$/u.test(place) || VALUES[key]?.includes(value) === true;
}

const PROSE = /\/(?:description|summary)$/u;

/** The field that a description is of, where it is of one. */
const fieldAt = (place: string): string | undefined =>
  /\/(?:properties|parameters)\/(?:\w+ )?([\w-]+)\/description$/u.exec(place)?.[1];

/** Every fact that only the bundle has, and every fact that only the document has. */
export function faultsIn(bundle: JsonObject, document: ServiceDocument): readonly string[] {
  const leaves = bundleLeaves(bundle);
  const said = documentLeaves(document);
  const keyOf = ({ place, value }: Leaf): string => `${place}: ${JSON.stringify(value)}`;
  const [found, declared] = [new Set(leaves.map(keyOf)), new Set(said.map(keyOf))];
  // A description alone adds a field, too, or a status.
  const holders = new Set(
    said.flatMap(({ place }) => place.split('/').map((_, end, all) => all.slice(0, end).join('/'))),
  );
  const foreign = leaves.flatMap((leaf) => {
    if (isStructure(leaf) || declared.has(keyOf(leaf))) return [];
    const holder = leaf.place.slice(0, leaf.place.lastIndexOf('/'));
    if (!PROSE.test(leaf.place) || !holders.has(holder)) return [keyOf(leaf)];
    const sentences = foreignSentences(document, String(leaf.value), fieldAt(leaf.place));
    return sentences.map((sentence) => `${leaf.place}: ${sentence}`);
  });
  const prose = leaves.filter(({ place }) => PROSE.test(place));
  const unsaid = documentProse(document).filter(
    ({ place, text }) =>
      !prose.some(
        (leaf) => leaf.place.startsWith(place) && words(leaf.value).toLowerCase().includes(text.toLowerCase()),
      ),
  );
  return [
    ...foreign.map((fault) => `unmarked and not in the document: ${fault}`),
    ...said.filter((leaf) => !found.has(keyOf(leaf))).map((leaf) => `missing or marked: ${keyOf(leaf)}`),
    ...unsaid.map(({ place, text }) => `not in the description: ${place}: ${text}`),
  ];
}

/** The statements of the document's rows, place by place. */
function documentLeaves(document: ServiceDocument): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const add: Add = (place, ...values) => leaves.push(...values.map((value) => ({ place, value })));
  add('/info/title', document.title.replace(' Interface', ''));
  add('/servers/url', document.baseAddress);
  for (const [scheme, { name }] of schemesOf(document)) add(`/components/securitySchemes/${scheme}/name`, name);
  const silence = document.notShown.find(({ heading }) => heading === 'Errors')!.statement;
  for (const row of document.endpoints) {
    const at = `${row.method} ${row.path}`;
    addEndpoint(document, row, at, add);
    // OpenAPI has no words for a call whose headers are not shown.
    if (row.headers !== 'none' && row.headers !== 'none declared') {
      for (const [scheme] of schemesOf(document)) add(`${at}/security/${scheme}`, []);
    }
    add(`${at}/responses/default/description`, silence);
  }
  return leaves;
}

const schemesOf = ({ signedHeaders }: ServiceDocument) =>
  (['apiKey', 'signature', 'timestamp'] as const).map((scheme, index) => [scheme, signedHeaders[index]!] as const);

/** Words that stand in the description at a place: notes of fields, rules, and the sentences of a section. */
function documentProse(document: ServiceDocument): readonly { readonly place: string; readonly text: string }[] {
  const placeOf = ({ method, path }: EndpointRow): string => `${method} ${path}`;
  const rowOf = (id: string): EndpointRow => document.endpoints.find(({ operationId }) => operationId === id)!;
  return [
    ...document.rules.flatMap(({ number, clauses }) =>
      clauses.flatMap(({ words: text, binds }) =>
        binds.flatMap((id) =>
          [text, `Rule ${number} (declared):`].map((each) => ({
            place: `${placeOf(rowOf(id))}/description`,
            text: each,
          })),
        ),
      ),
    ),
    ...document.endpoints.flatMap((row) => [
      ...row.query.flatMap(({ name, notes }) =>
        notes.map((text) => ({ place: `${placeOf(row)}/parameters/query ${name}/`, text })),
      ),
      ...(row.body ?? []).flatMap(({ name, notes }) =>
        notes.map((text) => ({ place: `${placeOf(row)}${BODY}/properties/${name}/`, text })),
      ),
    ]),
    ...document.serverTimeFields.map(({ name, note }) => ({
      place: `${placeOf(rowOf('getServerTime'))}${ANSWER}/properties/${name}/`,
      text: note,
    })),
    ...schemesOf(document).map(([scheme, { content }]) => ({
      place: `/components/securitySchemes/${scheme}/`,
      // Placeholders are left out.
      text: content.replace(/, <.*/u, ''),
    })),
    // Wherever a reader finds them.
    ...document.sentences.map((text) => ({ place: '', text })),
  ];
}

type Add = (place: string, ...values: readonly Json[]) => void;

const BODY = '/requestBody/content/application/json/schema';
const ANSWER = '/responses/200/content/application/json/schema';

function addEndpoint(document: ServiceDocument, row: EndpointRow, at: string, add: Add): void {
  const { query, body } = row;
  add(`${at}/operationId`, row.operationId);
  add(`${at}/summary`, row.name);
  if (row.headers === 'none') add(`${at}/security`, []);
  const type = document.securityTypes.get(row.operationId);
  if (type !== undefined) add(`${at}/x-security-type/type`, type);
  for (const { limit, operationIds, value } of document.limits) {
    if (!operationIds.includes(row.operationId)) continue;
    if (limit === 'weight') add(`${at}/x-weight`, Number.parseInt(value, 10));
    if (limit === 'speed limit') add(`${at}/x-speed-limit`, value);
  }
  for (const { name, type: declared } of typeof row.headers === 'string' ? [] : row.headers) {
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
  if (body !== undefined) {
    add(
      `${at}/requestBody/required`,
      body.some(({ required }) => required),
    );
    add(`${at}${BODY}/type`, 'object');
  }
  for (const field of body ?? []) {
    addField(`${at}${BODY}/properties/${field.name}`, field, add);
    if (field.required) add(`${at}${BODY}/required`, field.name);
  }
  addAnswer(document, row, `${at}${ANSWER}`, add);
}

function addField(place: string, field: Field, add: Add): void {
  add(`${place}/type`, field.type);
  for (const value of field.values) add(`${place}/enum`, value);
  if (field.default !== undefined) add(`${place}/default`, field.default);
  if (field.maximum !== undefined) add(`${place}/x-maximum`, field.maximum);
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
  for (const { path, type } of document.contractEnvelope) {
    add(`${schema}/properties/${path.replaceAll('.', '/properties/')}/type`, type);
  }
  const record = `${schema}/properties/data/properties/contracts/items`;
  add(`${record}/type`, 'object');
  addRecord(`${record}/properties`, document.contractFields, add);
}

const FORMATS: Readonly<Record<string, string>> = { decimal: 'decimal', milliseconds: 'unix-time-ms' };

function addRecord(place: string, fields: readonly ResponseField[], add: Add): void {
  for (const { name, type, unit } of fields) {
    add(`${place}/${name}/type`, type);
    if (unit !== undefined) add(`${place}/${name}/format`, FORMATS[unit]!);
  }
}
