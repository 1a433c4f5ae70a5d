import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ConformanceOptions } from '../../src/conformance/index.js';
import { acting, answering } from '../../src/faulty-servers/mutations/mutation.js';
import { REFUSED } from '../../src/faulty-servers/variants/variant.js';
import { createPatchedSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { runInProcess, serverOf } from './sandboxes.js';

const SIGNED_READS = ['getOpenOrders', 'getOrderHistory', 'getProfitHistory', 'getTradeHistory'];
const NOW_MS = Date.now();
const hmacOf = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Verdicts of checks on an account that has nothing yet. */
async function judge(
  checks: readonly string[],
  sandboxOptions: SandboxOptions,
  patch?: Patch,
  more: Partial<ConformanceOptions> = {},
) {
  const sandbox = createPatchedSandbox({ now: () => NOW_MS, ...sandboxOptions }, patch);
  const { results } = await runInProcess({ sandbox }, { checks, ...more });
  return results.map(({ id, verdict, reason }) => `${id} ${verdict}${reason === undefined ? '' : `: ${reason}`}`);
}

const BY_TIMESTAMP = { composition: ['timestamp'] } as const;

it('accuses no server that signs the timestamp alone of taking another signature', async () => {
  const ids = SIGNED_READS.map((id) => `sign/${id}/signature-of-another-call`);
  const found = await judge(
    [...ids, 'sign/getOrderHistory/wrong-secret'],
    { dialect: { signing: BY_TIMESTAMP } },
    undefined,
    {
      sign: ({ timestampMs, apiSecret }) => hmacOf(String(timestampMs), apiSecret),
    },
  );
  expect(found.filter((one) => one.includes(' fail'))).toEqual([]);
  expect(found).toContain('sign/getOrderHistory/wrong-secret pass');
});

/** An order with IOC is over before it meets another one. */
const withoutIoc = acting('createOrder', (call, run) =>
  run(call.input.timeInForce === 'IOC' ? { ...call, input: { ...call.input, timeInForce: 'POST_ONLY' } } : call),
);

it('asks to close a position once more when an order has shown that orders are filled', async () => {
  expect(await judge(['request/createOrder/open'], {}, withoutIoc)).toEqual(['request/createOrder/open pass']);
});

it('sends no order of volume 0 in place of one that is refused', async () => {
  const volumes = new Set<string | undefined>();
  const withoutFok = acting('createOrder', (call, run) => {
    volumes.add(call.input.volume);
    return call.input.timeInForce === 'FOK' ? REFUSED('timeInForce is unknown') : run(call);
  });
  const [found] = await judge(['request/createOrder/timeInForce'], {}, withoutFok);
  expect(found).toContain('timeInForce FOK was refused');
  expect([...volumes]).toEqual(['1', '10', '100']);
});

it('does not tell a level that is refused after a higher one from one that an order or a limit keeps', async () => {
  const levels = new Map<string | undefined, number>();
  const onlyUpwards = acting('changeLeverage', (call, run) => {
    const { contractName, nowLevel } = call.input;
    if (Number(nowLevel) < (levels.get(contractName) ?? 0)) return REFUSED('Not so low.');
    levels.set(contractName, Number(nowLevel));
    return run(call);
  });
  const [found] = await judge(['shape/changeLeverage/every-time'], {}, onlyUpwards);
  expect(found).toMatch(/every-time cannot-tell: nowLevel 10 was taken, and is refused after another one/);
});

it('passes no order details that are refused as declared, in the body, and taken in the query', async () => {
  const { patch } = serverOf('order-details-from-the-query');
  const found = await judge(['shape/getOrder/success', 'shape/getOrder/of-its-contract'], {}, patch);
  expect(found).toEqual([
    'shape/getOrder/success not-specified: seen, and not judged',
    'shape/getOrder/of-its-contract pass',
  ]);
});

it.each([
  { orderId: 0, status: 'REJECTED' },
  { code: '0', msg: 'success', data: { orderId: '', status: 'CANCELED', executedQty: 0 } },
])('counts no order as placed whose receipt is %j', async (receipt) => {
  const patch: Patch = () => ({
    send: (answer) =>
      answer.operation?.operationId === 'createOrder'
        ? { ...answer, response: { ...answer.response, body: JSON.stringify(receipt) } }
        : answer,
    act: (call, run) => (call.operationId === 'createOrder' ? REFUSED('no') : run(call)),
  });
  const found = await judge(['state/order/placed-is-open', 'rule/open-orders/all-contracts-without-filter'], {}, patch);
  expect(found.filter((one) => !one.includes(' cannot-tell'))).toEqual([]);
  expect(found[0]).toMatch(/it may be a refusal, whose form the document does not show/);
});

it('decides nothing of a cancel where lists show the orders of other contracts, too, and says so', async () => {
  const patch: Patch = () => ({
    act(call, run) {
      if (call.operationId === 'cancelOrder' && call.input.orderId === '') return { ok: true, result: {} };
      return run(call.operationId === 'getOpenOrders' ? { ...call, input: {} } : call);
    },
  });
  const found = await judge(['rule/cancel/empty-order-id-cancels-contract'], {}, patch);
  expect(found).toEqual([expect.stringMatching(/ (?:fail|cannot-tell)/)]);
});

it.each(['limit-by-its-code', 'two-cancels-a-second', 'twenty-calls-a-second', 'away-at-times'])(
  'waits for %s, and decides what it would decide without',
  async (id) => {
    const checks = ['state/order/', 'rule/cancel/', 'sign/createOrder/', 'idem/'];
    const found = await judge(checks, {}, serverOf(id).patch);
    const undecided = found.filter((one) => !/ (?:pass|not-specified)/.test(one));
    // An order that met a 503 may have been placed: it is not repeated, and its check is not decided.
    expect(undecided.filter((one) => !/cannot-tell: createOrder was not accepted: status 503/.test(one))).toEqual([]);
    expect(undecided.length).toBeLessThanOrEqual(id === 'away-at-times' ? 1 : 0);
  },
);

it('repeats once what is harmless where a gateway is away for a moment', async () => {
  const { patch } = serverOf('balancer-page-at-times');
  const found = await judge(['sign/', 'page/', 'robust/getTradeHistory/'], {}, patch);
  expect(found.filter((one) => one.includes('503'))).toEqual([]);
});

it('sends no order again whose refusal may hide that it was placed', async () => {
  const names: string[] = [];
  const patch: Patch = () => ({
    send(answer, { body }) {
      if (answer.operation?.operationId !== 'createOrder') return answer;
      const { clientOrderId } = JSON.parse(body) as { readonly clientOrderId?: string };
      if (clientOrderId === undefined) return answer;
      names.push(clientOrderId);
      const lost = { ...answer.response, body: '{"code":"-1007","msg":"Timeout, please try again later."}' };
      return names.length % 4 === 0 ? { ...answer, response: lost } : answer;
    },
  });
  await judge(['state/order/'], {}, patch);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
});

it('takes a contract on which there is nothing to cancel for one without orders', async () => {
  const { patch } = serverOf('nothing-under-a-contract-refused');
  const checks = ['shape/changePositionMode/success', 'shape/changeMarginMode/success'];
  expect(await judge(checks, {}, patch)).toEqual(checks.map((check) => `${check} pass`));
});

it('advises fewer calls, and no other codes, where all are refused for being too many', async () => {
  const tooMany = acting('changeLeverage', () => ({ ok: false, code: '-1015', message: 'Slow down.' }));
  const [found] = await judge(['shape/changeLeverage/success'], {}, tooMany);
  expect(found).toMatch(/cannot-tell: .*\(status 200, code -1015\): .*send fewer calls with the option rate/);
});

it('lays to no refused call what an accepted one did', async () => {
  const { patch } = serverOf('missing-key-accepted');
  const checks = ['createOrder/forged-places', 'cancelOrder/forged-cancels', 'cancelAllOrders/forged-cancels'].map(
    (check) => `state/${check}-nothing`,
  );
  expect(await judge(checks, {}, patch)).toEqual(checks.map((check) => `${check} pass`));
});

it('fails a server on which nothing is ever filled, and says of one without records of it that nothing shows it', async () => {
  const cancelsAll: Patch = (...given) => ({
    act: (call, run) =>
      call.operationId === 'cancelOrder' && !call.input.orderId
        ? run({ ...call, operationId: 'cancelAllOrders', input: {} })
        : withoutIoc(...given).act!(call, run),
  });
  const checks = ['rule/cancel/omitted-order-id-cancels-contract'];
  expect((await judge(checks, {}, cancelsAll))[0]).toMatch(/ fail: .*an order that was not named is gone/);
  const silent: Patch = (...given) => ({
    ...cancelsAll(...given),
    ...answering(['getOrder', 'getOrderHistory'], () => ({ body: '{"orderId":"1"}' }))(...given),
  });
  expect((await judge(checks, {}, silent))[0]).toMatch(/ cannot-tell: .*nothing shows at which prices/);
});

/** An order on the third contract stays, although it is named. */
const leavesThird = acting('cancelOrder', (call, run) =>
  call.input.contractName === 'E-ORCA-USDT' && call.input.orderId ? { ok: true, result: {} } : run(call),
);
/** A lasting refusal, in words that begin as one for a time does. */
const tooManyParameters = acting('getProfitHistory', (call, run) =>
  call.input.limit === undefined ? run(call) : REFUSED('too many parameters'),
);
const ofNothing = serverOf('cancel-all-of-nothing-refused').patch!;

it.each<[string, Patch, string, string]>([
  ['a cancel by id on the third contract', leavesThird, 'rule/cancel/order-id-cancels-that-order-only', 'fail'],
  ['a refusal for too many parameters', tooManyParameters, 'request/getProfitHistory/limit', 'fail'],
  ['a cancel of all where nothing is open', ofNothing, 'shape/cancelAllOrders/every-time', 'pass'],
])('decides %s', async (_, patch, check, verdict) => {
  expect((await judge([check], {}, patch))[0]).toMatch(new RegExp(`^${check} ${verdict}`));
});
