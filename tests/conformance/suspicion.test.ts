import { expect, it } from 'vitest';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { runInProcess } from './sandboxes.js';

it('lays a lost order to the price where the list shows one that fills it, and names the field with its value', async () => {
  const prepared = createPrepared({ mutation: 'placed-order-lost' }, undefined, 'short');
  const { plainFetch } = prepared.sandbox;
  const report = await runInProcess(prepared, { checks: ['state/order/placed-is-open'] }, async (url, init) => {
    const response = await plainFetch(url, init);
    const text = async (): Promise<string> => (await response.text()).replaceAll(/"low":\s*"[^"]*"/g, '"low":"1.5"');
    return url.endsWith('/contracts') ? { ...response, text } : response;
  });
  expect(report.results).toMatchObject([
    { verdict: 'cannot-tell', reason: expect.stringContaining('low of E-BTC-USDT is 1.5: the price has been where') },
  ]);
});
