import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { DEFAULT_DIALECT } from '../../src/sandbox/dialect.js';
import { step } from '../../src/sandbox/exchange/exchange.js';
import { NoRoute } from '../../src/sandbox/exchange/refusal.js';
import { createState } from '../../src/sandbox/exchange/state.js';

const NOW_MS = 1_760_000_000_000;
const account = { apiKey: 'Access-Key', apiSecret: 'Access-Secret' };

/** Signed by the test's own hand; every part can be replaced. */
async function send(change: Record<string, string | undefined> = {}, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: () => NOW_MS, accounts: [account], ...options });
  const { method = 'GET', target = '/fapi/v1/openOrders', body = '', ...headerChange } = change;
  const timestamp = change['X-CH-TS'] ?? String(NOW_MS);
  const signature = createHmac('sha256', account.apiSecret)
    .update(timestamp + method + target + body)
    .digest('hex');
  const headers: Record<string, string | undefined> = {
    'X-CH-TS': timestamp,
    'X-CH-APIKEY': account.apiKey,
    'X-CH-SIGN': signature,
    ...headerChange,
  };
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await sandbox.fetch(sandbox.url + target, {
    method,
    headers: given,
    ...(body === '' ? {} : { body }),
  });
  const answer = (await response.json()) as { code?: unknown };
  return { status: response.status, code: answer.code };
}

test.each<[string, Record<string, string | undefined>, unknown]>([
  ['all that is right', {}, undefined],
  ['a slash behind a path', { target: '/fapi/v1/openOrders/' }, '-1002'],
  ['one where it is observed', { method: 'POST', target: '/fapi/v1/conditionOrder/', body: '{}' }, '-1102'],
  ['no signature', { 'X-CH-SIGN': undefined }, '-1024'],
  ['the key in another case', { 'X-CH-APIKEY': account.apiKey.toLowerCase() }, '-2015'],
  ['one bit of the signature flipped', { 'X-CH-SIGN': `${'0'.repeat(64)}` }, '-1022'],
  ['5000 ms behind', { 'X-CH-TS': String(NOW_MS - 5000) }, undefined],
  ['5001 ms behind', { 'X-CH-TS': String(NOW_MS - 5001) }, '-1021'],
  ['999 ms ahead', { 'X-CH-TS': String(NOW_MS + 999) }, undefined],
  ['1000 ms ahead', { 'X-CH-TS': String(NOW_MS + 1000) }, '-1021'],
  [
    'a public path with nonsense in the headers',
    { target: '/fapi/v1/ping', 'X-CH-SIGN': 'nonsense', 'X-CH-TS': 'x' },
    undefined,
  ],
])('%s: %s → code %s', async (_, change, code) => {
  expect(await send(change)).toEqual({ status: 200, code });
});

test('the window is settable', async () => {
  expect(await send({ 'X-CH-TS': String(NOW_MS - 2001) }, { window: { behindMs: 2000 } })).toMatchObject({
    code: '-1021',
  });
  expect(await send({ 'X-CH-TS': String(NOW_MS + 4000) }, { window: { aheadMs: 5000 } })).toMatchObject({
    code: undefined,
  });
});

test('strict mode answers 401 to what is not authorised and 400 to other refusals', async () => {
  expect(await send({ 'X-CH-SIGN': 'x' }, { strict: 'http' })).toEqual({ status: 401, code: '-1022' });
  const body = '{"contractName":"E-NONE-USDT","nowLevel":5}';
  expect(await send({ method: 'POST', target: '/fapi/v1/edit_lever', body }, { strict: 'http' })).toEqual({
    status: 400,
    code: '-1121',
  });
});

const LEVER = 'POST /fapi/v1/edit_lever';

test.each([
  [LEVER, '{"contractName":"E-BTC-USDT"}', '-1102'],
  [LEVER, '{"contractName":"E-BTC-USDT","nowLevel":"5"}', '-1102'],
  [LEVER, '{"contractName":"E-BTC-USDT","nowLevel":5.5}', '-1102'],
  [LEVER, '{"nowLevel":5}', '-1121'],
  [LEVER, 'not json', '-1102'],
  [LEVER, '', '-1121'],
  ['GET /fapi/v1/myTrades?fromId=abc', '', '-1102'],
  ['GET /fapi/v1/myTrades?fromId=1.5', '', '-1102'],
  ['GET /fapi/v1/myTrades?fromId=1528&limit=2', '', undefined],
  ['GET /fapi/v1/order', '', '-1121'],
])('what the description does not allow is refused: %s %s → %s', async (line, body, code) => {
  const [method, target] = line.split(' ');
  expect(await send({ method, target, body })).toMatchObject({ code });
});

test('an operation that the description gained is no refusal: it has no route yet (501)', () => {
  const state = createState([], [], 1);
  const command = { type: 'call', operationId: 'transferMadeUp' as never, accountId: '', input: {} } as const;
  expect(() => step(state, command, 1, DEFAULT_DIALECT)).toThrow(NoRoute);
});
