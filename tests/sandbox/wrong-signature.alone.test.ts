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

const headersWith = (signature: string, ts = String(NOW_MS)): Record<string, string> => ({
  ...{ 'X-CH-TS': ts, 'X-CH-APIKEY': account.apiKey, 'X-CH-SIGN': signature },
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

test.each([
  ['', 'it arrived without a body; was one signed?'],
  ['$BODY', 'it arrived with a body that begins with "$BODY", and is no JSON object'],
  ['{"contractName":', 'it arrived with a body that begins with "{\\"contractName\\":", and is no JSON object'],
])(
  'a POST that arrived with the body "%s" is named, because the body that was signed is not known',
  async (body, mistake) => {
    await sandbox.fetch(sandbox.url + LEVER, { method: 'POST', headers: headersWith('a'.repeat(64)), body });
    expect(calls).toMatchObject([{ refused: '-1022', mistakes: [mistake] }]);
  },
);

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

test('nothing is looked for until mistakes are read, and then once', async () => {
  const headers = headersWith('wrong');
  expect(await (await sandbox.fetch(sandbox.url + QUERY, { headers })).text()).toContain('-1022');
  expect(findSigningMistakes).not.toHaveBeenCalled();
  for (let time = 0; time < 2; time++) expect(calls[0]?.mistakes).toHaveLength(1);
  expect(findSigningMistakes).toHaveBeenCalledOnce();
});
