import { expect, test } from 'vitest';
import { adviseOn } from '../../src/cli/call/advice.js';
import type { CallRequest } from '../../src/cli/call/call-options.js';
import { callTargets } from '../../src/cli/call/call-targets.js';
import { ApiError, HttpStatusError, NetworkError } from '../../src/index.js';

const lost = new NetworkError('the connection broke', { outcome: 'unknown' });

function advise(name: string, input: Record<string, string>, more: Partial<CallRequest> = {}, error: Error = lost) {
  const target = callTargets.find((candidate) => candidate.name === name)!;
  const request = { input, dialectOption: [], header: [], json: false, yes: false, dryRun: false, ...more };
  return adviseOn(error, target, request)!;
}

const refused = { outcome: 'rejected', body: '', apiMessage: undefined, data: undefined } as const;

test('a code that is not listed has no command that would only say so', () => {
  const error = new ApiError('refused', { ...refused, status: 200, apiCode: '-99999' });
  expect(advise('getOrder', {}, {}, error)).toMatchObject({ text: expect.stringContaining('not known'), commands: [] });
});

test.each([
  ['-1003', 418],
  ['-1003', 429],
  [undefined, 429],
] as const)('a refusal with code %s and status %d says to wait, and nothing about fixing', (apiCode, status) => {
  const error =
    apiCode === undefined
      ? new HttpStatusError('refused', { ...refused, status })
      : new ApiError('refused', { ...refused, status, apiCode });
  expect(advise('createOrder', {}, {}, error)).toEqual({
    text: expect.stringMatching(/^Wait that long before the next command/),
    commands: [],
  });
});

test.each([
  [404, 'does not know this call'],
  [403, 'refused without a code'],
])('a status %d without a code: the server %s', (status, text) => {
  const error = new HttpStatusError('refused', { ...refused, status });
  expect(advise('createOrder', {}, {}, error).text).toContain(text);
});

test('a status 501 asks a read for no retry, and an order for a look', () => {
  const error = new HttpStatusError('refused', { ...refused, status: 501, outcome: 'unknown' });
  expect(advise('getOpenOrders', {}, {}, error).text).toContain('does not know this call');
  expect(advise('createOrder', { contractName: 'E' }, {}, error).text).toContain(LOOK);
});

const LOOK = 'LOOK BEFORE YOU REPEAT';
const ID = String.raw`getOrder --contractName E --clientOrderId 'it'\''s'`;
const [OPEN, TRADES] = ['getOpenOrders --contractName E', 'getTradeHistory --contractName E'];

test.each<[name: string, input: Record<string, string>, words: string, commands: string[]]>([
  ['createOrder', { contractName: 'E' }, LOOK, [OPEN, TRADES]],
  ['createOrder', { contractName: 'E', clientOrderId: "it's" }, LOOK, [ID, OPEN, TRADES]],
  ['createConditionOrder', { contractName: 'E' }, 'DO NOT REPEAT IT WHILE ITS TRIGGER MAY BE LIVE', [OPEN, TRADES]],
  [
    ...([
      'cancelOrder',
      { contractName: 'E', orderId: '1' },
      'THE ORDER MAY HAVE BEEN CANCELLED. What became of it:',
    ] as const),
    ['getOrder --contractName E --orderId 1', OPEN],
  ],
  ['cancelContractOrders', { contractName: 'E' }, 'A repeat also cancels orders that came in meanwhile.', [OPEN]],
  ['cancelAllOrders', {}, 'A repeat also cancels orders that came in meanwhile.', ['getOpenOrders']],
  ['adjustPositionMargin', { positionId: '1', amount: '2' }, 'DO NOT REPEAT IT. Check the position by hand', []],
  ['changeLeverage', { contractName: 'E', nowLevel: '2' }, 'A retry sets it again (assumed).', []],
])('after a lost answer to %s %j, the advice is: %s %j', (name, input, words, commands) => {
  const advice = advise(name, input);
  for (const said of ['OUTCOME UNKNOWN', words]) expect(advice.text).toContain(said);
  expect(advice.commands).toEqual(commands.map((command) => `npx futures-trading-client call ${command}`));
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
    "npx futures-trading-client call getOpenOrders --base-url https://a.example --dialect observed --dialect-option getBody=body --header 'a:b c'",
  ]);
});
