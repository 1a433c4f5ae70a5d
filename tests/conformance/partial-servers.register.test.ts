import { describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.js';
import { conformanceChecks, type Report, toSummary } from '../../src/conformance/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import type { InProcessFetch } from '../../src/conformance/call/in-process-sender.js';
import { runInProcess } from './sandboxes.js';

const PUBLIC: readonly OperationId[] = ['ping', 'getServerTime', 'getContracts'];

/** The report on a server that has only these operations, and one fault where one is named. */
async function judge(
  has: readonly OperationId[],
  {
    mutation,
    only,
    checks,
    missing = '{"error":"no such path"}',
    publicOnes = PUBLIC,
  }: {
    readonly mutation?: string;
    readonly only?: readonly OperationId[];
    readonly checks?: readonly string[];
    readonly missing?: string;
    readonly publicOnes?: readonly OperationId[];
  } = {},
): Promise<Report> {
  const prepared = createPrepared({ ...(mutation && { mutation }) }, undefined, 'short');
  const routes = new Set([...publicOnes, ...has].map((id) => `${operations[id].method} ${operations[id].path}`));
  const fetch: InProcessFetch = (url, init) =>
    routes.has(`${init?.method ?? 'GET'} ${new URL(url).pathname}`)
      ? prepared.sandbox.plainFetch(url, init)
      : Promise.resolve(new Response(missing, { status: 404 }));
  return runInProcess(prepared, { operations: only, checks }, fetch);
}

/** The calls as described that a server does not have; a run asks only for those whose input it can make. */
const lacking = (has: readonly OperationId[]): readonly string[] =>
  conformanceChecks
    .filter(
      ({ id, operations: [own] }) => /^shape\/\w+\/success$/.test(id) && !PUBLIC.includes(own!) && !has.includes(own!),
    )
    .map(({ id }) => id);
const failures = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error');
const passed = ({ results }: Report) => results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);

describe.each<[what: string, has: readonly OperationId[]]>([
  ['the order history alone', ['getOrderHistory']],
  ['orders alone', ['createOrder']],
  ['orders, their details and their cancellation', ['createOrder', 'getOrder', 'cancelOrder']],
  ['trades and leverage', ['getTradeHistory', 'changeLeverage']],
  ['open orders, orders and cancellation', ['getOpenOrders', 'createOrder', 'cancelOrder']],
])('a server that has %s so far', (_what, has) => {
  it('is judged by that, and fails what it has not got, each by its own row', async () => {
    const report = await judge(has);
    expect(lacking(has)).toEqual(expect.arrayContaining(failures(report).map(({ id }) => id)));
    for (const { reason } of failures(report)) expect(reason).toMatch(/404.*: the server may not have it$/);
    for (const id of has) {
      expect(passed(report)).toContain(`shape/${id}/success`);
      if (id !== 'getOrder') expect(passed(report)).toContain(`sign/${id}/signature-bit-flipped`);
    }
  });

  it('is ok when its operations are named', async () => {
    const report = await judge(has, { only: [...PUBLIC, ...has] });
    expect(report).toMatchObject({ ok: true });
    expect(report.undecided).toBeUndefined();
    expect(report.results.length).toBeLessThan(conformanceChecks.length);
  });

  it('is accused when it takes any signature', async () => {
    const accused = failures(await judge(has, { mutation: 'any-signature-accepted', checks: ['sign/'] }));
    expect(accused).not.toEqual([]);
  });
});

it('a server whose list of open orders rounds identifiers is not told that there is no order, nor to name more operations', async () => {
  const has: readonly OperationId[] = ['getOpenOrders', 'createOrder', 'cancelOrder'];
  const { results } = await judge(has, { only: [...PUBLIC, ...has], mutation: 'ids-through-a-double' });
  const open = results.filter(
    ({ id, reason = '' }) => /^(?:rule|state)\/.*order/.test(id) && /needs getOrderHistory|no open order/.test(reason),
  );
  expect(open.map(({ id, reason }) => `${id} ${reason}`)).toEqual([]);
});

it('a server without the margin of positions is told so where no position is named', async () => {
  const { sandbox } = createPrepared({}, undefined, 'short');
  const { path } = operations.adjustPositionMargin;
  const fetch: InProcessFetch = (url, init) =>
    url.includes(path) ? Promise.resolve(new Response('', { status: 404 })) : sandbox.plainFetch(url, init);
  const checks = ['robust/adjustPositionMargin/'];
  const [failure] = failures(await runInProcess({ sandbox }, { checks }, fetch));
  expect(failure?.reason).toMatch(/edit_position_margin is answered with status 404.*: the server may not have it$/);
});

it.each(['', 'Not Found', '{"code":404,"message":"Not Found"}', '{"code":"-1002","msg":"no such path"}'])(
  'a path that is answered with 404 and %j is missing',
  async (missing) => {
    const report = await judge(['createOrder', 'getOrder', 'cancelOrder'], { missing });
    const lacks = lacking(['createOrder', 'getOrder', 'cancelOrder']);
    expect(lacks).toEqual(expect.arrayContaining(failures(report).map(({ id }) => id)));
    expect(failures(report).map(({ id }) => id)).toContain('shape/getTradeHistory/success');
    expect(passed(report)).toContain('sign/createOrder/signature-bit-flipped');
    expect(toSummary(report)).toMatch(/^The server may not have /);
  },
);

