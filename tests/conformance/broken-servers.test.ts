import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runIn } from '../../src/conformance/run/run.js';
import { runChanged } from './sandboxes.js';
import { virtualTime } from './virtual-time.js';
import { folderOfTest } from '../support/folder.js';

it('draws nothing from a refusal whose correctly signed twin was refused too', async () => {
  const { report } = await runChanged(({ path }) =>
    path.startsWith('/fapi/') && !/ping|time/.test(path) ? { body: '{"code":"-1022","msg":"Success"}' } : undefined,
  );
  const signs = report.results.filter(({ id }) => /^sign\/(get|body|path|key|secret)/.test(id));
  expect(new Set(signs.map(({ verdict }) => verdict))).toEqual(new Set(['cannot-tell']));
  // The target may sign in a way that is not known: that is one cause for all of them, and no fault.
  expect(report.results.find(({ id }) => id === 'shape/getOpenOrders/success')?.cause).toBe('signing.composition');
  expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(new Set(signs.map(({ cause }) => cause))).toEqual(new Set(['signing.composition']));
  expect(report.ok).toBe(false);
});

it.each([429, 410])(
  'waits about a minute for a limit (%i) without an end, asks two more calls, and is not ok',
  async (status) => {
    let answers = 0;
    const time = virtualTime();
    const { report, seen } = await runChanged(
      () => (++answers > 8 ? { status } : undefined),
      {},
      (options) => runIn(options, time),
    );
    expect(time.waitedMs).toBeGreaterThan(60_000);
    expect(time.waitedMs).toBeLessThan(80_000);
    // One call and its six repeats, and two more.
    expect(seen).toHaveLength(8 + 7 + 2);
    expect(report.results.some(({ verdict }) => verdict === 'pass')).toBe(true);
    expect(report.results.some(({ verdict }) => verdict === 'fail')).toBe(false);
    expect(report.ok).toBe(false);
  },
);

it('stops at 429 where an account could be changed, and leaves the rest open', async () => {
  const permission = { wipe: ['cancelOrder'], hosts: ['127.0.0.1'], account: 'test' } as const;
  const checks = ['shape/getOpenOrders/success', 'state/order/'];
  const { report, seen } = await runChanged(
    ({ path }) => (path.startsWith('/fapi/v1/openOrders') ? { status: 429 } : undefined),
    { mode: 'mutate', permission, checks, journal: join(folderOfTest(), 'orders.jsonl') },
  );
  // Without the open orders, none is placed.
  const open = ['cannot-tell', 'not-run'];
  expect(report.results.filter(({ verdict }) => !open.includes(verdict))).toEqual([]);
  expect(seen.filter(({ path }) => path === '/fapi/v1/openOrders')).toHaveLength(1);
  expect(seen.some(({ method, path }) => method === 'POST' && path === '/fapi/v1/order')).toBe(false);
});
