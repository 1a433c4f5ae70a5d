import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findSigningMistakes } from '../../src/diagnosis/find.js';
import { type CallLog, createSandbox, type Listening, type Sandbox } from '../../src/sandbox/index.js';

vi.mock('../../src/diagnosis/find.js', { spy: true });

const NOW_MS = 1_760_000_000_123;
const account = { apiKey: 'Access-Key', apiSecret: 'Access-Secret' };
const calls: CallLog[] = [];
let sandbox: Sandbox;
let server: Listening;

beforeEach(async () => {
  calls.length = 0;
  vi.mocked(findSigningMistakes).mockClear();
  sandbox = createSandbox({ now: () => NOW_MS, accounts: [account], onCall: (call) => calls.push(call) });
  server = await sandbox.listen();
});
afterEach(() => server.close());

/** A call of somebody who has just read how to sign: any client, any mistake. */
async function send(signedText: string, target: string, secret?: string): Promise<string> {
  return (await fetch(server.url + target, { headers: headersWith(hmac(signedText, secret)) })).text();
}

const hmac = (text: string, secret = account.apiSecret): string =>
  createHmac('sha256', secret).update(text).digest('hex');

const headersWith = (signature: string, ts = String(NOW_MS), key = account.apiKey): Record<string, string> => ({
  ...{ 'X-CH-TS': ts, 'X-CH-APIKEY': key, 'X-CH-SIGN': signature },
});

const QUERY = '/fapi/v1/openOrders?contractName=E-BTC-USDT';
const LEVER = '/fapi/v1/edit_lever';

test.each<[string, () => Promise<string>, string[]]>([
  ['the query left out', () => send(`${NOW_MS}GET/fapi/v1/openOrders`, QUERY), ['the query is not in the signed text']],
  [
    'the URL signed',
    () => send(`${NOW_MS}GET${server.url}${QUERY}`, QUERY),
    ['the whole URL is signed instead of the path'],
  ],
  ['another secret', () => send(`${NOW_MS}GET${QUERY}`, QUERY, 'another'), []],
])('over HTTP, %s is named to onCall, and the answer is the same short refusal', async (_, make, mistakes) => {
  const answer = await make();
  expect(answer).toBe('{"code":"-1022","msg":"Signature for this request is not valid.","data":null,"succ":false}');
  expect(calls).toMatchObject([{ refused: '-1022', mistakes }]);
  expect(JSON.stringify(calls)).not.toContain(account.apiSecret);
});

test.each([
  [
    '1760000000',
    'a'.repeat(63),
    'X-CH-TS has 10 characters: milliseconds have 13 digits, seconds 10; A signature has 64',
  ],
  [String(NOW_MS), 'a'.repeat(63), 'A signature has 64 hex digits. This one has 63. Was a part or leading zero lost?'],
])('a timestamp %s with the signature %s, which no mistake makes, is named by its form', async (ts, sign, words) => {
  await sandbox.fetch(sandbox.url + QUERY, { headers: headersWith(sign, ts) });
  expect(calls).toMatchObject([{ refused: '-1022', mistakes: [expect.stringContaining(words)] }]);
});

test('a POST that arrived without a body is named, because the body that was signed is not known', async () => {
  const headers = { 'X-CH-TS': String(NOW_MS), 'X-CH-APIKEY': account.apiKey, 'X-CH-SIGN': 'a'.repeat(64) };
  await sandbox.fetch(sandbox.url + LEVER, { method: 'POST', headers });
  expect(calls).toMatchObject([{ refused: '-1022', mistakes: ['it arrived without a body; was one signed?'] }]);
});

test('in process, a signed URL is named too', async () => {
  const headers = headersWith(hmac(`${NOW_MS}GET${sandbox.url}${QUERY}`));
  await sandbox.fetch(sandbox.url + QUERY, { headers });
  expect(calls).toMatchObject([{ mistakes: ['the whole URL is signed instead of the path'] }]);
});

test('calls with a right signature, and refusals for other reasons, have no mistakes', async () => {
  expect(await send(`${NOW_MS}GET${QUERY}`, QUERY)).toBe('[]');
  expect(await send('', '/fapi/v1/ping')).toBe('{}');
  expect(await send(`${NOW_MS}GET/fapi/v1/myTrades?fromId=x`, '/fapi/v1/myTrades?fromId=x')).toContain('-1102');
  expect(calls.map((logged) => 'mistakes' in logged)).toStrictEqual([false, false, false]);
  expect(findSigningMistakes).not.toHaveBeenCalled();
});

