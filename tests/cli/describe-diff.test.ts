import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type DescriptionDiff, diffDescriptions } from '../../src/cli/describe/diff.js';
import { toDiffText } from '../../src/cli/describe/diff-text.js';
import { type DescriptionDocument, readDocument } from '../../src/cli/describe/document.js';
import { futures } from './futures.js';

const load = (): any => JSON.parse(readFileSync('generated/openapi.json', 'utf8')); // oxlint-disable-line no-explicit-any -- edited at will
const folder = mkdtempSync(join(tmpdir(), 'describe-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Edit = (document: ReturnType<typeof load>) => void;

/** What an edit of the shipped description changes. */
function changed(edit: Edit): DescriptionDiff {
  const [older, newer] = [load(), load()];
  edit(newer);
  return diffDescriptions(older as DescriptionDocument, newer as DescriptionDocument);
}

const nothing: Edit = () => undefined;
const request = (document: ReturnType<typeof load>) => document.components.schemas.CreateOrderRequest;
const contract = (document: ReturnType<typeof load>) => document.components.schemas.Contract;

test('a description and itself, or itself in other words, have no difference', () => {
  expect(changed(nothing)).toEqual({ version: 1, callers: 'compatible', servers: 'compatible', changes: [] });
  const words: Edit = (document) => {
    document.paths['/fapi/v1/order'].post.description = 'Another text.';
  };
  expect(changed(words).changes).toEqual([]);
});

test('what is the same on the wire breaks nothing', () => {
  const order = (d: ReturnType<typeof load>) => d.paths['/fapi/v1/order'];
  const same: Edit[] = [
    (d) =>
      order(d).post.security.splice(0, 1, Object.fromEntries(Object.entries(order(d).post.security[0]).toReversed())),
    (d) => (request(d).properties.side.enum = request(d).properties.side.enum.toReversed()),
    (d) => {
      d.paths['/fapi/v1/cancel'].parameters = d.paths['/fapi/v1/cancel'].post.parameters;
      delete d.paths['/fapi/v1/cancel'].post.parameters;
    },
  ];
  for (const edit of same) expect(changed(edit).changes).toEqual([]);
  const renamed = changed((d) => (order(d).post.operationId = 'placeOrder'));
  expect(renamed).toMatchObject({ callers: 'compatible', servers: 'compatible' });
  expect(renamed.changes.map(({ what }) => what)).toEqual(['operationId']);
});

describe('is breaking for callers and for servers as it should be', () => {
  const cases: [string, Edit, string, 'breaking' | 'compatible', 'breaking' | 'compatible'][] = [
    [
      'a field that must be sent is new',
      (d) => ((request(d).properties.fee = { type: 'number' }), request(d).required.push('fee')),
      'createOrder request fee',
      'breaking',
      'breaking',
    ],
    [
      'a field that may be sent is new',
      (d) => (request(d).properties.fee = { type: 'number' }),
      'createOrder request fee',
      'compatible',
      'breaking',
    ],
    [
      'a field of a request has a pattern',
      (d) => (request(d).properties.clientOrderId.pattern = '^a'),
      'createOrder request clientOrderId',
      'breaking',
      'compatible',
    ],
    [
      'a field of a request is gone',
      (d) => delete request(d).properties.clientOrderId,
      'createOrder request clientOrderId',
      'breaking',
      'compatible',
    ],
    [
      'a field need no longer be sent',
      (d) => (request(d).required = request(d).required.filter((n: string) => n !== 'price')),
      'createOrder request price',
      'compatible',
      'breaking',
    ],
    [
      'a declared type changed',
      (d) => (request(d).properties.price.type = 'string'),
      'createOrder request price',
      'breaking',
      'breaking',
    ],
    [
      'a request takes one value more',
      (d) => request(d).properties.timeInForce.enum.push('GTC'),
      'createOrder request timeInForce',
      'compatible',
      'breaking',
    ],
    [
      'a request takes one value less',
      (d) => request(d).properties.timeInForce.enum.pop(),
      'createOrder request timeInForce',
      'breaking',
      'compatible',
    ],
    [
      'a field of a response is new',
      (d) => (contract(d).properties.tick = { type: 'string' }),
      'tick',
      'compatible',
      'compatible',
    ],
    ['a field of a response is gone', (d) => delete contract(d).properties.bid, 'bid', 'breaking', 'compatible'],
    ['an operation is gone', (d) => delete d.paths['/fapi/v1/ping'], 'ping', 'breaking', 'compatible'],
    [
      'an operation is new',
      (d) => (d.paths['/fapi/v1/invented'] = { get: { operationId: 'getInvented', responses: {} } }),
      'getInvented',
      'compatible',
      'breaking',
    ],
    [
      'an operation moved',
      (d) => ((d.paths['/fapi/v2/ping'] = d.paths['/fapi/v1/ping']), delete d.paths['/fapi/v1/ping']),
      'ping',
      'breaking',
      'breaking',
    ],
    [
      'an observed field is gone',
      (d) => delete request(d).properties.orderUnit,
      'createOrder request orderUnit',
      'compatible',
      'compatible',
    ],
  ];
  test.each(cases)('%s', (_, edit, at, callers, servers) => {
    const diff = changed(edit);
    expect(diff).toMatchObject({ callers, servers });
    expect(diff.changes).toHaveLength(1);
    expect(diff.changes[0]!.at).toContain(at);
  });
});

test('marks that change are shown as such, once for what they stand on', () => {
  const declared = changed((d) => (request(d).properties.orderUnit['x-evidence'] = 'declared'));
  expect(declared.changes).toMatchObject([
    { at: 'createOrder request orderUnit', marks: { before: 'observed', after: 'declared' } },
  ]);
  expect(declared.servers).toBe('breaking');
  const answered = changed((d) => {
    d['x-unknowns'].find(({ id }: { id: string }) => id === 'signing.prefix').observed = 'It is.';
  });
  expect(toDiffText(answered)).toContain('open question signing.prefix');
});

test('a person reads what breaks first, and the verdict last', () => {
  const text = toDiffText(
    changed((d) => {
      request(d).properties.price.type = 'string';
      contract(d).properties.tick = { type: 'string', 'x-evidence': 'observed' };
    }),
  );
  expect(text).toMatchInlineSnapshot(`
    "Breaking for callers and servers
      createOrder request price  type: number → string (declared)

    Compatible
      getContracts response 200 body data contracts[] tick  added (not specified → observed)

    2 changes. For callers: breaking. For servers: breaking.
    "
  `);
});

test.each([
  ['', 'damaged, or YAML'],
  ['openapi: 3.1.0', 'damaged, or YAML'],
  ['{"version":1,"results":[]}', 'is not an OpenAPI description'],
  ['{"openapi":"2.0","paths":{}}', 'is of OpenAPI 2.0, not 3'],
])('a file that is not a description is refused by name: %s', (text, problem) => {
  const file = join(folder, 'bad.json');
  writeFileSync(file, text);
  expect(() => readDocument(file)).toThrow(problem);
  expect(() => readDocument(file)).toThrow('bad.json ');
});

test('references that lead in a circle or nowhere end', () => {
  const schema = { $ref: '#/components/schemas/A' };
  const paths = { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } };
  const schemas = { A: { properties: { a: schema, b: { $ref: '#/nowhere' } } } };
  const document = { openapi: '3.1.0', paths, components: { schemas } };
  expect(diffDescriptions(document, document).changes).toEqual([]);
});

test('the command ends with the code of what it found', async () => {
  const newer = join(folder, 'new.json');
  const document = load();
  delete document.paths['/fapi/v1/ping'];
  writeFileSync(newer, JSON.stringify(document));
  const { code, stdout } = await futures(['describe', 'diff', 'generated/openapi.json', newer, '--json']);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { version: 1, callers: 'breaking' }]);
});
