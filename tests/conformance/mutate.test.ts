import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createFuturesClient } from '../../src/futures-client.js';
import { cleanUpIn } from '../../src/conformance/session/clean-up-journal.js';
import { type ConformanceOptions, toSummary } from '../../src/conformance/index.js';
import { runIn } from '../../src/conformance/run/run.js';
import { readJournal } from '../../src/conformance/ledger/run-journal.js';
import { toHtml } from '../../src/conformance/reports/html.js';
import { toJunit } from '../../src/conformance/reports/junit.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { createPatchedSandbox } from '../../src/sandbox/sandbox.js';
import { limitBuy } from '../support/orders.js';
import { virtualTime } from './virtual-time.js';
import { folderOfTest } from '../support/folder.js';
import { changing, permission } from './sandboxes.js';

let time: ReturnType<typeof virtualTime>;
const runConformance = (options: ConformanceOptions) => runIn(options, time);
const cleanUpConformance = (file: string, options: Parameters<typeof cleanUpIn>[1]) => cleanUpIn(file, options, time);

let journal: string;
beforeEach(() => {
  time = virtualTime();
  journal = join(folderOfTest(), 'orders.jsonl');
});

/** A sandbox, every call to it, and an order of somebody else on it. */
async function exchange(options: SandboxOptions = {}, onAnswer?: Parameters<typeof changing>[0]) {
  let watch: typeof onAnswer;
  const { patch, seen } = changing((passing) => watch?.(passing));
  const sandbox = createPatchedSandbox({ now: time.now, ...options }, patch);
  const { url: baseUrl, close } = await sandbox.listen();
  onTestFinished(close);
  const client = createFuturesClient({
    baseUrl,
    credentials: sandbox.credentials,
    clock: 'local',
    now: time.now,
    dialect: { signatureEncoding: options.dialect?.signing?.encoding === 'base64' ? 'base64' : 'hex' },
  });
  const { orderId: foreign } = await client.createOrder({ ...limitBuy, price: '30000', volume: 1 });
  watch = onAnswer;
  const target = { baseUrl, credentials: sandbox.credentials };
  const openIds = (): string[] => sandbox.state.accounts[0]!.openOrders.map((id) => id.replace(/^0+/, ''));
  return {
    sandbox,
    seen,
    foreign,
    openIds,
    ...target,
    run: { ...target, mode: 'mutate', permission, journal, timeoutMs: 60_000 } as const,
  };
}

/** Orders of the journal of which nobody knows that they are gone. */
const written = () => readJournal(journal).orders.filter(({ outcome }) => outcome !== 'refused');

it('leaves no order behind and touches none that it did not place', async () => {
  const { sandbox, run, foreign, openIds } = await exchange();
  const report = await runConformance(run);
  expect(openIds()).toEqual([foreign]);
  expect(sandbox.state.accounts[0]!.positions).toEqual([]);
  expect(report.leftBehind).toBeUndefined();
  expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.results.find(({ id }) => id === 'state/order/cancelled-is-gone')).toMatchObject({ verdict: 'pass' });
  // The order of somebody else is in the way of what would reach it.
  for (const id of ['rule/cancel-all/cancels-every-contract', 'rule/cancel/omitted-order-id-cancels-contract']) {
    expect(report.results.find((one) => one.id === id)).toMatchObject({
      verdict: 'not-run',
      reason: expect.stringContaining('the account has 1 open orders that this run did not place'),
    });
  }
  expect(report.budget!.weight).toBeGreaterThanOrEqual(report.calls);
  expect(report).toMatchObject({ ok: true, journal, target: { label: 'test account' } });
  expect(written()).toEqual([]);
  expect(statSync(journal).mode & 0o777).toBe(0o600);
});

