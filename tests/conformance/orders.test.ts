import { expect, it } from 'vitest';
import type { Reading } from '../../src/conformance/call/answer.js';
import type { TracedCall } from '../../src/conformance/call/traced-call.js';
import { readOrderBook } from '../../src/conformance/judges/order-book.js';
import { judgeOrdersOfRun } from '../../src/conformance/judges/orders.js';
import { operations } from '../../src/conformance/model/operations.js';
import { areRounded } from '../../src/conformance/model/rounded-ids.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { acting, answering } from '../../src/faulty-servers/mutations/mutation.js';
import { DEFAULT_CONTRACTS } from '../../src/sandbox/exchange/markets/contracts.js';
import { createPatchedSandbox } from '../../src/sandbox/sandbox.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { CREDENTIALS, runInProcess } from './sandboxes.js';

const PATIENCE_MS = 10;
const [BTC, ETH] = ['E-BTC-USDT', 'E-ETH-USDT'];

type Line = readonly [operation: keyof typeof operations, input: object, result?: unknown];

const SHOWN = { contractName: BTC, side: 'BUY', price: '1', origQty: '1' };
const create = (orderId: string, contractName = BTC, price = '1'): Line => [
  'createOrder',
  { contractName, side: 'BUY', type: 'LIMIT', price, volume: '1' },
  { orderId },
];
const list = (ids: readonly string[], contractName?: string): Line => [
  'getOpenOrders',
  contractName === undefined ? {} : { contractName },
  ids.map((orderId) => ({ orderId, ...SHOWN, contractName: orderId.startsWith('e') ? ETH : BTC })),
];
/** Two orders of one contract, the second of which is shown otherwise. */
const withSecond = (fields: object): Line => [
  'getOpenOrders',
  { contractName: BTC },
  ['b1', 'b2'].map((orderId) => ({ orderId, ...SHOWN, ...(orderId === 'b2' && fields) })),
];
const filled = (...pairs: readonly string[]): readonly object[] =>
  pairs.flatMap((orderId, at) => (at % 2 === 0 ? [{ ...SHOWN, orderId, executedQty: pairs[at + 1] }] : []));
/** Orders at these prices, and a list of them with the last one at another price. */
const priced = (prices: readonly string[], shown: string): readonly Line[] => [
  ...prices.map((price): Line => ['createOrder', { ...create('')[1], price }, { orderId: `p${price}` }]),
  [
    'getOpenOrders',
    { contractName: BTC },
    [
      ...['b1', 'b2'].map((orderId) => ({ ...SHOWN, orderId })),
      ...prices.map((price) => ({ ...SHOWN, orderId: `p${price}`, price: price === prices.at(-1) ? shown : price })),
    ],
  ],
];
/** An order of TWO as a record that shows its price and what was paid. */
const paid = (avgPrice: string, price = '1', orderId = 'b1'): Line => [
  'getOrder',
  {},
  { ...SHOWN, orderId, price, avgPrice },
];
/** Refused without a result, and unclear with none. */
const cancel = (input: object, result?: unknown): Line => ['cancelOrder', input, result];
const DONE = {};

