import { describe, expect, it } from 'vitest';
import { asObject, type JsonObject, loadBundle, locate, stringsUnder, words } from './bundle.js';
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

  it('is missed no more when it is a format or a sentence of ours', () => {
    const bundle = structuredClone(declared);
    asObject(locate(bundle, '/components/schemas/CreateOrderRequest/properties/price').node)['format'] = 'decimal';
    asObject(locate(bundle, '/paths/~1fapi~1v1~1order/post').node)['description'] = 'Creates an order. It is filled.';
    const found = foreignIn(bundle).join('\n');
    expect(found).toContain('price/format');
    expect(found).toContain('It is filled.');
  });
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
