import { describe, expect, it } from 'vitest';
import { createFuturesClient } from '../../src/conveniences/create-client.js';
import { runConformance, type ConformanceOptions } from '../../src/conformance/index.js';
import { assertMaySend, NotPermitted } from '../../src/conformance/safety.js';
import { createSandbox } from '../../src/sandbox/index.js';

const credentials = { apiKey: 'key', apiSecret: 'secret' };
const permission = { wipe: ['cancelOrder', 'cancelAllOrders'], hosts: ['127.0.0.1'], account: 'test account' } as const;

describe('mode read', () => {
  it.each([
    ['POST', '/fapi/v1/order'],
    ['PUT', '/fapi/v1/order'],
    ['post', '/fapi/v1/orderHistorical'],
    ['DELETE', '/fapi/v1/openOrders'],
    ['GET', '/fapi/v1/cancel'],
    ['GET', '/fapi/v1/cancel_all?x=1'],
    ['GET', '/fapi/v1/Order'],
    ['GET', '/fapi/v1//order'],
    ['GET', '/fapi/v1/%6frder'],
    ['GET', '/fapi/v1/myTrades/../cancel_all'],
  ])('never sends %s %s', (method, target) => {
    expect(() => assertMaySend(method, target, { mode: 'read' })).toThrow(NotPermitted);
  });

  it('sends the reads of the description', () => {
    expect(() => assertMaySend('GET', '/fapi/v1/openOrders?contractName=x', { mode: 'read' })).not.toThrow();
  });
});

it.each(['/fapi/v1/cancel_all', '/fapi/v1/cancel_all/', '/FAPI/v1/cancel%5Fall', '/fapi//v1/./cancel_all;a=b'])(
  'mode mutate does not send what may wipe without its name: %s',
  (target) => {
    const narrow = { ...permission, wipe: ['cancelOrder'] as const };
    expect(() => assertMaySend('GET', target, { mode: 'mutate', permission: narrow })).toThrow(NotPermitted);
    expect(() => assertMaySend('GET', target, { mode: 'mutate', permission })).not.toThrow();
  },
);

it.each<[string, Partial<ConformanceOptions>]>([
  ['mode', { baseUrl: 'https://futures.example', mode: 'sandbox' }],
  ['permission.hosts', { baseUrl: 'https://futures.example', mode: 'mutate' }],
  ['permission.hosts', { baseUrl: 'https://futures.example', mode: 'mutate', permission }],
  ['permission.account', { mode: 'mutate', permission: { ...permission, account: ' ' } }],
  ['permission.wipe', { mode: 'mutate', permission: { ...permission, wipe: [] } }],
  ['permission.wipe', { mode: 'mutate', permission: { ...permission, wipe: ['cancelOrder', 'getOrder'] } }],
  ['baseUrl', { baseUrl: 'http://futures.example' }],
  ['baseUrl', { baseUrl: 'ftp://futures.example' }],
  ['checks', { checks: ['shape/nothing'] }],
])('refuses %s before anything is sent', async (field, options) => {
  const run = runConformance({ baseUrl: 'http://127.0.0.1:9', credentials, ...options });
  await expect(run).rejects.toMatchObject({ code: 'ARGUMENT', field });
});

describe('mode mutate', () => {
  it('leaves no order behind and touches none that it did not place', async () => {
    const sandbox = createSandbox();
    const { url, close } = await sandbox.listen();
    const client = createFuturesClient({ baseUrl: url, credentials: sandbox.credentials });
    const order = { contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1 } as const;
    const { orderId } = await client.createOrder({
      ...order,
      price: '30000',
      volume: 1,
      clientOrderId: 'somebody-else',
    });
    const report = await runConformance({ baseUrl: url, credentials: sandbox.credentials, mode: 'mutate', permission });
    await close();
    expect(sandbox.state.accounts[0]!.openOrders.map((id) => id.replace(/^0+/, ''))).toEqual([orderId]);
    expect(sandbox.state.accounts[0]!.positions).toEqual([]);
    expect(report.leftBehind).toBeUndefined();
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.results.find(({ id }) => id === 'state/order/cancelled-is-gone')).toMatchObject({ verdict: 'pass' });
    expect(report.results.find(({ id }) => id === 'rule/cancel-all/cancels-every-contract')).toMatchObject({
      verdict: 'not-run',
    });
    expect(report.budget!.weight).toBeGreaterThanOrEqual(report.calls);
    expect(report.target).toMatchObject({ label: 'test account' });
  });
});