it('places orders of its own name, of the smallest size, far from the market, each written down before it is sent', async () => {
  const orders: { clientOrderId: string; volume: number; price: number; contractName: string; side: string }[] = [];
  const { run } = await exchange({}, ({ path, method, requestBody }) => {
    if (method !== 'POST' || path !== '/fapi/v1/order') return undefined;
    const order = JSON.parse(requestBody) as (typeof orders)[number];
    orders.push(order);
    expect(readFileSync(journal, 'utf8')).toContain(`"clientOrderId":"${order.clientOrderId}"`);
    return undefined;
  });
  await runConformance({ ...run, orders: { prefix: 'mine-' } });
  expect(orders.length).toBeGreaterThan(20);
  for (const { clientOrderId, volume, price, contractName, side } of orders) {
    expect(clientOrderId).toMatch(/^mine-/);
    expect([volume, side]).toEqual([1, 'BUY']);
    // The last prices are 65,000 and less.
    expect(price).toBeLessThan(contractName === 'E-BTC-USDT' ? 33_000 : 1800);
  }
});

it('places no order where the open orders cannot be read', async () => {
  const { seen, run, openIds, foreign } = await exchange({}, ({ path }) =>
    path.startsWith('/fapi/v1/openOrders') ? { body: '{"code":"0"}' } : undefined,
  );
  const { results } = await runConformance({ ...run, checks: ['shape/createOrder/', 'sign/createOrder/'] });
  const sent = seen.filter(({ method, path }) => method === 'POST' && path === '/fapi/v1/order');
  // That of somebody else.
  expect([sent.length, openIds()]).toEqual([1, [foreign]]);
  expect(results[0]).toMatchObject({ verdict: 'not-run', reason: expect.stringContaining('cannot be read') });
});

describe.each(['status-418', 'status-429'] as const)('at a %s', (kind) => {
  it('sends nothing more, and says in every report what it left behind', async () => {
    let orders = 0;
    const { sandbox, seen, run, foreign, openIds } = await exchange({}, ({ path, method }) => {
      // A run asks for a history before it places orders, and this is to strike afterwards.
      const isFirst = method === 'POST' && path === '/fapi/v1/order' && orders++ === 0;
      if (isFirst) sandbox.faults.next({ kind, operation: 'getOrderHistory' });
      return undefined;
    });
    const report = await runConformance({ ...run, existing: { contractName: 'E-BTC-USDT' } });
    expect(seen.at(-1)).toEqual({ method: 'POST', path: '/fapi/v1/orderHistorical' });
    // One is open; the other was cancelled, and nobody has seen it gone yet.
    const [left = 'none', cancelled = 'none', ...more] = report.leftBehind!;
    expect(more).toEqual([]);
    expect(openIds()).toEqual([foreign, left.replace('E-BTC-USDT ', '')]);
    expect(report.ok).toBe(false);
    expect(toSummary(report)).toContain(`LEFT BEHIND  ${left}`);
    expect(toSummary(report)).toContain(
      `npx futures-trading-client conformance clean-up ${journal} --base-url ${run.baseUrl}`,
    );
    expect(toHtml(report)).toContain(`<code>${left}</code>`);
    expect(toJunit(report)).toMatch(new RegExp(`<failure type="left-behind" message="${left} could not be shown`));

    const again = runConformance(run);
    await expect(again).rejects.toThrow(/has 2 orders of an earlier run, not proven to be gone/);
    const { baseUrl, credentials } = run;
    const cleaned = await cleanUpConformance(journal, { baseUrl, credentials, account: 'test account' });
    expect(cleaned).toEqual({ found: [left, cancelled], left: [] });
    expect(openIds()).toEqual([foreign]);
    expect(written()).toEqual([]);
  });
});

it('finds and cancels what a run left on an exchange that signs by another rule, which the report names', async () => {
  const { sandbox, run, foreign, openIds } = await exchange({ dialect: { signing: { encoding: 'base64' } } });
  sandbox.faults.next({ kind: 'status-429', operation: 'cancelOrder', times: 99 });
  const report = await runConformance({ ...run, checks: ['shape/createOrder/success'] });
  expect(report.signing).toMatchObject({ encoding: 'base64' });
  expect(openIds()).toHaveLength(2);
  const { baseUrl, credentials } = run;
  const limited = await cleanUpConformance(journal, { baseUrl, credentials, account: 'test account' });
  expect(limited.left).toEqual(report.leftBehind);
  sandbox.faults.clear();
  const { left } = await cleanUpConformance(journal, { baseUrl, credentials, account: 'test account' });
  expect([left, openIds()]).toEqual([[], [foreign]]);
});