it('a server without any signed operation is told what shows how it signs', async () => {
  const report = await judge([]);
  expect(failures(report)).toEqual([]);
  const reason = report.results.find(({ id }) => id === 'shape/createOrder/success')?.reason;
  expect(reason).toContain('none of getOpenOrders, getTradeHistory, getProfitHistory, getOrderHistory');
});

it('a server that has public operations alone is ok when they are named, and no signed call is held against it', async () => {
  const report = await judge([], { only: PUBLIC });
  expect(report).toMatchObject({ ok: true, premises: [] });
  expect(toSummary(report)).not.toContain('signed call');
});

it('a server of orders alone is told that a price shows how it signs, where it has no list of contracts', async () => {
  const publicOnes: readonly OperationId[] = ['getServerTime'];
  const has: readonly OperationId[] = ['createOrder', 'cancelOrder'];
  const { results } = await judge(has, { publicOnes, only: [...publicOnes, ...has] });
  const reasonOf = (name: string) => results.find(({ id }) => id === name)?.reason;
  expect(reasonOf('shape/createOrder/success')).toMatch(
    /An order shows it as well, and needs a price: .*orders\.price/,
  );
});

it('a check without the time that its doubt rests on names the check of the time, and shows no call', async () => {
  const { results } = await judge(['getTradeHistory'], {
    publicOnes: ['getContracts'],
    checks: ['sign/getTradeHistory/'],
  });
  const doubted = results.find(({ id }) => id === 'sign/getTradeHistory/signature-bit-flipped')!;
  expect(doubted.reason).toMatch(/does not tell the time .*\(shape\/time\/milliseconds is cannot-tell: getServerTime/);
  expect(doubted.exchanges).toEqual([]);
});

it('a receipt that lost digits fails without trades and histories, by the name of the order', async () => {
  const has: readonly OperationId[] = ['createOrder', 'getOpenOrders', 'cancelOrder'];
  const report = await judge(has, { mutation: 'receipt-id-through-a-double', only: [...PUBLIC, ...has] });
  expect(failures(report).map(({ id }) => id)).toEqual(['shape/getOpenOrders/ids-keep-their-digits']);
});

it('pages of orders are judged where trades are not shown', async () => {
  const has: readonly OperationId[] = ['createOrder', 'getOpenOrders', 'cancelOrder', 'getOrderHistory'];
  const only = [...PUBLIC, ...has];
  expect(failures(await judge(has, { only }))).toEqual([]);
  const report = await judge(has, { mutation: 'order-history-default-50', only });
  expect(failures(report).map(({ id }) => id)).toEqual(['page/orders/default-100']);
});

it('a server that has no time is ok with the operations that were named, and its signatures are not judged', async () => {
  const report = await judge(['getTradeHistory'], { publicOnes: [], only: ['getTradeHistory'] });
  const signature = report.results.find(({ id }) => id === 'sign/getTradeHistory/signature-bit-flipped')!;
  expect(signature).toMatchObject({
    verdict: 'not-run',
    reason: expect.stringContaining('it also needs getServerTime'),
  });
  expect(report.ok).toBe(true);
});

it('a summary names first what the server may not have, once, and how to name what it has', async () => {
  const summary = toSummary(await judge(['getOpenOrders', 'createOrder', 'cancelOrder']));
  const missing =
    'The server may not have getOrder, createConditionOrder, cancelAllOrders, getOrderHistory, getProfitHistory, getTradeHistory';
  expect(summary.slice(0, 200)).toContain(missing);
  expect(summary).toContain('name each operation that it has: --operation createOrder');
  expect(summary.match(/^The server may not have/gm)).toHaveLength(1);
  expect(summary).not.toContain('cannot-tell: the server may not have');
  expect(summary).toMatch(/^FAIL {2}shape\/getOrder\/success/m);
});

it('a summary of a server without createOrder lays to that what its other operations could not show', async () => {
  const has = Object.keys(operations).filter((id) => id !== 'createOrder') as OperationId[];
  const summary = toSummary(await judge(has));
  expect(summary).toMatch(/^The server may not have createOrder: \d+ checks\.$/m);
  expect(summary).not.toContain('cannot-tell: an opening BUY was not accepted');
});

it('an operation that does not exist is refused before anything is sent', async () => {
  const refusal = (name: string) => judge([], { only: [name as OperationId] }).catch(String);
  expect(await refusal('toString')).toMatch(/toString is not an operation \(operations: .*\)\. Nothing was sent\.$/);
  expect(await refusal('createOrdr')).toContain('did you mean createOrder?');
  expect(await refusal('cancelContractOrders')).toContain('is sent as cancelOrder: name that. Nothing was sent.');
});

it('a server that takes other contracts than it lists says of the modes that none of these is taken', async () => {
  const prepared = createPrepared({}, undefined, 'short');
  const fetch: InProcessFetch = (url, init) =>
    /E-(?:ETH|ORCA|SOL)-/.test(`${url} ${String(init?.body)}`)
      ? Promise.resolve(Response.json({ code: '-1121', msg: 'Invalid symbol.' }))
      : prepared.sandbox.plainFetch(url, init);
  const { results } = await runInProcess(prepared, { checks: ['shape/changePositionMode/success'] }, fetch);
  expect(results[0]!.reason).toMatch(/none of E-ETH-USDT, .* is taken as a contract: name one .*otherContractName/);
});
