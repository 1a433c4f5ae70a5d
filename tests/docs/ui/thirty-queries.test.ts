import { expect, test } from 'vitest';
import type { Entry } from '../../../scripts/docs/browser/search-entries.js';
import { createIndex } from '../../../scripts/docs/browser/search-index.js';
import { read } from '../site.js';

const entries = JSON.parse(read('search-index.js').replace('globalThis.futuresDocsIndex=', '')) as readonly Entry[];
const index = createIndex(entries);
const find = (typed: string) => index(typed, 'index');
const TROUBLE = 'troubleshooting.html#troubleshooting-';

/** What people type, and where the first result has to lead. */
const QUERIES: readonly (readonly [typed: string, first: string])[] = [
  ['signature for this request is not valid', `${TROUBLE}signature-for-this-request-is-not-valid--1022`],
  ['invalid signature', `${TROUBLE}signature-for-this-request-is-not-valid--1022`],
  ['timestamp for this request is outside of the recvWindow', `${TROUBLE}timestamp-for-this-request`],
  ['clock is wrong', `${TROUBLE}timestamp-for-this-request`],
  ['order not found', `${TROUBLE}order-does-not-exist`],
  ['Order does not exist.', `${TROUBLE}order-does-not-exist`],
  ['my order hung', `${TROUBLE}my-order-hung`],
  ['order stuck', `${TROUBLE}my-order-hung`],
  ['lost response', `${TROUBLE}my-order-hung`],
  ['connection reset', `${TROUBLE}my-order-hung`],
  ['ECONNRESET', `${TROUBLE}my-order-hung`],
  ['duplicate order', `${TROUBLE}the-same-order-is-there-twice`],
  ['order was sent twice', `${TROUBLE}the-same-order-is-there-twice`],
  ['double order', `${TROUBLE}the-same-order-is-there-twice`],
  ['429', `${TROUBLE}429-or--1003`],
  ['too many requests', `${TROUBLE}429-or--1003`],
  ['ECONNREFUSED', `${TROUBLE}cannot-connect`],
  ['balance insufficient', `${TROUBLE}balance-insufficient`],
  ['Invalid symbol', `${TROUBLE}invalid-symbol`],
  ['invalid api key', `${TROUBLE}invalid-api-key`],
  ['FUTURES_API_SECRET not set', `${TROUBLE}futures_api_key`],
  ['cancel everything', `${TROUBLE}i-need-to-cancel-everything-now`],
  ['cancel all', 'cancelAllOrders.html'],
  ['cancelAllOrders', 'cancelAllOrders.html'],
  ['-2017', 'error-codes.html#code.-2017'],
  ['price precision', `${TROUBLE}price-or-volume-refused`],
  ['rate limits', 'limits.html'],
  ['sandbox', 'sandbox.html'],
  ['place an order', 'quick-start.html#quick-start-place-an-order'],
  ['create order', 'createOrder.html'],
  ['change leverage', 'changeLeverage.html'],
  ['signature calculator', 'calculator.html'],
  ['conformance', 'conformance.html'],
  ['getOpenOrders', 'getOpenOrders.html'],
  // In people's own words.
  ['how do I sign', 'signing.html'],
  ['how to sign a request', 'signing.html'],
  ['what is an outcome', 'errors.html'],
  ['how do I set my leverage', 'changeLeverage.html'],
  ['see my open orders', 'getOpenOrders.html'],
  ['how do I test my bot', 'sandbox.html'],
  ['stop all my orders', `${TROUBLE}i-need-to-cancel-everything-now`],
  ['how do I recover after a crash', 'orders.html#orders-after-a-crash-recover'],
  ['how do I log what is sent', 'observability.html'],
  ['can I use postman', 'sidecar.html'],
  ['my clock is off', 'clock.html'],
  ['past trades', 'histories.html'],
];

test.each(QUERIES)('%s leads first to %s', (typed, first) => {
  const href = find(typed).groups[0]?.entries[0]?.href ?? 'nothing';
  expect(href.startsWith(first), href).toBe(true);
});
