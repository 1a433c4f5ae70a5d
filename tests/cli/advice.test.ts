import { expect, test } from 'vitest';
import { adviseOn } from '../../src/cli/call/advice.js';
import type { CallRequest } from '../../src/cli/call/call-options.js';
import { callTargets } from '../../src/cli/call/call-targets.js';
import { NetworkError } from '../../src/index.js';

const lost = new NetworkError('the connection broke', { outcome: 'unknown' });

function advise(name: string, input: Record<string, string>, more: Partial<CallRequest> = {}) {
  const target = callTargets.find((candidate) => candidate.name === name)!;
  const request = { input, dialectOption: [], header: [], json: false, yes: false, dryRun: false, ...more };
  return adviseOn(lost, target, request)!;
}

test.each([
  ['createOrder', { contractName: 'E' }, ['getOpenOrders --contractName E', 'getTradeHistory --contractName E']],
  [
    'createOrder',
    { contractName: 'E', clientOrderId: "it's" },
    [
      String.raw`getOrder --contractName E --clientOrderId 'it'\''s'`,
      'getOpenOrders --contractName E',
      'getTradeHistory --contractName E',
    ],
  ],
  [
    'cancelOrder',
    { contractName: 'E', orderId: '1' },
    ['getOrder --contractName E --orderId 1', 'getOpenOrders --contractName E'],
  ],
  ['cancelContractOrders', { contractName: 'E' }, ['getOpenOrders --contractName E']],
  ['cancelAllOrders', {}, ['getOpenOrders']],
  ['adjustPositionMargin', { positionId: '1', amount: '2' }, []],
  ['changeLeverage', { contractName: 'E', nowLevel: '2' }, []],
])('after a lost answer to %s %j, look with %j', (name, input, commands) => {
  const advice = advise(name, input);
  expect(advice.text).toContain('OUTCOME UNKNOWN');
  expect(advice.commands).toEqual(commands.map((command) => `npx --no-install futures call ${command}`));
});

test('a lost answer to a read asks for no look', () => {
  expect(advise('getOpenOrders', {})).toEqual({ text: 'Retry: it only reads.', commands: [] });
});

test('the same service is asked in the same way', () => {
  const more = {
    baseUrl: 'https://a.example',
    dialect: 'observed',
    dialectOption: ['getBody=body'],
    header: ['a:b c'],
  };
  expect(advise('cancelAllOrders', {}, more).commands).toEqual([
    "npx --no-install futures call getOpenOrders --base-url https://a.example --dialect observed --dialect-option getBody=body --header 'a:b c'",
  ]);
});
