import { describe, expect, it } from 'vitest';
import { runConformance, type ConformanceOptions } from '../../src/conformance/index.js';
import { createLedger } from '../../src/conformance/ledger/ledger.js';
import { assertMaySend, assertMode, NotPermitted } from '../../src/conformance/call/safety.js';
import { permission } from './sandboxes.js';

const credentials = { apiKey: 'key', apiSecret: 'secret' };
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

it('mode mutate sends no order that could not be told from others', () => {
  const ledger = createLedger({ prefix: 'mine-', now: Date.now });
  const order = { contractName: 'E-BTC-USDT', clientOrderId: `${ledger.prefix}1` };
  for (const wrong of [{ clientOrderId: 'mine-1' }, { clientOrderId: undefined }, { contractName: undefined }])
    expect(() => ledger.before('createOrder', { ...order, ...wrong })).toThrow(NotPermitted);
  expect(ledger.before('createOrder', order)).toMatchObject({ outcome: 'sent' });
});

it.each<[string, Partial<ConformanceOptions>]>([
  ['mode', { baseUrl: 'https://futures.example', mode: 'sandbox' }],
  ['permission.hosts', { baseUrl: 'https://futures.example', mode: 'mutate' }],
  ['permission.hosts', { baseUrl: 'https://futures.example', mode: 'mutate', permission }],
  ['permission.account', { mode: 'mutate', permission: { ...permission, account: ' ' } }],
  ['permission.account', { mode: 'mutate', permission: { hosts: permission.hosts, wipe: permission.wipe } as never }],
  ['permission.wipe', { mode: 'mutate', permission: { ...permission, wipe: [] } }],
  ['permission.wipe', { mode: 'sandbox', permission: { hosts: ['x'] } as never }],
  ['permission.wipe', { mode: 'mutate', permission: { ...permission, wipe: ['cancelOrder', 'getOrder'] } }],
  ['baseUrl', { baseUrl: 'http://futures.example' }],
  ['baseUrl', { baseUrl: 'ftp://futures.example' }],
  ['checks', { checks: ['shape/nothing'] }],
  ['timeoutMs', { timeoutMs: 0 }],
  ['timeoutMs', { timeoutMs: 2 ** 31 }],
  ['timeoutMs', { timeoutMs: Number.NaN }],
  ['operation', { operation: ['ping'] } as never],
  ['mode', { mode: 'Read' as never, permission }],
  ['budget', { budget: Number.NaN }],
  ['patienceMs', { patienceMs: '5' as never }],
])('refuses %s before anything is sent', async (field, options) => {
  const run = runConformance({ baseUrl: 'http://127.0.0.1:9', credentials, ...options });
  await expect(run).rejects.toMatchObject({ code: 'ARGUMENT', field });
});

it.each(['127.0.0.1', '127.0.0.1:9'])('mutate takes the host %s, with its port and without', (host) => {
  const options = { baseUrl: '', mode: 'mutate', permission: { ...permission, hosts: [host] } } as const;
  expect(() => assertMode(options, new URL('http://127.0.0.1:9'))).not.toThrow();
  expect(() => assertMode(options, new URL('http://127.0.0.2:9'))).toThrow('permission.hosts does not list 127.0.0.2');
});
