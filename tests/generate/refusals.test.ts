import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { RESERVED } from '../../scripts/generate/assert-supported.js';
import { bundleDescription, type Json } from '../../scripts/generate/bundle.js';
import { readOperations, readTotalRates } from '../../scripts/generate/model.js';
import { createFuturesClient } from '../../src/index.js';

/*
 * The generator refuses what the client could not honour. Each row changes one thing of the real description, in
 * memory, and quotes the refusal: where it is, what is wrong, what to do.
 */

/** JSON to be broken on purpose: no type would let that through. */
type Editable = any;
type Row = readonly [claim: string, change: (edit: Edit) => void, refusal: string];

interface Edit {
  readonly document: Editable;
  /** createOrder: POST with a body. */
  readonly create: Editable;
  /** getTradeHistory: GET with a query. */
  readonly trades: Editable;
  readonly cancel: Editable;
  readonly path: Editable;
  /** The body schema of createOrder. */
  readonly body: Editable;
  readonly fields: Editable;
}

let bundled: Json;

beforeAll(async () => {
  bundled = await bundleDescription(resolve(import.meta.dirname, '../../openapi'), 'full');
});

function edit(): Edit {
  const document = structuredClone(bundled) as Editable;
  const { paths, components } = document;
  const path = paths['/fapi/v1/order'];
  const body = components.schemas.CreateOrderRequest;
  return {
    document,
    path,
    create: path.post,
    trades: paths['/fapi/v1/myTrades'].get,
    cancel: components.schemas.CancelOrderRequest,
    body,
    fields: body.properties,
  };
}

const scalar = 'The client writes scalars; describe one of string, number, integer, boolean.';
const forms: Row[] = [
  ['an object', ({ fields }) => (fields.price = { type: 'object' }), `createOrder: price: type "object". ${scalar}`],
  [
    'a union in the query',
    ({ trades }) => (trades.parameters[0] = { in: 'query', name: 'after', schema: { type: ['string', 'null'] } }),
    `getTradeHistory: after: type ["string","null"]. ${scalar}`,
  ],
  [
    'an enum of numbers',
    ({ fields }) => (fields.positionType.enum = [1, 2]),
    'createOrder: positionType: enum on integer. The client checks values of plain strings; list them in x-observed-values.',
  ],
  [
    'an enum whose values YAML read as something else',
    ({ fields }) => (fields.side.enum = ['BUY', true]),
    'createOrder: side: enum with values that are not strings. Quote each value.',
  ],
  [
    'a format that the type cannot carry',
    ({ fields }) => (fields.positionType.format = 'code'),
    'createOrder: positionType: format code on type number. Describe it as string.',
  ],
  [
    'a maximum that nobody checks',
    ({ fields }) => (fields.volume['x-maximum'] = '9'),
    'createOrder: volume: x-maximum without format count. The client checks no other maximum: add the format or remove it.',
  ],
  [
    'a name that needs quotes',
    ({ fields }) => (fields['stop-price'] = { type: 'number' }),
    'createOrder: stop-price: not a field name that the client can offer. Names are letters, digits, _ and $',
  ],
  [
    'a required field that is not described',
    ({ body }) => body.required.push('level'),
    'createOrder: level: required, but not among the properties. Describe it or do not require it.',
  ],
  [
    'an omission that no method stands for',
    ({ fields }) => (fields.clientOrderId['x-effect-when-omitted'] = 'money'),
    'createOrder: clientOrderId: x-effect-when-omitted, and no method of the client leaves this field out. Name the method in x-selectors',
  ],
  [
    'a safe method that the client does not have',
    ({ create }) => (create['x-safe-method'] = 'orderOnce'),
    'createOrder: x-safe-method is orderOnce. Name a member of the client that is not an operation.',
  ],
  [
    'a selector that is no field',
    ({ trades }) => (trades['x-selectors'].fields = ['contract']),
    'getTradeHistory: x-selectors: contract is not a field of the input. Name fields of the input.',
  ],
  [
    'selectors that do not say what their absence means',
    ({ trades }) => delete trades['x-selectors'].without,
    'getTradeHistory: x-selectors: without is missing. Say in words',
  ],
  [
    'a method without selectors that has no name',
    ({ trades }) => (trades['x-selectors'].methodWithout = 'some trades'),
    'getTradeHistory: x-selectors: methodWithout is some trades.',
  ],
  [
    'a method without selectors that has the name of another',
    ({ trades }) => (trades['x-selectors'].methodWithout = 'recover'),
    'recover: a second member of the client has this name',
  ],
];