test('without onCall nothing is looked for', async () => {
  const silent = createSandbox({ now: () => NOW_MS, accounts: [account] });
  const headers = headersWith('wrong');
  expect(await (await silent.fetch(silent.url + QUERY, { headers })).text()).toContain('-1022');
  expect(findSigningMistakes).not.toHaveBeenCalled();
  await sandbox.fetch(sandbox.url + QUERY, { headers });
  expect(findSigningMistakes).toHaveBeenCalledOnce();
});

async function callWith(
  given: Record<string, string | undefined>,
  { method = 'GET', target = QUERY, sent = '' }: { method?: string; target?: string; sent?: string } = {},
): Promise<void> {
  const { ts = String(NOW_MS), key = account.apiKey, only } = given;
  const signature = hmac(`${ts}${method}${target}${sent}`);
  const headers = only === undefined ? headersWith(signature, ts, key) : { [only]: key };
  await (await fetch(server.url + target, { method, headers, ...(sent === '' ? {} : { body: sent }) })).text();
}

const ORDER = { method: 'POST', target: '/fapi/v1/order' };

test.each<[reason: string, refused: string, ...sent: Parameters<typeof callWith>]>([
  ['X-CH-TS has 10 characters: milliseconds have 13 digits, seconds 10', '-1021', { ts: '1760000000' }],
  [
    'X-CH-TS has 12 characters, the last an N (date of macOS has no %3N): milliseconds have 13 digits, seconds 10',
    ...(['-1021', { ts: '17600000003N' }] as const),
  ],
  ['X-CH-TS is 7.2 s behind this clock', '-1021', { ts: String(NOW_MS - 7200) }],
  ['X-CH-TS is 2 s ahead of this clock', '-1021', { ts: String(NOW_MS + 2000) }],
  [
    'X-CH-TS is 8 h behind this clock: local time in place of UTC?',
    ...(['-1021', { ts: String(NOW_MS - 8 * 3_600_000 - 40) }] as const),
  ],
  ['the secret is in X-CH-APIKEY: key and secret are swapped', '-2015', { key: account.apiSecret }],
  ['X-CH-APIKEY is not a key of this sandbox', '-2015', { key: 'other' }],
  [
    'X-CH-APIKEY is not a key of this sandbox: its case is wrong, or it has quotes around it',
    ...(['-2015', { key: '"Access-Key"' }] as const),
  ],
  ['X-CH-APIKEY, X-CH-TS, X-CH-SIGN are missing', '-1002', { only: 'Accept' }],
  ['X-CH-TS, X-CH-SIGN are missing', '-1023', { only: 'X-CH-APIKEY' }],
  [
    'X-CH-APIKEY, X-CH-TS, X-CH-SIGN are missing; X-CH-API-KEY is not one of its headers',
    ...(['-1002', { only: 'X-CH-API-KEY' }] as const),
  ],
  ['the body is ${BODY}: a shell puts no value between single quotes', '-1102', {}, { ...ORDER, sent: '${BODY}' }],
  [
    'the body has single quotes, JSON has double ones (Python: json.dumps, not str)',
    ...(['-1102', {}, { ...ORDER, sent: "{'side': 'BUY'}" }] as const),
  ],
  [
    'the body is form fields, not JSON (Python requests: data=text, not data=dict)',
    ...(['-1102', {}, { ...ORDER, sent: 'side=BUY&volume=1' }] as const),
  ],
  [
    'the body begins with a byte order mark, which JSON does not allow: save it without',
    ...(['-1102', {}, { ...ORDER, sent: '\uFEFF{"side":"BUY"}' }] as const),
  ],
  ['no operation has the path /fapi/v1/orders', '-1002', {}, { target: '/fapi/v1/orders' }],
  ['/fapi/v1/cancel takes POST, not GET', '-1002', {}, { target: '/fapi/v1/cancel' }],
  ['contractName is missing', '-1121', {}, { method: 'POST', target: LEVER, sent: '{"nowLevel":1}' }],
  ['no such contract', '-1121', {}, { target: '/fapi/v1/openOrders?contractName=X' }],
  [
    'Forced parameter volume not sent, empty or incorrect format',
    ...(['-1102', {}, { ...ORDER, sent: '{"contractName":"E-BTC-USDT"}' }] as const),
  ],
])('the reason of a refusal is told to onCall: %s', async (reason, refused, ...sent) => {
  await callWith(...sent);
  expect(calls).toMatchObject([{ refused, reason }]);
  expect(JSON.stringify(calls)).not.toContain(account.apiSecret);
});
