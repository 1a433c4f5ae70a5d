import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { RESERVED } from '../../scripts/generate/assert-supported.js';
import { bundleDescription } from '../../scripts/generate/bundle.js';
import type { Json } from '../../scripts/generate/references.js';
import { readOperations, readTotalRates } from '../../scripts/generate/model.js';
import { createFuturesClient } from '../../src/index.js';
import { folderOfTest, writeProgram } from '../support/folder.js';

/* The generator refuses what the client could not honour. Each row changes one thing of the real description, in memory. */

/** JSON to be broken on purpose: no type would let that through. */
type Editable = any;

interface Edit {
  readonly document: Editable;
  readonly create: Editable;
  readonly trades: Editable;
  readonly cancel: Editable;
  readonly path: Editable;
  readonly body: Editable;
  readonly fields: Editable;
}

let bundled: Json;

beforeAll(async () => void (bundled = await bundleDescription(resolve(import.meta.dirname, '../../openapi'), 'full')));

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
const camelCase = 'the operationId is not a name in camel case. Use letters and digits, such as createOrder.';
const order = '/fapi/v1/order';
const text = { type: 'string' };

/** Each begins where the fault is, and says what to do. */
const REFUSALS: Readonly<Record<string, (edit: Edit) => unknown>> = {
  // The mark of a property that the service document cannot have.
  'openapi/components/schemas/OrderReceipt.yaml: fee: no x-evidence. The service document does not have it: mark it': (
    e,
  ) => (e.document.components.schemas.OrderReceipt.properties.fee = text),
  'openapi/components/schemas/CreateOrderRequest.yaml: volume: no x-evidence.': (e) =>
    (e.create['x-evidence'] = 'assumed'),
  // The form of a field.
  [`createOrder: price: type "object". ${scalar}`]: (e) => (e.fields.price = { type: 'object' }),
  [`getTradeHistory: after: type ["string","null"]. ${scalar}`]: (e) =>
    (e.trades.parameters[0] = { in: 'query', name: 'after', schema: { type: ['string', 'null'] } }),
  'createOrder: positionType: enum on integer. The client checks values of plain strings;': (e) =>
    (e.fields.positionType.enum = [1, 2]),
  'createOrder: side: enum with values that are not strings. Quote each value.': (e) =>
    (e.fields.side.enum = ['BUY', true]),
  'createOrder: positionType: format code on type number. Describe it as string.': (e) =>
    (e.fields.positionType.format = 'code'),
  'createOrder: volume: x-maximum without format count. The client checks no other maximum:': (e) =>
    (e.fields.volume['x-maximum'] = '9'),
  'createOrder: stop-price: not a field name that the client can offer. Names are letters, digits, _ and $': (e) =>
    (e.fields['stop-price'] = { type: 'number' }),
  'createOrder: level: required, but not among the properties. Describe it or do not require it.': (e) =>
    e.body.required.push('level'),
  'createOrder: clientOrderId: x-effect-when-omitted, and no method of the client leaves this field out.': (e) =>
    (e.fields.clientOrderId['x-effect-when-omitted'] = 'money'),
  'createOrder: x-safe-method is orderOnce. Name a member of the client that is not an operation.': (e) =>
    (e.create['x-safe-method'] = 'orderOnce'),
  'getTradeHistory: x-selectors: contract is not a field of the input. Name fields of the input.': (e) =>
    (e.trades['x-selectors'].fields = ['contract']),
  'getTradeHistory: x-selectors: without is missing. Say in words': (e) => delete e.trades['x-selectors'].without,
  'getTradeHistory: x-selectors: methodWithout is some trades.': (e) =>
    (e.trades['x-selectors'].methodWithout = 'some trades'),
  'recover: a second member of the client has this name': (e) => (e.trades['x-selectors'].methodWithout = 'recover'),
  // The place of an input.
  ...Object.fromEntries(
    ['allOf', 'anyOf', 'oneOf'].map((key) => [
      `createOrder: a body of ${key}. Write all fields as properties of one object.`,
      (e: Edit) => (e.body[key] = [{ type: 'object' }]),
    ]),
  ),
  'createOrder: a body without application/json. Describe the JSON body.': (e) =>
    (e.create.requestBody.content = { 'text/plain': {} }),
  'createOrder: dry: query and body together. Move the parameter into the body, or the body into the query.': (e) =>
    e.create.parameters.push({ in: 'query', name: 'dry', schema: { type: 'boolean' } }),
  'createOrder: X-Source: a header other than X-CH-APIKEY, X-CH-SIGN, X-CH-TS. Remove it;': (e) =>
    e.create.parameters.push({ in: 'header', name: 'X-Source', schema: text }),
  // Of the first operation that has it.
  ': X-CH-TS: a signing header that is neither string nor integer. Give its schema one of these types.': (e) =>
    (e.document.components.parameters.TimestampString.schema.type = 'number'),
  ...Object.fromEntries(
    ['cookie', 'path'].map((place) => [
      `getTradeHistory: session: a ${place} parameter. Move it into the query or the body:`,
      (e: Edit) => e.trades.parameters.push({ in: place, name: 'session', schema: text }),
    ]),
  ),
  'getTradeHistory: filter: a parameter without a schema. Describe its type in a schema.': (e) =>
    e.trades.parameters.push({ in: 'query', name: 'filter', content: { 'application/json': {} } }),
  'one: path parameters are not supported (/fapi/v1/order/{id}). Describe one path for each value.': (e) =>
    (e.document.paths[`${order}/{id}`] = { get: { ...e.path.get, operationId: 'one' } }),
  '/fapi/v1/order: parameters of a whole path. Write it into each operation of the path.': (e) =>
    (e.path.parameters = []),
  ...Object.fromEntries(
    ['put', 'delete', 'patch', 'head', 'options', 'trace'].map((method) => [
      `changeOrder: method ${method.toUpperCase()}. The client sends GET and POST; describe one of them.`,
      (e: Edit) => (e.path[method] = { ...e.path.post, operationId: 'changeOrder' }),
    ]),
  ),
  'createOrder: its own servers. A client has one base address; remove it.': (e) =>
    (e.create.servers = [{ url: 'https://orders.invalid' }]),
  // The name of an operation.
  'POST /fapi/v1/order: no operationId. Give it one: it is the name of the method.': (e) => delete e.create.operationId,
  [`create-order: ${camelCase}`]: (e) => (e.create.operationId = 'create-order'),
  ...Object.fromEntries(
    [...RESERVED, 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].map((name) => [
      `${name}: the client has another member of this name. Choose another operationId.`,
      (e: Edit) => (e.create.operationId = name),
    ]),
  ),
  'decimal: the type of its input would have the name of another. Choose another operationId.': (e) =>
    (e.create.operationId = 'decimal'),
  'createOrder: a second member of the client has this name (/fapi/v1/edit_lever). Give each its own.': (e) =>
    (e.document.paths['/fapi/v1/edit_lever'].post.operationId = 'createOrder'),
  // Statements about an operation.
  'createOrder: x-security-type is missing. Write { type: TRADE } or { type: PUBLIC }.': (e) =>
    delete e.create['x-security-type'],
  'createOrder: x-effect is missing. Write one of read, reversible, money, wipe.': (e) => delete e.create['x-effect'],
  'openapi/paths/fapi_v1_order.yaml: createOrder: x-effect is read, which the name does not say. Write getCreateOrder:':
    (e) => (e.create['x-effect'] = 'read'),
  'getTradeHistory: x-effect is money, which the name does not say. Write read as its x-effect: a read begins with get.':
    (e) => (e.trades['x-effect'] = 'money'),
  ...Object.fromEntries(
    ['summary', 'description', 'tags'].map((name) => [
      `createOrder: no ${name}. Write one, as the other files`,
      (e: Edit) => delete e.create[name],
    ]),
  ),
  'createOrder: no example of the request. Give the body': (e) =>
    delete e.create.requestBody.content['application/json'].examples,
  'getTradeHistory: no example of the 200 response. Give it': (e) => delete e.trades.responses['200'].content,
  'getTradeHistory: a form of the 200 response has no description. Say in one sentence': (e) =>
    (e.trades.responses['200'].content['application/json'].schema = { type: 'array' }),
  'getTradeHistory: after: no example. Give it a named one': (e) =>
    e.trades.parameters.push({ in: 'query', name: 'after', schema: text }),
  'createOrder: no x-result. Say which schema and shape the answer has without its envelope.': (e) =>
    delete e.create['x-result'],
  'createOrder: x-result.shape is map. Write one of object, single, list, acknowledgement.': (e) =>
    (e.create['x-result'].shape = 'map'),
  'createOrder: x-result.schema is Receipt. Name a schema of openapi/components/schemas.': (e) =>
    (e.create['x-result'].schema = 'Receipt'),
  'createOrder: x-result.schema CreateOrderResponse is not one plain object. Name one record, written out.': (e) =>
    (e.create['x-result'].schema = 'CreateOrderResponse'),
  'createOrder: no security. Write [] for a public operation,': (e) => delete e.create.security,
  'createOrder: security of apiKey, which the client does not send like that.': (e) =>
    (e.create.security = [{ apiKey: [] }]),
  'components.securitySchemes.session: not one of the three signing headers.': (e) =>
    (e.document.components.securitySchemes.session = { type: 'apiKey', in: 'cookie', name: 's' }),
  'getTradeHistory: x-rate-limit: requests is 0. Write a whole number from 1:': (e) =>
    (e.trades['x-rate-limit'].requests = 0),
  'createOrder: x-path-variants: older is not a variant that the client can ask for.': (e) =>
    (e.create['x-path-variants'] = { 'x-evidence': 'observed', older: '/fapi/v0/order' }),
  'createOrder: x-path-variants without x-evidence. Say where it was seen: one path is declared.': (e) =>
    (e.create['x-path-variants'] = { trailingSlash: `${order}/` }),
  'x-rate-limits: ip: perSeconds is missing. Write a whole number from 1:': (e) =>
    delete e.document['x-rate-limits'].ip.perSeconds,
};

test.each(Object.entries(REFUSALS))('refuses with %s', (refusal, change) => {
  const edited = edit();
  change(edited);
  expect(() => readOperations(edited.document)).toThrow(refusal);
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

test('npm run generate prints a refusal alone, and fails', () => {
  const folder = folderOfTest();
  writeProgram(folder, 'openapi.yaml', 'x: [\n');
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/generate.ts', folder, folder]);
  expect([status, String(stderr)]).toEqual([1, expect.stringMatching(/^.* in ".*openapi.yaml" \(\d+:1\)\n$/)]);
});