const places: Row[] = [
  ...['allOf', 'anyOf', 'oneOf'].map((key): Row => [
    `a body of ${key}`,
    ({ body }) => (body[key] = [{ type: 'object' }]),
    `createOrder: a body of ${key}. Write all fields as properties of one object.`,
  ]),
  [
    'a body that is not JSON',
    ({ create }) => (create.requestBody.content = { 'text/plain': {} }),
    'createOrder: a body without application/json. Describe the JSON body.',
  ],
  [
    'query and body together',
    ({ create }) => create.parameters.push({ in: 'query', name: 'dry', schema: { type: 'boolean' } }),
    'createOrder: dry: query and body together. Move the parameter into the body, or the body into the query.',
  ],
  [
    'another header',
    ({ create }) => create.parameters.push({ in: 'header', name: 'X-Source', schema: { type: 'string' } }),
    'createOrder: X-Source: a header other than X-CH-APIKEY, X-CH-SIGN, X-CH-TS. Remove it;',
  ],
  [
    'a timestamp header of another type',
    ({ document }) => (document.components.parameters.TimestampString.schema.type = 'number'),
    // Of the first operation that has it.
    ': X-CH-TS: a signing header that is neither string nor integer. Give its schema one of these types.',
  ],
  ...['cookie', 'path'].map((place): Row => [
    `a ${place} parameter`,
    ({ trades }) => trades.parameters.push({ in: place, name: 'session', schema: { type: 'string' } }),
    `getTradeHistory: session: a ${place} parameter. Move it into the query or the body:`,
  ]),
  [
    'a parameter that is described by content',
    ({ trades }) => trades.parameters.push({ in: 'query', name: 'filter', content: { 'application/json': {} } }),
    'getTradeHistory: filter: a parameter without a schema. Describe its type in a schema.',
  ],
  [
    'a path with a parameter',
    ({ document, path }) => (document.paths['/fapi/v1/order/{id}'] = { get: { ...path.get, operationId: 'one' } }),
    'one: path parameters are not supported (/fapi/v1/order/{id}). Describe one path for each value.',
  ],
  [
    'parameters of a whole path',
    ({ path }) => (path.parameters = []),
    '/fapi/v1/order: parameters of a whole path. Write it into each operation of the path.',
  ],
  ...['put', 'delete', 'patch', 'head', 'options', 'trace'].map((method): Row => [
    `method ${method}`,
    ({ path }) => (path[method] = { ...path.post, operationId: 'changeOrder' }),
    `changeOrder: method ${method.toUpperCase()}. The client sends GET and POST; describe one of them.`,
  ]),
  [
    'an operation with an address of its own',
    ({ create }) => (create.servers = [{ url: 'https://orders.invalid' }]),
    'createOrder: its own servers. A client has one base address; remove it.',
  ],
];

const camelCase = 'the operationId is not a name in camel case. Use letters and digits, such as createOrder.';
const names: Row[] = [
  [
    'no operationId',
    ({ create }) => delete create.operationId,
    'POST /fapi/v1/order: no operationId. Give it one: it is the name of the method.',
  ],
  ['an operationId with a hyphen', ({ create }) => (create.operationId = 'create-order'), `create-order: ${camelCase}`],
  ...[...RESERVED, 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].map((name): Row => [
    `operationId ${name}`,
    ({ create }) => (create.operationId = name),
    `${name}: the client has another member of this name. Choose another operationId.`,
  ]),
  [
    'an operationId whose input has the name of another type',
    ({ create }) => (create.operationId = 'decimal'),
    'decimal: the type of its input would have the name of another. Choose another operationId.',
  ],
  [
    'an operationId twice',
    ({ trades }) => (trades.operationId = 'createOrder'),
    'createOrder: a second member of the client has this name (/fapi/v1/myTrades). Give each its own.',
  ],
];

