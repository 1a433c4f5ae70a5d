import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  asList,
  asObject,
  isObject,
  type JsonObject,
  loadBundle,
  locate,
  markOf,
  operationsOf,
  resolve,
  words,
} from './bundle.js';
import { serviceDocument } from './service-document.js';
import { renderServiceDocument } from './service-document/render.js';
import { bundleTable, documentTable, jsonSchemaOf, narrowingKeywords, propertiesOf } from './tables.js';

const { endpoints, rules, contractFields, serverTimeFields, contractEnvelope } = serviceDocument;
const rows = endpoints.map((row) => [`${row.number} ${row.operationId}`, row] as const);
const tradingRows = rows.filter(([, row]) => row.headers !== 'none');
const formats = { decimal: 'decimal', milliseconds: 'unix-time-ms' } as const;

describe('the transcription', () => {
  it('renders to the service document, byte for byte', () => {
    const digest = createHash('sha256').update(renderServiceDocument(serviceDocument)).digest('hex');
    expect(digest).toBe('0a5ef3529630bb8b1c0b033d0b8e4fff811e87b7d50d74e239829d42ac53a88c');
  });

  it('numbers endpoints and rules without a gap, and holds every "not shown" of the document', () => {
    for (const numbered of [endpoints, rules]) {
      expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, index) => index + 1));
    }
    const silences = renderServiceDocument(serviceDocument).match(/not shown/gu);
    expect(serviceDocument.notShown).toHaveLength(silences?.length ?? 0);
  });

  it('binds whole rules: the clauses leave out nothing but operation names and punctuation', () => {
    for (const rule of rules) {
      const rest = rule.clauses.reduce((text, clause) => text.replace(clause.words, ''), rule.text);
      const names = endpoints.map((row) => row.name).sort((a, b) => b.length - a.length);
      expect(names.reduce((text, name) => text.replaceAll(name, ''), rest)).toMatch(/^[\s:;.]*$/u);
    }
  });

  it('names each shared field at exactly the operations whose rows carry it', () => {
    for (const field of serviceDocument.otherRequestFields) {
      const carriers = endpoints.filter((row) => {
        const { query, body } = documentTable(serviceDocument, row);
        return [...query, ...(body ?? [])].some(({ name, type }) => name === field.name && type === field.type);
      });
      expect(field.usedBy.map((use) => use.operationId)).toEqual(carriers.map((row) => row.operationId));
    }
  });

  it('repeats in row 7 the default that the Limits table gives', () => {
    const printed = endpoints.flatMap(({ operationId, payload }) =>
      'fields' in payload
        ? payload.fields.filter((field) => field.default !== undefined).map((field) => [operationId, field.default])
        : [],
    );
    expect(printed).toEqual([['getOrderHistory', '100']]);
  });
});