/** The checks that are broken, of calls with so much time between them. */
function brokenIn(lines: readonly Line[], everyMs = 2 * PATIENCE_MS): readonly string[] {
  const calls = lines.map(([operationId, input, exact], at): TracedCall => {
    const kind = exact === undefined ? 'refused' : exact === null ? 'unclear' : 'accepted';
    const sent = { call: { operationId }, response: { body: JSON.stringify(exact) } };
    const reading = { kind, exact, json: exact, sent, status: 200 } as unknown as Reading;
    return { operation: operations[operationId], input, startMs: at * everyMs, endMs: at * everyMs, reading };
  });
  const book = readOrderBook({
    isWhole: true,
    of: (id) => calls.filter(({ operation }) => operation.operationId === id),
    outcomeOf: ({ reading }) => reading.kind as 'accepted' | 'refused' | 'unclear',
    wrongIn: ({ input }) => (input?.contractName === undefined && input?.orderId !== undefined ? 'refused' : undefined),
    isUnclear: () => false,
    isKnown: () => false,
    rests: () => true,
  });
  const broken = judgeOrdersOfRun(book, PATIENCE_MS).filter(({ finding }) => finding.outcome === 'broken');
  return [...new Set(broken.map(({ id }) => id.replace(/^(?:rule|state)\//, '')))];
}

const ALL = ['b1', 'b2', 'e1'];
const TWO = [create('b1'), create('b2'), create('e1', ETH), list(ALL), list(['b1', 'b2'], BTC)] as const;
const [BY_ID, WIPE] = [cancel({ contractName: BTC, orderId: 'b1' }, DONE), cancel({ contractName: BTC }, DONE)];

const BY_ID_ONLY = 'cancel/order-id-cancels-that-order-only';
const ONE_EACH = 'order/one-for-each-create';

it.each<[string, readonly Line[], readonly string[]]>([
  ['cancels as described', [BY_ID, list(['b2', 'e1']), WIPE, list(['e1'])], []],
  ['a cancel that leaves its order', [BY_ID, list(ALL)], [BY_ID_ONLY, 'order/cancelled-is-gone']],
  ['a cancel that reaches another one', [BY_ID, list(['e1'])], [BY_ID_ONLY]],
  ['a cancel without an answer that reaches another one', [cancel(BY_ID[1], null), list(['e1'])], [BY_ID_ONLY]],
  ['a cancel without an answer that may have worked', [cancel(BY_ID[1], null), list(['b2', 'e1'])], []],
  ['a cancel without an answer that may have done nothing', [cancel(BY_ID[1], null), list(ALL)], []],
  ['a cancel that reaches another contract', [WIPE, list([])], ['cancel/omitted-order-id-cancels-contract']],
  [
    'a cancel of a contract beside a list that has another one',
    [list(['b1', 'b2', 'e2'], BTC), WIPE, list(['e2'], BTC)],
    [],
  ],
  ['a cancel that places an order', [BY_ID, list(['b2', 'b3', 'e1'])], [BY_ID_ONLY]],
  ['an order that comes back', [BY_ID, list(['b2', 'e1']), list(ALL)], ['order/cancelled-stays-gone']],
  [
    'an order that is new after its cancel',
    [BY_ID, list(['b2'], BTC), ['getOrder', BY_ID[1], { orderId: 'b1', status: 'NEW' }]],
    ['order/cancelled-stays-gone'],
  ],
  [
    'an order that is over after its cancel',
    [BY_ID, list(['b2'], BTC), ['getOrder', BY_ID[1], { orderId: 'b1', status: 'CANCELED' }]],
    [],
  ],
  ['a price that is no rounded one', priced(['20', '30', '120'], '120.01'), ['order/as-asked']],
  ['a price that is rounded to a step', priced(['20', '30', '122.3'], '122.25'), []],
  ['a price that a double has changed', priced(['20', '30', '1.1'], '1.10000000009'), []],
  ['a refused cancel', [cancel({ orderId: 'b1' }), list(['b2', 'e1'])], ['cancelOrder/refused-cancels-nothing']],
  ['two cancels at once', [BY_ID, cancel({ contractName: BTC, orderId: 'b2' }, DONE), list(['e1'])], []],
  ['one id for two orders', [create('b2')], [ONE_EACH]],
  ['refusals in the form of receipts', [create('0'), create('0')], []],
  ['an order that is listed twice', [list(['b1', 'b1'])], [ONE_EACH]],
  ['an order that comes with another one', [create('b3'), list(['b1', 'b2', 'b3', 'b4', 'e1'])], [ONE_EACH]],
  ['a list without an order', [list(['e1']), list(ALL), list(ALL)], ['order/shown-every-time']],
  [
    'a list without an order that can be cancelled',
    [list(['b2', 'e1']), BY_ID, cancel(BY_ID[1])],
    ['order/shown-every-time'],
  ],
  [
    'an order that is not listed, whose id a double makes that of another one',
    [
      create('2006628908041293954'),
      create('2006628908041294080'),
      list([...ALL, '2006628908041294080']),
      list([...ALL, '2006628908041294080']),
    ],
    [ONE_EACH],
  ],
  [
    'an order that goes when another one is placed',
    [list(ALL), create('b3'), list(['b3', 'e1']), list(['b3', 'e1'])],
    [ONE_EACH],
  ],
  [
    'an account that has room for three orders',
    [list(ALL), create('b3'), list(['b2', 'b3', 'e1']), list(['b2', 'b3', 'e1'])],
    [],
  ],
  [
    'an order that makes room after a cancel elsewhere',
    [
      list(['b1', 'b2'], BTC),
      cancel({ contractName: ETH }, DONE),
      list(['b1', 'b2'], BTC),
      create('b3'),
      list(['b2', 'b3']),
    ],
    [],
  ],
  ['another side in one list only', [list(ALL), withSecond({ side: 'SELL' })], ['order/as-asked']],
  ['another volume in one list only', [list(ALL), withSecond({ origQty: '2' })], ['order/as-asked']],
  [
    'a field that shows how much was filled',
    [create('b3'), ['getOpenOrders', { contractName: BTC }, filled('b1', '1', 'b2', '1', 'b3', '0')]],
    [],
  ],
  ['an order that was bought a little above its price', [paid('1.0010')], ['order/as-asked']],
  ['an average of rounded sums', [paid('1.0008')], []],
  ['an order without a price', [create('b3', BTC, ''), paid('1', '0', 'b3')], []],
  ['a price that was rounded', [paid('1.0001', '1.0001')], []],
  ['ids that a double has rounded', [list(['9.1e+17'], BTC), list(['9.1e+17'], ETH)], []],
  ['an order elsewhere', [list(['e1'], BTC)], ['open-orders/filtered-by-contract', 'order/under-its-contract']],
])('says what is wrong of %s', (_, lines, broken) => {
  expect(brokenIn([...TWO, ...lines])).toEqual(broken);
});

it('says nothing of lists that are younger than a change may take to show', () => {
  expect(brokenIn([...TWO, BY_ID, list(['b1', 'e1']), list(['b1'], BTC)], 1)).toEqual([]);
});

it('knows which list came before a cancel on a clock that moves only with the long waits', async () => {
  const mutation = 'cancel-of-contract-does-nothing-1-in-5';
  const { sandbox } = createPrepared({ mutation, now: () => 1.8e12 }, undefined, 'short');
  const wait = async (ms: number): Promise<void> => (ms > 1 ? sandbox.wait(ms) : undefined);
  const checks = ['rule/cancel/every-time'];
  const { results } = await runInProcess({ sandbox: { ...sandbox, wait } }, { checks });
  expect(results.find(({ id }) => id === checks[0])?.verdict).toBe('fail');
});

it.each<[string, string, Patch, RegExp]>([
  [
    'a read that breaks on orders that are filled',
    'state/order/as-asked',
    answering(['getOrder'], ({ body }) => (body.includes('FILLED') ? { status: 500, body: '{}' } : undefined)),
    /getOrder ends with status 500/,
  ],
  [
    'a history that is refused on a contract that is traded',
    'page/orders/default-100',
    () => ({
      act: (call, run) =>
        call.operationId === 'getOrderHistory' && call.input.contractName !== BTC
          ? { ok: false, code: '-1121', message: 'Invalid symbol.' }
          : run(call),
    }),
    /getOrderHistory with .*E-ETH-USDT.* was refused/,
  ],
])('fails %s', async (_, check, patch, reason) => {
  const { results } = await runInProcess(createPrepared({}, patch, 'short'), { checks: [check] });
  expect(results.find(({ id }) => id === check)).toMatchObject({
    verdict: 'fail',
    reason: expect.stringMatching(reason),
  });
});

it('lays to no filter that two orders have one id, where a double has made it', () => {
  const [shown, other] = ['2006628908041292000', '2006628908041292011'];
  const orders = [create('2006628908041292009'), create(other, ETH)];
  expect(brokenIn([...orders, list([shown], BTC), list([shown], ETH), list([shown, shown])])).toEqual([]);
  expect(brokenIn([...orders, list([other], BTC), list([other], ETH)])).toContain('open-orders/filtered-by-contract');
});

it.each([
  ['one cancel that cancels all', 'order-id-cancels-that-order-only', { orderId: undefined }],
  ['a cancel of its contract that cancels one', 'omitted-order-id-cancels-contract', { orderId: '1' }],
] as const)(
  'fails %s where the exchange has one contract, and passes nothing about others',
  async (_, name, change) => {
    const contracts = DEFAULT_CONTRACTS.slice(0, 1);
    const faulty = acting('cancelOrder', (call, run) => {
      const reply = run({ ...call, input: { ...call.input, ...change } });
      return reply.ok ? reply : { ok: true, result: {} };
    });
    const verdicts = async (patch?: Patch) => {
      const sandbox = createPatchedSandbox({ accounts: [CREDENTIALS], contracts }, patch);
      const { results } = await runInProcess({ sandbox }, { checks: ['rule/cancel/'] });
      return results.find(({ id }) => id === `rule/cancel/${name}`)!.verdict;
    };
    expect([await verdicts(), await verdicts(faulty)]).toEqual(['not-applicable', 'fail']);
  },
);

it('names the cancel that reached an order, and not one that was refused before it', async () => {
  const server = createPrepared({ mutation: 'cancel-of-an-empty-name-cancels-everything' });
  const checks = ['rule/cancel/omitted-order-id-cancels-contract'];
  const { results } = await runInProcess(server, { checks });
  expect(results[0]).toMatchObject({ verdict: 'fail' });
  expect(results[0]?.reason).toContain('after a cancel of an empty contractName with no orderId');
});

it.each(['E-BTC-USDT', 'E-ETH-USDT'])('shows the list in which an order of %s is still open', async (contractName) => {
  const patch = acting('cancelAllOrders', (call, run) => {
    const others = ['E-BTC-USDT', 'E-ETH-USDT', 'E-ORCA-USDT'].filter((other) => other !== contractName);
    for (const other of others) run({ ...call, operationId: 'cancelOrder', input: { contractName: other } });
    return { ok: true, result: null };
  });
  const checks = ['rule/cancel-all/'];
  const { results } = await runInProcess(createPrepared({}, patch, 'short'), { checks });
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ id }) => id)).toContain('rule/cancel-all/every-time');
  for (const { reason, exchanges } of failed) {
    const [, left] = /still open: (\d+)/.exec(reason!)!;
    expect(exchanges.find(({ deciding }) => deciding)!.response?.body).toContain(left);
  }
});

it('lays one id of two orders to a double only where all ids may have gone through one', () => {
  expect(areRounded(['2006628908041297664', '2006628908041297920'])).toBe(true);
  expect(areRounded(['2006628908041297664', '2006628908041297671'])).toBe(false);
});
