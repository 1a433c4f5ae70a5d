import { describe, expect, it } from 'vitest';
import { asList, asObject, type JsonObject, join, loadBundle, locate, stringsUnder, words } from './bundle.js';
import { bundleLeaves, faultsIn } from './declared-leaves.js';
import { isSaid, REWORDED } from './declared-prose.js';
import { foreignNames, placedExamples } from './example-walk.js';
import { serviceDocument } from './service-document.js';

const full = loadBundle('openapi.json');
const declared = loadBundle('openapi.declared.json');

const ORDER = '/components/schemas/CreateOrderRequest/properties';

/** The next step of a person whose fact has no origin. */
const ADVICE =
  'mark what the service document does not say (x-evidence in openapi/), or transcribe it in tests/source/service-document/';

describe.each([
  ['openapi.json', full],
  ['openapi.declared.json', declared],
])('generated/%s', (_name, bundle) => {
  it('says without a mark what the service document says, no more and no less', () => {
    expect(bundleLeaves(bundle).length).toBeGreaterThan(500);
    expect(faultsIn(bundle, serviceDocument), ADVICE).toEqual([]);
  });

  it('says how many sources there are only by counting them', () => {
    const prose = stringsUnder(bundle, ['x-evidence-note', 'text', 'observed', 'description', 'summary']);
    expect(prose.filter(({ text }) => /\bn\s*(?:[=<>≤≥])\s*\d/u.test(words(text)))).toEqual([]);
  });
});

it.each<[string, (bundle: JsonObject, post: JsonObject) => unknown]>([
  ['a fact is marked', (_, post) => (post['x-evidence'] = 'observed')],
  [
    'a mark is lost',
    (bundle) => delete asObject(locate(bundle, '/components/responses/RateLimit410').node)['x-evidence'],
  ],
  ['a fact is lost', (bundle) => delete asObject(locate(bundle, `${ORDER}/price`).node)['type']],
  ['a value is changed', (bundle) => (asObject(locate(bundle, `${ORDER}/open`).node)['enum'] = ['OPEN', 'SHUT'])],
  ['a format is added', (bundle) => (asObject(locate(bundle, `${ORDER}/price`).node)['format'] = 'decimal')],
  ['a field is added', (bundle) => (asObject(locate(bundle, ORDER).node)['leverage'] = { description: 'Leverage.' })],
  ['a status is added', (_, post) => (asObject(post['responses'])['400'] = { description: 'not shown' })],
  ['a sentence is added', (_, post) => (post['description'] = `${String(post['description'])} It is filled.`)],
  ['a rule is lost', (bundle) => (asObject(locate(bundle, '/paths/~1fapi~1v1~1cancel/post').node)['description'] = '')],
])('is red once %s', (_title, change) => {
  const bundle = structuredClone(full);
  change(bundle, asObject(locate(bundle, '/paths/~1fapi~1v1~1order/post').node));
  expect(faultsIn(bundle, serviceDocument)).not.toEqual([]);
});

it('the declared bundle holds no evidence mark, no note, no observed text and no setting of our tools', () => {
  expect(JSON.stringify(declared)).not.toMatch(
    /"(?:x-evidence|x-observed)[\w-]*":|"observed":[^n]|"x-(?:effect|selectors|result|format|sources|hints)/u,
  );
});

it('declared prose is reworded only where the document has the words behind it', () => {
  const prose = stringsUnder(declared, ['description', 'summary']).map(({ text }) => words(text));
  expect(REWORDED.filter(([, quote]) => !isSaid(serviceDocument, quote))).toEqual([]);
  expect(REWORDED.filter(([ours]) => !prose.some((text) => text.includes(ours)))).toEqual([]);
});

describe('examples', () => {
  const examples = placedExamples(full);

  it('are marked, are used, and have only names of their schema', () => {
    expect(examples.filter(({ marked }) => !marked)).toEqual([]);
    expect(examples.flatMap((example) => foreignNames(full, example))).toEqual([]);
    const placed = new Set(examples.map(({ pointer }) => pointer));
    const components = Object.keys(asObject(asObject(full['components'])['examples']));
    expect(components.filter((name) => !placed.has(join('/components/examples', name, 'value')))).toEqual([]);
  });

  it('have only foreign names once no schema has properties', () => {
    const bundle = JSON.parse(JSON.stringify(full).replaceAll('"properties":', '"x-lost":')) as JsonObject;
    const silent = placedExamples(bundle).filter(
      (example) =>
        Object.keys(asObject(asList(example.value)[0] ?? example.value)).length > 0 &&
        foreignNames(bundle, example).length === 0,
    );
    expect(silent).toEqual([]);
  });
});