describe.each(['openapi.json', 'openapi.declared.json'] as const)('generated/%s', (file) => {
  const bundle = loadBundle(file);
  const places = operationsOf(bundle).filter((place) => markOf(place.operation) === undefined);
  const placeOf = (operationId: string) => {
    const place = places.find(({ operation }) => operation['operationId'] === operationId);
    if (place === undefined) throw new Error(`no operation ${operationId}`);
    return place;
  };
  const answerOf = (operationId: string): JsonObject | undefined =>
    jsonSchemaOf(bundle, asObject(placeOf(operationId).operation['responses'])['200']);
  const described = (name: string, schema: JsonObject) => ({
    name,
    type: schema['type'],
    format: schema['format'] ?? null,
  });
  const printed = ({ name, type, unit }: (typeof contractFields)[number]) => ({
    name,
    type,
    format: unit === undefined ? null : formats[unit],
  });

  it('declares the operations of the document and no other', () => {
    const key = ({ method, path, operationId, name }: ReturnType<typeof bundleTable>) =>
      `${method} ${path} ${operationId} ${name}`;
    expect(places.map((place) => key(bundleTable(bundle, place))).sort()).toEqual(
      endpoints.map((row) => key(documentTable(serviceDocument, row))).sort(),
    );
    expect(operationsOf(bundle, 'webhooks')).toEqual([]);
  });

  it.each(rows)('%s: headers, query and body fields are those of its row, no more and no less', (_title, row) => {
    expect(bundleTable(bundle, placeOf(row.operationId))).toEqual(documentTable(serviceDocument, row));
  });

  it.each(rows)('%s: no request field is narrowed beyond the document', (_title, { operationId }) => {
    expect(narrowingKeywords(bundle, placeOf(operationId))).toEqual([]);
  });

  it.each(rows)('%s: a body is required exactly when one of its fields is', (_title, row) => {
    const body = resolve(bundle, '', placeOf(row.operationId).operation['requestBody']).node;
    const expected = documentTable(serviceDocument, row).body;
    const declared = isObject(body) && markOf(body) === undefined ? body : undefined;
    expect(Object.keys(asObject(declared?.['content']))).toEqual(expected === null ? [] : ['application/json']);
    expect(declared?.['required'] ?? false).toBe(expected?.some((field) => field.required) ?? false);
  });

  it.each(rows)('%s: the declared statuses are 200 and a default without content', (_title, { operationId }) => {
    const declared = Object.entries(asObject(placeOf(operationId).operation['responses'])).flatMap(([status, node]) => {
      const response = resolve(bundle, '', node).node;
      return markOf(response) === undefined ? [{ status, content: asObject(response)['content'] !== undefined }] : [];
    });
    expect(declared).toEqual([
      { status: '200', content: true },
      { status: 'default', content: false },
    ]);
  });

  it.each(rows)('%s: signing is required with headers, open with none declared, absent in public', (_, row) => {
    const security = asList(placeOf(row.operationId).operation['security']).map((requirement) =>
      Object.keys(asObject(requirement))
        .map((scheme) => locate(bundle, `/components/securitySchemes/${scheme}`).node)
        .map((scheme) => `${String(asObject(scheme)['in'])} ${String(asObject(scheme)['name'])}`)
        .sort(),
    );
    const three = ['header X-CH-APIKEY', 'header X-CH-SIGN', 'header X-CH-TS'];
    // Declared alone, nothing is said: OpenAPI has no words for "not shown".
    const open = file === 'openapi.json' ? [[], three] : [];
    expect(security).toEqual(row.headers === 'none' ? [] : row.headers === 'none declared' ? open : [three]);
    const isSilent = placeOf(row.operationId).operation['security'] === undefined;
    expect(isSilent).toBe(file === 'openapi.declared.json' && row.headers === 'none declared');
  });

  it.each(tradingRows)('%s: no field of the answer is declared', (_title, { operationId }) => {
    const alternatives = ['anyOf', 'oneOf', 'allOf'] as const;
    const declaredNames = (schema: JsonObject | undefined): string[] => {
      if (schema === undefined || markOf(schema) !== undefined) return [];
      const branches = alternatives.flatMap((key) => asList(schema[key]));
      return [
        ...propertiesOf(bundle, schema).map(({ name }) => name),
        ...[...branches, schema['items']].flatMap((branch) => {
          const inner = resolve(bundle, '', branch).node;
          return isObject(inner) ? declaredNames(inner) : [];
        }),
      ];
    };
    expect(answerOf(operationId)).toBeDefined();
    expect(declaredNames(answerOf(operationId))).toEqual([]);
  });

  it('answers ping with an empty object', () => {
    expect(answerOf('ping')).toMatchObject({ type: 'object', maxProperties: 0 });
    expect(propertiesOf(bundle, answerOf('ping'))).toEqual([]);
  });

  it('answers the time with the two fields of its table', () => {
    const fields = propertiesOf(bundle, answerOf('getServerTime'));
    expect(fields.map(({ name, schema }) => described(name, schema))).toEqual(serverTimeFields.map(printed));
    for (const { name, schema } of fields) {
      const note = serverTimeFields.find((field) => field.name === name)?.note ?? '';
      expect(words(schema['description']).toLowerCase()).toContain(note);
    }
  });

  it('wraps the contracts in code, msg and data.contracts', () => {
    const envelope = propertiesOf(bundle, answerOf('getContracts'));
    expect(Object.fromEntries(envelope.map(({ name, schema }) => [name, schema['type']]))).toEqual(
      contractEnvelope.fields,
    );
    const data = propertiesOf(bundle, envelope.find(({ name }) => name === 'data')?.schema);
    expect(data.map(({ name, schema }) => [name, schema['type']])).toEqual([['contracts', contractEnvelope.contracts]]);
  });

  it('has the fields of a contract in order, with type and unit, none of them required', () => {
    const envelope = propertiesOf(bundle, answerOf('getContracts'));
    const data = propertiesOf(bundle, envelope.find(({ name }) => name === 'data')?.schema);
    const record = resolve(bundle, '', data[0]?.schema['items']).node;
    const fields = propertiesOf(bundle, record).map(({ name, schema }) => described(name, schema));
    expect(fields).toEqual(contractFields.map(printed));
    expect(asObject(record)['required']).toBeUndefined();
  });

  it('keeps no value list on product_type and contract_type, whose values are not shown', () => {
    const contract = asObject(locate(bundle, '/components/schemas/Contract').node);
    const lists = propertiesOf(bundle, contract).filter(({ schema }) => 'enum' in schema || 'const' in schema);
    expect(lists).toEqual([]);
  });
});
