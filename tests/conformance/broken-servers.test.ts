import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runConformance } from '../../src/conformance/index.js';
import { startProxy } from './counting-proxy.js';
import { startSandbox } from './sandboxes.js';
import { folderOfTest } from '../support/folder.js';

let target: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  target = await startSandbox();
});
afterAll(() => target.close());

it('draws nothing from a refusal whose correctly signed twin was refused too', async () => {
  const { baseUrl, close } = await startProxy(target.baseUrl, ({ path }) =>
    path.startsWith('/fapi/') && !/ping|time/.test(path) ? { body: '{"code":"-1022","msg":"Success"}' } : undefined,
  );
  const report = await runConformance({ baseUrl, credentials: target.credentials });
  await close();
  const signs = report.results.filter(({ id }) => /^sign\/(get|body|path|key|secret)/.test(id));
  expect(new Set(signs.map(({ verdict }) => verdict))).toEqual(new Set(['cannot-tell']));
  // The target may sign in a way that is not known: that is one cause for all of them, and no fault.
  expect(report.results.find(({ id }) => id === 'shape/getOpenOrders/success')?.cause).toBe('signing.composition');
  expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(new Set(signs.map(({ cause }) => cause))).toEqual(new Set(['signing.composition']));
  expect(report.ok).toBe(false);
});

it('is not ok when the service stopped answering before the end', async () => {
  let answers = 0;
  const { baseUrl, close } = await startProxy(target.baseUrl, () => (++answers > 8 ? { status: 429 } : undefined));
  const report = await runConformance({ baseUrl, credentials: target.credentials });
  await close();
  expect(report.results.some(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(report.results.some(({ verdict }) => verdict === 'fail')).toBe(false);
  expect(report.ok).toBe(false);
});

it('stops at 429 where an account could be changed, and leaves the rest open', async () => {
  const proxy = await startProxy(target.baseUrl, ({ path }) =>
    path.startsWith('/fapi/v1/openOrders') ? { status: 429 } : undefined,
  );
  const { credentials, existing } = target;
  const permission = { wipe: ['cancelOrder'], hosts: ['127.0.0.1'], account: 'test' } as const;
  const checks = ['shape/getOpenOrders/success', 'state/order/'];
  const folder = folderOfTest();
  const report = await runConformance({
    baseUrl: proxy.baseUrl,
    credentials,
    existing,
    mode: 'mutate',
    permission,
    checks,
    journal: join(folder, 'orders.jsonl'),
  });
  await proxy.close();
  // Without the open orders, none is placed.
  const open = ['cannot-tell', 'not-run'];
  expect(report.results.filter(({ verdict }) => !open.includes(verdict))).toEqual([]);
  expect(proxy.seen.filter(({ path }) => path === '/fapi/v1/openOrders')).toHaveLength(1);
  expect(proxy.seen.some(({ method, path }) => method === 'POST' && path === '/fapi/v1/order')).toBe(false);
});
