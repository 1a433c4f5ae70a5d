import { describe, expect, test } from 'vitest';
import { createIndex } from '../../../scripts/docs/browser/search-index.js';
import type { Entry } from '../../../scripts/docs/search-entries.js';
import { read } from '../site.js';

/** The index of the site's own search. */
const entries = JSON.parse(read('search-index.js').replace('globalThis.futuresDocsIndex=', '')) as readonly Entry[];
const find = createIndex(entries);
const onStart = (typed: string) => find(typed, 'index');

const hrefs = (typed: string, pageId = 'index'): readonly string[] =>
  find(typed, pageId).groups.flatMap((group) => group.entries.map(({ href }) => href));

const TROUBLE = 'troubleshooting.html#troubleshooting-';

/** Queries of people, and the page of the first result. */
const QUERIES: readonly (readonly [typed: string, first: string])[] = [
  ['timestamp for this request is outside of the recvWindow', `${TROUBLE}timestamp-for-this-request`],
  ['ECONNRESET', `${TROUBLE}my-order-hung`],
  ['order was sent twice', `${TROUBLE}the-same-order-is-there-twice`],
  ['429', `${TROUBLE}429-or--1003`],
  ['ECONNREFUSED', `${TROUBLE}cannot-connect`],
  ['FUTURES_API_SECRET not set', `${TROUBLE}futures_api_key`],
  ['cancel everything', `${TROUBLE}i-need-to-cancel-everything-now`],
  ['batch orders', 'quick-start.html#quick-start-positions-balances-and-push-not-available'],
  ['sell short', 'market-orders.html#market-orders-closing'],
  ['PnL', 'getProfitHistory.html'],
  ['P&L', 'getProfitHistory.html'],
  ['orders per second', 'limits.html'],
  ['one-way', 'changePositionMode.html'],
  ['add margin', 'adjustPositionMargin.html'],
  ['isolated', 'changeMarginMode.html'],
  ['stop-limit', 'createConditionOrder.html'],
  // In people's own words.
  ['how do I set my leverage', 'changeLeverage.html'],
  ['leverage limits', `${TROUBLE}leverage-or-margin-mode`],
  ['see my open orders', 'getOpenOrders.html'],
  ['how do I test my bot', 'test-your-program.html'],
  ['stop all my orders', `${TROUBLE}i-need-to-cancel-everything-now`],
  ['how do I recover after a crash', 'orders.html#orders-after-a-crash-recover'],
  ['how do I log what is sent', 'observability.html'],
  ['can I use postman', 'sidecar.html'],
  ['past trades', 'histories.html'],
  ['418', 'limits.html#limits-pauses'],
  ['modify order', 'quick-start.html#quick-start-positions-balances-and-push-not-available'],
  ['liquidation', 'sandbox.html'],
];

describe('search', () => {
  test.each([
    ['timestamp.window', 'unknowns.html#unknown.timestamp.window'],
    ['1021', 'error-codes.html#code.-1021'],
    ['−1021', 'error-codes.html#code.-1021'],
    ['110049', 'error-codes.html#code.110049'],
    ['getOpenOrders.response.transactTime', 'getOpenOrders.html#getOpenOrders.response.transactTime'],
    ['createOrder client order id', 'createOrder.html#createOrder.request.clientOrderId'],
    ['sign/refusal-shows-no-secret', 'conformance-checks.html#check.sign/refusal-shows-no-secret'],
    ['What is declared, and what is not', 'quick-start.html#quick-start-what-is-declared-and-what-is-not'],
  ])('for %s finds the thing of that name first', (typed, href) => {
    expect(hrefs(typed)[0]).toBe(href);
  });

  test.each(QUERIES)('%s leads first to %s', (typed, first) => {
    expect(hrefs(typed)[0]).toMatch(new RegExp(`^${first}`));
  });

  test('finds by the beginning of a word, and in spite of a slip in a long one', () => {
    expect(hrefs('clientOrd')[0]).toMatch(/\.clientOrderId$/);
    expect(hrefs('positonType')[0]).toMatch(/\.positionType$/);
    expect(hrefs('laverage').join()).toContain('changeLeverage');
    expect(hrefs('positions').join()).toContain('positions-balances-and-push-not-available');
    expect(hrefs('418', 'getOrder').filter((href) => href.endsWith('.errors'))).toHaveLength(1);
  });

  test('takes no other number for the one that was typed', () => {
    expect(hrefs('-1021').filter((href) => href.includes('#code.'))).toEqual(['error-codes.html#code.-1021']);
  });

  test('prefers what is on the page that is open', () => {
    const names = ['createOrder', 'createConditionOrder', 'getOrder'] as const;
    expect(names.map((name) => hrefs('price', name)[0])).toEqual([
      'createOrder.html#createOrder.request.price',
      'createConditionOrder.html#createConditionOrder.request.price',
      'getOrder.html#getOrder.response.price',
    ]);
  });

  test('finds each field of each operation: first by its address, and by its name on its page', () => {
    const fields = entries.filter(({ href }) => /#(?!unknown)\w+\.(?:header|request|response)\.\S/.test(href));
    expect(fields.length).toBeGreaterThan(200);
    const byAddress = fields.filter(({ href }) => hrefs(href.split('#')[1]!)[0] !== href);
    expect(byAddress.map(({ href }) => href)).toEqual([]);
    const byName = fields.filter(({ href }) => {
      const [page = '', address = ''] = href.split('.html#');
      return !hrefs(address.replace(/^\w+\.\w+\./, ''), page).includes(href);
    });
    expect(byName.map(({ href }) => href)).toEqual([]);
  });

  test('finds what has most of the words of a sentence when nothing has all', () => {
    expect(onStart('why is my signature refused with bananas').total).toBeGreaterThan(0);
  });

  test('shows twelve at most, page by page, and says how many there are', () => {
    const { total, groups } = onStart('order');
    expect(total).toBeGreaterThan(100);
    expect(groups.flatMap((group) => group.entries)).toHaveLength(12);
    expect(new Set(groups.map(({ page }) => page)).size).toBe(groups.length);
    for (const { page, entries: inGroup } of groups) for (const entry of inGroup) expect(entry.page).toBe(page);
  });

  test.each(['', '  ', '-', '/'])('finds nothing for %j', (typed) => {
    expect(onStart(typed)).toEqual({ total: 0, groups: [] });
  });

  test('has an entry for each address, with words that do not run into each other', () => {
    expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
    const price = entries.find(({ href }) => href.endsWith('#createOrder.request.price'))!;
    expect(price.text).toMatch(/^price string \| number \| bigint required Order price\. /);
    expect(entries.filter(({ text, title }) => /<\/?(?:a|code|p|span|td)\b|&\w+;/.test(text + title))).toEqual([]);
  });
});
