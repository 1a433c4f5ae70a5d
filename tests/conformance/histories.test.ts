import { expect, it } from 'vitest';
import type { Reading } from '../../src/conformance/call/answer.js';
import type { AnyInput } from '../../src/conformance/call/input.js';
import { judgeHistory } from '../../src/conformance/judges/histories.js';
import { type HistoryOperation, type HistoryPage, readHistoryPage } from '../../src/conformance/judges/history-page.js';

const BTC = { contractName: 'E-BTC-USDT' };

/** A page, as far as a judge looks at it. */
function page(input: AnyInput, records: readonly object[]): HistoryPage {
  const reading = { kind: 'accepted', exact: records, json: records, sent: { call: {} } } as unknown as Reading;
  return readHistoryPage({ ...BTC, ...input }, reading)!;
}

const trades = (...ids: readonly number[]): readonly object[] => ids.map((id) => ({ tradeId: String(id) }));
const from = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, at) => first + at);

/** The claims that are broken, and those that hold. */
function judge(pages: readonly HistoryPage[], history: HistoryOperation = 'getTradeHistory') {
  const of = (outcome: string): readonly string[] => [
    ...new Set(
      judgeHistory(history, pages)
        .filter(({ finding }) => finding.outcome === outcome)
        .map(({ id }) => id.split('/')[2]!),
    ),
  ];
  return { broken: of('broken'), holds: of('holds') };
}

it('says nothing of a page alone that is shorter than it may be', () => {
  expect(judge([page({}, trades(1, 2, 3)), page({ limit: '5' }, trades(1, 2, 3))])).toEqual({ broken: [], holds: [] });
});

it('concludes from a longer page that a later one is too short, and from a later one nothing', () => {
  const [long, short] = [page({ limit: '9' }, trades(...from(1, 9))), page({ limit: '7' }, trades(1, 2, 3))];
  expect(judge([long, short]).broken).toEqual(['limit-honoured', 'steady']);
  expect(judge([short, long]).broken).toEqual([]);
});

it.each([
  ['the same again', from(1, 50), ['default-100']],
  ['another one, because a record has come in', from(1, 51), []],
])('after a page from its end that shows more, a page without limit that is %s', (_, last, broken) => {
  const pages = [page({}, trades(...from(1, 50))), page({ fromId: '50' }, trades(50, 51)), page({}, trades(...last))];
  expect(judge(pages).broken).toEqual(broken);
});

it.each([
  ['and what comes next is there later on', trades(...from(5, 9)), ['limit-honoured', 'steady']],
  ['and what comes next is gone, as where a history keeps so many records', trades(...from(1, 7)), []],
])('takes a page from a fromId that ends early for cut short where more was there before, %s', (_, last, broken) => {
  const whole = page({ limit: '9' }, trades(...from(1, 9)));
  const short = page({ limit: '8', fromId: '4' }, trades(4, 5, 6, 7));
  expect(judge([whole, short, page({ limit: String(last.length) }, last)]).broken).toEqual(broken);
});

it.each<[string, readonly object[], readonly object[]]>([
  ['whose records are in the order of their end', trades(1, 2, 7, 8, 9, 3, 4), trades(7, 8, 9)],
  [
    'that starts by another field',
    from(1, 9).map((id) => ({ orderId: String(10 - id - 2), tradeId: String(10 - id) })),
    from(1, 3).map((id) => ({ orderId: String(10 - id - 2), tradeId: String(10 - id) })),
  ],
])('does not take a page of a history for cut short %s', (_, all, some) => {
  const whole = page({ limit: '100' }, all);
  expect(judge([whole, page({ limit: '100', fromId: '7' }, some), whole]).broken).toEqual([]);
});

it('says once of one page that it is longer than any may be', () => {
  const found = judgeHistory('getTradeHistory', [page({ limit: '1003' }, trades(...from(1, 1003)))]);
  expect(found.filter(({ id }) => id === 'page/trades/maximum-1000')).toHaveLength(1);
});