it('does not take an order for gone that may still be on its way', async () => {
  const { sandbox, run, openIds, foreign } = await exchange();
  sandbox.faults.next({ kind: 'reset-before', operation: 'createOrder' });
  const report = await runConformance({ ...run, checks: ['shape/createOrder/success'] });
  expect(openIds()).toEqual([foreign]);
  expect(report.leftBehind).toEqual([expect.stringMatching(/^E-BTC-USDT fcheck-/)]);
});

describe('a clean-up', () => {
  const LINES = [
    { v: 1, type: 'run', run: 'a', baseUrl: 'https://futures.example/', account: 'mine' },
    { v: 1, type: 'order', run: 'a', n: 1, contract: 'E-BTC-USDT', clientOrderId: 'fcheck-1', atMs: 1 },
  ];
  const write = (...lines: readonly unknown[]): void =>
    writeFileSync(journal, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  const options = {
    baseUrl: 'https://futures.example',
    credentials: { apiKey: 'key', apiSecret: 'secret' },
    account: 'mine',
  };

  it.each([
    ['another address', { baseUrl: 'https://other.example' }, 'names no run of account mine at https://other.example/'],
    ['another account', { account: 'yours' }, 'only mine at https://futures.example/'],
    ['no credentials', { credentials: undefined }, 'credentials are missing'],
  ])('is refused for %s, before anything is sent', async (_, change, problem) => {
    write(...LINES);
    await expect(cleanUpConformance(journal, { ...options, ...change })).rejects.toThrow(problem);
  });

  it.each([
    ['no journal', ['no journal'], 'names no run'],
    ['a report', [{ version: 1, results: [] }], 'not a journal of version 1'],
    ['a later version', [...LINES, { v: 2, type: 'order', run: 'a', n: 2 }], 'not a journal of version 1'],
  ])('is refused for %s', async (_, lines, problem) => {
    write(...lines);
    await expect(cleanUpConformance(journal, options)).rejects.toThrow(problem);
  });

  it.each([
    ['the order', [1], 'order 1 of run a'],
    ['its run', [0], 'order 1 of run a'],
  ])('says that it cannot speak for an order when the line of %s is damaged', async (_, damaged, name) => {
    const { baseUrl, credentials, run } = await exchange();
    const other = { ...LINES[0], run: 'b', baseUrl: `${baseUrl}/` };
    const answer = { v: 1, type: 'answer', run: 'a', n: 1, orderId: '7', outcome: 'accepted' };
    const lines = [{ ...LINES[0], baseUrl: `${baseUrl}/` }, LINES[1], answer, other];
    write(...lines.map((line, i) => (damaged.includes(i) ? '{"v":1,"ty' : line)));
    const { left } = await cleanUpConformance(journal, { baseUrl, credentials, account: 'mine' });
    expect(left).toEqual([expect.stringContaining(name)]);
    await expect(runConformance(run)).rejects.toThrow('1 order of an earlier run');
  });

  it('gives the reason where the service refuses every call', async () => {
    const { baseUrl, credentials } = await exchange();
    write({ ...LINES[0], baseUrl: `${baseUrl}/` }, LINES[1]);
    const wrong = { ...credentials, apiSecret: 'wrong' };
    expect(await cleanUpConformance(journal, { baseUrl, credentials: wrong, account: 'mine' })).toEqual({
      found: ['E-BTC-USDT fcheck-1'],
      left: ['E-BTC-USDT fcheck-1'],
      reason: 'getOpenOrders: status 200, code -1022',
    });
  });

  it('passes over a line that a crash cut off, and writes the next one on a line of its own', async () => {
    const { baseUrl, credentials } = await exchange();
    write({ ...LINES[0], baseUrl: `${baseUrl}/` }, LINES[1], '{"v":1,"type":"order","ru');
    expect(written()).toHaveLength(1);
    // Sent in 1970: it would have come up by now.
    expect(await cleanUpConformance(journal, { baseUrl, credentials, account: 'mine' })).toEqual({
      found: ['E-BTC-USDT fcheck-1'],
      left: [],
    });
    expect(written()).toEqual([]);
  });
});
