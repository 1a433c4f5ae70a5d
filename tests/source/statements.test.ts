import { describe, expect, it } from 'vitest';
import {
  asObject,
  isObject,
  loadBundle,
  locate,
  markOf,
  operationsOf,
  resolve,
  stringsUnder,
  words,
} from './bundle.js';
import { serviceDocument } from './service-document.js';
import { jsonSchemaOf, propertiesOf } from './tables.js';

const { rules, limits, securityTypes, signedHeaders, endpoints } = serviceDocument;

const clauses = rules.flatMap((rule) =>
  rule.clauses.flatMap((clause) =>
    clause.binds.map((operationId) => ({ number: rule.number, words: clause.words, operationId })),
  ),
);

/** Every note of a field table, at every operation that has the field. */
const notes = [
  ...serviceDocument.orderFields.flatMap(({ name, note }) =>
    note === undefined ? [] : [{ field: name, note, operationId: 'createOrder' }],
  ),
  ...serviceDocument.otherRequestFields.flatMap(({ name, usedBy, notes: parts }) =>
    usedBy.flatMap(({ operationId }) =>
      parts
        .filter(({ only }) => only === undefined || only === operationId)
        .map((part) => ({ field: name, note: part.words, operationId })),
    ),
  ),
];

describe.each(['openapi.json', 'openapi.declared.json'] as const)('the statements in generated/%s', (file) => {
  const bundle = loadBundle(file);
  const places = operationsOf(bundle).filter(({ operation }) => markOf(operation) === undefined);
  const placeOf = (operationId: string) => {
    const place = places.find(({ operation }) => operation['operationId'] === operationId);
    if (place === undefined) throw new Error(`no operation ${operationId}`);
    return place;
  };
  const descriptionOf = (operationId: string): string => words(placeOf(operationId).operation['description']);

  const clauseCases = clauses.map((clause) => [clause.number, clause.operationId, clause] as const);
  it.each(clauseCases)("rule %i is in the description of %s in the document's words", (_number, _id, clause) => {
    expect(descriptionOf(clause.operationId)).toContain(clause.words);
    expect(descriptionOf(clause.operationId)).toContain(`Rule ${clause.number} (declared):`);
  });

  const noteCases = notes.map(({ operationId, field, note }) => [operationId, field, note] as const);
  it.each(noteCases)('%s describes %s as "%s"', (operationId, field, note) => {
    const { operation, parameters } = placeOf(operationId);
    const inBody = propertiesOf(bundle, jsonSchemaOf(bundle, operation['requestBody'])).find(
      ({ name }) => name === field,
    )?.schema;
    const inQuery = parameters
      .map(({ node }) => asObject(resolve(bundle, '', node).node))
      .find((parameter) => parameter['in'] === 'query' && parameter['name'] === field);
    expect(words((inBody ?? inQuery)?.['description']).toLowerCase()).toContain(note.toLowerCase());
  });

  it('declares the security types of rule 6, and no other', () => {
    const declared = places.flatMap(({ operation }) => {
      const type = operation['x-security-type'];
      return isObject(type) && markOf(type) === undefined ? [[String(operation['operationId']), type['type']]] : [];
    });
    expect(Object.fromEntries(declared)).toEqual(securityTypes);
  });

  it('declares the weights of the Limits table, and no other', () => {
    const declared = places.flatMap(({ operation }) =>
      operation['x-weight'] === undefined || markOf(operation['x-weight']) !== undefined
        ? []
        : [[String(operation['operationId']), operation['x-weight']]],
    );
    const weights = limits.find((row) => row.limit === 'weight');
    expect(weights?.value).toBe('1 each');
    expect(Object.fromEntries(declared)).toEqual(
      Object.fromEntries((weights?.appliesTo ?? []).map(({ operationId }) => [operationId, 1])),
    );
  });

  it('says that the speed limit of getOpenOrders is defined by the exchange', () => {
    const row = limits.find(({ limit }) => limit === 'speed limit');
    const bound = endpoints.filter(({ operationId }) => descriptionOf(operationId).includes(String(row?.value)));
    expect(bound.map(({ operationId }) => operationId)).toEqual(row?.appliesTo.map(({ operationId }) => operationId));
  });

  const headerCases = signedHeaders.map(({ name, essence }) => [name, essence] as const);
  it.each(headerCases)('describes the security scheme of %s as "%s"', (name, essence) => {
    const schemes = Object.values(asObject(locate(bundle, '/components/securitySchemes').node)).map(asObject);
    expect(schemes).toHaveLength(signedHeaders.length);
    const scheme = schemes.find((candidate) => candidate['name'] === name);
    expect(scheme).toMatchObject({ type: 'apiKey', in: 'header' });
    expect(words(scheme?.['description']).toLowerCase()).toContain(essence.toLowerCase());
  });

  it('says that a code of 0 and the message success report success', () => {
    const prose = stringsUnder(asObject(locate(bundle, '/components/schemas/ContractsResponse').node), ['description']);
    const text = prose.map((entry) => words(entry.text)).join(' ');
    expect(text).toContain('`0`');
    expect(text).toContain('`success`');
  });

  it('takes its base address from the caller, as the document does', () => {
    const servers = bundle['servers'];
    expect(Array.isArray(servers) ? servers.map((server) => asObject(server)['url']) : servers).toEqual([
      serviceDocument.introduction.baseAddress,
    ]);
  });

  const facts = [
    ...([1, 3, 4, 5] as const).map((n) => [`Authentication, ${n}`, serviceDocument.authentication[n]] as const),
    ...([1, 2] as const).map((n) => [`Versioning, ${n}`, serviceDocument.versioning[n]] as const),
  ];
  it.each(facts)('%s: its words are in some description', (_heading, text) => {
    const prose = stringsUnder(bundle, ['description']).map((entry) => words(entry.text));
    expect(prose.some((description) => description.includes(text))).toBe(true);
  });
});