const statements: Row[] = [
  [
    'no x-security-type',
    ({ create }) => delete create['x-security-type'],
    'createOrder: x-security-type is missing. Write { type: TRADE } or { type: PUBLIC }.',
  ],
  [
    'no x-effect',
    ({ create }) => delete create['x-effect'],
    'createOrder: x-effect is missing. Write one of read, reversible, money, wipe.',
  ],
  [
    'no x-result',
    ({ create }) => delete create['x-result'],
    'createOrder: no x-result. Say which schema and shape the answer has without its envelope.',
  ],
  [
    'another shape',
    ({ create }) => (create['x-result'].shape = 'map'),
    'createOrder: x-result.shape is map. Write one of object, single, list, acknowledgement.',
  ],
  [
    'an unknown schema',
    ({ create }) => (create['x-result'].schema = 'Receipt'),
    'createOrder: x-result.schema is Receipt. Name a schema of openapi/components/schemas.',
  ],
  [
    'a schema that is no plain object',
    ({ create }) => (create['x-result'].schema = 'CreateOrderResponse'),
    'createOrder: x-result.schema CreateOrderResponse is not one plain object. Write its properties out.',
  ],
  ['no security', ({ create }) => delete create.security, 'createOrder: no security. Write [] for a public operation,'],
  [
    'security of the key alone',
    ({ create }) => (create.security = [{ apiKey: [] }]),
    'createOrder: security of apiKey, which the client does not send like that. Write [] for a public operation,',
  ],
  [
    'a fourth security scheme',
    ({ document }) => (document.components.securitySchemes.session = { type: 'apiKey', in: 'cookie', name: 's' }),
    'components.securitySchemes.session: not one of the three signing headers. The client signs with headers only:',
  ],
  [
    'a rate of no requests',
    ({ trades }) => (trades['x-rate-limit'].requests = 0),
    'getTradeHistory: x-rate-limit: requests is 0. Write a whole number from 1: requests and perSeconds make a rate.',
  ],
  [
    'a path variant that the client cannot ask for',
    ({ path }) => (path.post['x-path-variants'] = { 'x-evidence': 'observed', older: '/fapi/v0/order' }),
    'createOrder: x-path-variants: older is not a variant that the client can ask for. Write trailingSlash: /fapi/v1/order/.',
  ],
  [
    'a path variant that nobody saw',
    ({ path }) => (path.post['x-path-variants'] = { trailingSlash: '/fapi/v1/order/' }),
    'createOrder: x-path-variants without x-evidence. Say where it was seen: one path is declared.',
  ],
  [
    'a total rate without its window',
    ({ document }) => delete document['x-rate-limits'].ip.perSeconds,
    'x-rate-limits: ip: perSeconds is missing. Write a whole number from 1: weight and perSeconds make a rate.',
  ],
];

describe.each([
  ['form of a field', forms],
  ['place of an input', places],
  ['name of an operation', names],
  ['statement about an operation', statements],
])('%s', (_, rows) => {
  test.each(rows)('refuses %s', (_claim, change, refusal) => {
    const edited = edit();
    change(edited);
    expect(() => readOperations(edited.document)).toThrow(refusal);
  });
});

test('accepts the description as it is', () => {
  expect(() => readOperations(bundled)).not.toThrow();
});

test('hands on the observed rates with their mark', () => {
  const rates = readOperations(bundled).flatMap(({ operationId, rateLimit }) =>
    rateLimit ? [[operationId, rateLimit]] : [],
  );
  const rate = { evidence: 'observed', requests: 20, perSeconds: 2 };
  expect(Object.fromEntries(rates)).toEqual({ cancelOrder: rate, getOpenOrders: rate, getTradeHistory: rate });
  expect(readTotalRates(bundled)).toEqual({
    ip: { evidence: 'observed', weight: 12_000, perSeconds: 60 },
    uid: { evidence: 'observed', weight: 60_000, perSeconds: 60 },
  });
});

test('takes the name of the timestamp header from its security scheme', () => {
  const { document } = edit();
  const { securitySchemes, parameters } = document.components;
  for (const node of [securitySchemes.timestamp, parameters.TimestampString, parameters.TimestampInteger]) {
    node.name = 'X-TIME';
  }
  const headers = (source: Json) => readOperations(source).map(({ timestampHeader }) => timestampHeader);
  expect(headers(document)).toEqual(headers(bundled));
  expect(headers(document)).toContain('integer');
});

test('reserves every member of the client that is no operation', () => {
  const ids = new Set(
    readOperations(bundled).flatMap(({ operationId, selectors }) => [operationId, selectors?.methodWithout]),
  );
  const members = Object.keys(createFuturesClient({ baseUrl: 'https://futures.invalid' }));
  expect(RESERVED).toEqual(expect.arrayContaining(members.filter((name) => !ids.has(name))));
});