it('judges of a page with an unknown start its length alone, and of one with an unknown limit no length', () => {
  const unproven = (input: AnyInput, count: number) => ({
    ...page(input, trades(...from(1, count))),
    knows: { limit: 'limit' in input, fromId: 'fromId' in input },
  });
  expect(judge([unproven({ limit: '5' }, 6)])).toEqual({ broken: ['limit-honoured'], holds: [] });
  expect(judge([unproven({ limit: '5' }, 5)])).toEqual({ broken: [], holds: ['limit-honoured'] });
  expect(judge([unproven({ limit: '60' }, 60), unproven({}, 50)]).broken).toEqual([]);
  expect(judge([unproven({}, 50)]).holds).toEqual([]);
});

const SHUFFLED = [71, 32, 93, 14, 55, 6, 87];

it.each<[string, readonly number[], readonly string[]]>([
  ['starts with it', [14, 55, 6, 87, 3], []],
  ['starts after it', [55, 6, 87, 3], []],
  ['goes the other way', [14, 93, 32, 71], []],
  ['is empty', [], ['from-id-starts-there']],
  ['is the same as without it', SHUFFLED, ['from-id-starts-there']],
  ['leaves out the second one', [14, 6, 87], ['from-id-starts-there']],
  ['starts elsewhere', [87, 3], ['from-id-starts-there']],
])('takes ids that are no counter as they are listed: a page from the middle that %s', (_, ids, broken) => {
  const pages = [page({ limit: '7' }, trades(...SHUFFLED)), page({ limit: '7', fromId: '14' }, trades(...ids))];
  expect(judge(pages).broken).toEqual(broken);
});

it.each<[string, readonly number[], readonly string[]]>([
  ['has those from it on, in another order again', [55, 93, 71, 87], []],
  ['has some before and some after it, by place and by number', [6, 93, 55, 14], ['from-id-starts-there']],
])('takes pages that are in no order by their numbers: a page that %s', (_, ids, broken) => {
  const pages = [page({ limit: '7' }, trades(...SHUFFLED)), page({ limit: '7', fromId: '55' }, trades(...ids))];
  expect(judge(pages).broken).toEqual(broken);
});

it('does not accuse the same page from its lowest number on, which may stand in any place', () => {
  const all = page({ limit: '7' }, trades(...SHUFFLED));
  expect(judge([all, page({ limit: '7', fromId: '6' }, trades(...SHUFFLED))]).broken).toEqual([]);
});

it('says what a long id becomes when a server reads it as a double', () => {
  const ids = from(0, 7).map((at) => ({ orderId: `20066289080413542${13 + at}` }));
  const pages = [page({ limit: '7' }, ids), page({ limit: '7', fromId: '2006628908041354215' }, ids)];
  const found = judgeHistory('getOrderHistory', pages).find(({ id }) => id.endsWith('starts-there'));
  expect(found?.finding).toMatchObject({
    problem: expect.stringMatching(/read as a double, this id is 2006628908041354240$/),
  });
});

it('does not accuse a page that begins with fromId, as the first page did when that record was the newest', () => {
  const first = page({ limit: '5' }, trades(5, 4, 3, 2, 1));
  const grown = page({ limit: '9' }, trades(...from(1, 9).toReversed()));
  expect(judge([first, grown, page({ limit: '5', fromId: '5' }, trades(5, 4, 3, 2, 1))]).broken).toEqual([]);
});

it('does not accuse a start by one number of a record while another one may be its identifier', () => {
  const both = (ids: readonly number[]): readonly object[] =>
    ids.map((id) => ({ positionId: String(id), orderId: String(id + 100) }));
  const whole = page({ limit: '7' }, both(from(1, 7)));
  const [one, other] = ['4', '104'].map((fromId) => page({ limit: '7', fromId }, both(from(1, 7))));
  expect(judge([whole, one!], 'getOrderHistory').broken).toEqual([]);
  expect(judge([whole, one!, other!], 'getOrderHistory').broken).toEqual(['from-id-starts-there']);
});

it('finds a record of another contract, and none where records are alike', () => {
  const elsewhere = (records: readonly object[]) => page({ contractName: 'E-ETH-USDT' }, records);
  expect(judge([page({}, trades(1, 2)), elsewhere(trades(2, 3))]).broken).toEqual(['filtered-by-contract']);
  expect(judge([page({}, trades(1, 2)), elsewhere(trades(3))]).holds).toEqual(['filtered-by-contract']);
  const alike = [{ amount: '1' }, { amount: '1' }];
  expect(judge([page({}, alike), elsewhere(alike)])).toEqual({ broken: [], holds: [] });
});
