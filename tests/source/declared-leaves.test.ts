import { describe, expect, it } from 'vitest';
import { asList, asObject, type JsonObject, loadBundle, stringsUnder, words } from './bundle.js';
import { bundleLeaves, documentLeaves, type Leaf } from './declared-leaves.js';
import { foreignSentences, isSaid, REWORDED } from './declared-prose.js';
import { serviceDocument } from './service-document.js';

const table = documentLeaves(serviceDocument);
const PROSE = /\/(?:description|summary)$/u;

/** What OpenAPI needs, or what groups and names things, and says nothing about the service. */
const STRUCTURE: readonly RegExp[] = [
  /^\/(?:openapi|jsonSchemaDialect)$/u,
  /^\/info\/version$/u,
  /^\/servers\/variables\/base_url\/default$/u,
  /^\/tags\/|\/tags$/u,
  /\/additionalProperties$/u,
  // Any list, as one of the kinds of JSON.
  /\/anyOf\/anyOf\/items$/u,
  /\/schema\/type$/u,
  /^\/components\/securitySchemes\/(?:apiKey|signature|timestamp)\/(?:type|in|name)$/u,
  // The register: `documented` and `heading` are compared with the document in not-shown.test.ts.
  /\/x-unknowns$|^\/x-unknowns-general$|^\/x-unknowns\/(?:id|question|documented|heading)$/u,
];

/** Values that structure has; where the pattern alone would let a fact through. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  additionalProperties: [true],
  type: ['object', 'apiKey'],
  in: ['header'],
  name: serviceDocument.signedHeaders.map(({ name }) => name as string),
};

const isStructure = ({ place, value }: Leaf): boolean => {
  if (!STRUCTURE.some((pattern) => pattern.test(place))) return false;
  const key = place.slice(place.lastIndexOf('/') + 1);
  return place.startsWith('/tags/') || VALUES[key] === undefined || VALUES[key].includes(value);
};

const isDocumented = ({ place, value }: Leaf): boolean =>
  table.get(place)?.some((said) => JSON.stringify(said) === JSON.stringify(value)) === true;

/** The field that a description is of, where it is of one. */
const fieldAt = (place: string): string | undefined =>
  /\/(?:properties|parameters)\/(?:\w+ )?([\w-]+)\/description$/u.exec(place)?.[1];

function foreignIn(bundle: JsonObject): string[] {
  return bundleLeaves(bundle).flatMap((leaf) => {
    if (isStructure(leaf) || isDocumented(leaf)) return [];
    if (!PROSE.test(leaf.place)) return [`${leaf.place}: ${JSON.stringify(leaf.value)}`];
    const sentences = foreignSentences(serviceDocument, String(leaf.value), fieldAt(leaf.place));
    return sentences.map((sentence) => `${leaf.place}: ${sentence}`);
  });
}

const declared = loadBundle('openapi.declared.json');

describe('every leaf of the declared bundle', () => {
  it('is in a row of the service document, or is structure', () => {
    expect(bundleLeaves(declared).length).toBeGreaterThan(500);
    expect(foreignIn(declared)).toEqual([]);
  });

  it('is found: the table has no row that the bundle lacks', () => {
    const found = new Set(bundleLeaves(declared).map(({ place }) => place));
    const lacking = [...table.keys()].filter((place) => !found.has(place) && !place.endsWith('/data/type'));
    expect(lacking.filter((place) => place !== '/components/securitySchemes')).toEqual([]);
  });

  it('is reworded only where the document has the words behind it', () => {
    const prose = stringsUnder(declared, ['description', 'summary']).map(({ text }) => words(text));
    expect(REWORDED.filter(([, quote]) => !isSaid(serviceDocument, quote))).toEqual([]);
    expect(REWORDED.filter(([ours]) => !prose.some((text) => text.includes(ours)))).toEqual([]);
  });

  const order = '/paths/~1fapi~1v1~1order/post';
  const changes: readonly (readonly [string, (bundle: JsonObject) => void, string])[] = [
    ['an example', (bundle) => (schemaOf(bundle, 'CreateOrderRequest', 'price')['examples'] = [1]), 'price/examples'],
    [
      'a format',
      (bundle) => (schemaOf(bundle, 'CreateConditionOrderRequest', 'triggerPrice')['format'] = 'decimal'),
      'triggerPrice/format',
    ],
    ['a setting', (bundle) => (operationOf(bundle)['x-effect'] = 'money'), 'POST /fapi/v1/order/x-effect'],
    ['a license', (bundle) => (asObject(bundle['info'])['license'] = { name: 'MIT' }), '/info/license/name'],
    [
      'a security type',
      (bundle) => (operationOf(bundle)['x-security-type'] = { type: 'TRADE' }),
      'x-security-type/type',
    ],
    [
      'a closed record',
      (bundle) => (asObject(schemas(bundle)['Contract'])['additionalProperties'] = false),
      'additionalProperties',
    ],
    ['a required field', (bundle) => (asObject(schemas(bundle)['Contract'])['required'] = ['bid']), 'items/required'],
    [
      'a sentence',
      (bundle) => (operationOf(bundle)['description'] = 'Creates an order. It is filled at once.'),
      'It is filled at once.',
    ],
    ['an unsigned way', (bundle) => asList(operationOf(bundle)['security']).push({}), 'POST /fapi/v1/order/security'],
  ];
  it.each(changes)('is missed no more: %s', (_title, change, reported) => {
    const bundle = structuredClone(declared);
    change(bundle);
    expect(foreignIn(bundle).join('\n')).toContain(reported);
  });

  const schemas = (bundle: JsonObject): JsonObject => asObject(asObject(bundle['components'])['schemas']);
  const schemaOf = (bundle: JsonObject, name: string, field: string): JsonObject =>
    asObject(asObject(asObject(schemas(bundle)[name])['properties'])[field]);
  const operationOf = (bundle: JsonObject): JsonObject =>
    asObject(asObject(asObject(bundle['paths'])[order.split('/')[2]!.replaceAll('~1', '/')])['post']);
});

describe('the full bundle', () => {
  const full = loadBundle('openapi.json');

  it('marks every example', () => {
    const unmarked: string[] = [];
    const visit = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, child] of Object.entries(node)) {
        if (key === 'example' || (key === 'examples' && Array.isArray(child))) unmarked.push(`${place}/${key}`);
        if (key === 'examples' && !Array.isArray(child)) {
          for (const [name, one] of Object.entries(child as object)) {
            if (one.$ref === undefined && one['x-evidence'] === undefined) unmarked.push(`${place}/examples/${name}`);
          }
        }
        visit(child, `${place}/${key}`);
      }
    };
    visit(full, '');
    expect(unmarked).toEqual([]);
  });

  it('says how many sources there are only by counting them', () => {
    const counted = stringsUnder(full, ['x-evidence-note', 'text', 'observed', 'description']).filter(({ text }) =>
      /\bn\s*(?:[=<>≤≥])\s*\d/u.test(words(text)),
    );
    expect(counted).toEqual([]);
  });
});
