import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { createSandbox, type Listening, type Sandbox } from '../../src/sandbox/index.js';
import { createFaultySandbox, type Control, CONTROLS, startControl, VARIANTS } from '../../src/faulty-servers/index.js';
import { createPatchedSandbox } from '../../src/sandbox/sandbox.js';
import { ask, type HttpAnswer, transcript } from './over-http.js';
import { ACCOUNT, NOW_MS, signed } from './signed-call.js';
import { playSession } from './plain-session.js';

const open: Listening[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function opened(starting: Promise<Listening>): Promise<string> {
  const server = await starting;
  open.push(server);
  return server.url;
}

const options = { now: () => NOW_MS, accounts: [ACCOUNT] };
const reference = (): Promise<string> => opened(createSandbox(options).listen());
const twins = VARIANTS['twins']!;
const createTwin = (id: string) => {
  const twin = twins.find((candidate) => candidate.id === id)!;
  return createPatchedSandbox({ ...options, ...twin.options }, twin.patch);
};
const twinUrl = (id: string): Promise<string> => opened(createTwin(id).listen());
const resultsOf = async (sandbox: Sandbox): Promise<unknown> =>
  (await playSession(sandbox, await opened(sandbox.listen()))).results;

const rows = twins.map(({ id }) => id);

describe('twins', () => {
  let results: unknown;
  let spoken: readonly string[];
  beforeAll(async () => {
    results = await resultsOf(createSandbox(options));
    spoken = await transcript(await reference());
  });

  // The client asks for no coding, and takes a body that is coded all the same for a fault.
  test.each(rows.filter((id) => id !== 'gzip-unless-refused'))('%s gives a program the same results', async (id) => {
    expect(await resultsOf(createTwin(id))).toEqual(results);
  });

  test('the same program gets something else from a mutant', async () => {
    const mutant = createFaultySandbox({ ...options, mutation: 'cancelled-order-still-open' });
    expect(await resultsOf(mutant)).not.toEqual(results);
  });

  // Refusals with 200 are what the sandbox does anyway; it stands among the twins so that all three are tried.
  test.each(rows.filter((id) => id !== 'refusals-with-200'))('%s is not the sandbox itself', async (id) => {
    expect(await transcript(await twinUrl(id))).not.toEqual(spoken);
  });

  test('gzip is for those who take it, and for those who do not say, where the name says so', async () => {
    for (const id of ['gzip-when-accepted', 'gzip-unless-refused']) {
      const url = `${await twinUrl(id)}/fapi/v1/ping`;
      const packed = await ask(url, 'GET', { 'Accept-Encoding': 'gzip, br' });
      expect(packed.rawHeaders).toContain('gzip');
      expect(gunzipSync(packed.bytes).toString()).toBe('{}');
      expect((await ask(url, 'GET', { 'Accept-Encoding': 'identity' })).bytes.toString()).toBe('{}');
      const { rawHeaders } = await ask(url, 'GET');
      expect(rawHeaders.includes('gzip')).toBe(id === 'gzip-unless-refused');
    }
  });

  test('chunks have no length', async () => {
    const { rawHeaders, bytes } = await ask(`${await twinUrl('chunked')}/fapi/v1/ping`, 'GET');
    expect(rawHeaders.join(' ')).toContain('Transfer-Encoding chunked');
    expect(rawHeaders.join(' ')).not.toMatch(/content-length/i);
    expect(bytes.toString()).toBe('{}');
  });
});

test('the spelling of header names reaches a variant over HTTP', async () => {
  const { patch } = VARIANTS['signing']!.find(({ id }) => id === 'header-names-case-sensitive')!;
  const url = await opened(createPatchedSandbox(options, patch).listen());
  const target = '/fapi/v1/openOrders';
  const headers = signed({ method: 'GET', target });
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  expect((await ask(url + target, 'GET', headers)).bytes.toString()).toBe('[]');
  expect((await ask(url + target, 'GET', lower)).bytes.toString()).toContain('-1002');
  expect((await ask((await reference()) + target, 'GET', lower)).bytes.toString()).toBe('[]');
});

describe('controls', () => {
  const body = '{"contractName":"E-BTC-USDT","nowLevel":5}';
  const lever = (url: string): Promise<HttpAnswer> =>
    ask(`${url}/fapi/v1/edit_lever`, 'POST', { 'Content-Type': 'application/json' }, body);

  const said: Readonly<Record<Exclude<Control, 'hang'>, readonly [status: number, text: string]>> = {
    'always-empty-object': [200, '{}'],
    'always-refused-with-200': [200, '"code":"-2015"'],
    'always-401': [401, '"code":"-2015"'],
    echo: [200, body],
    'html-page': [200, '<html>'],
    'described-examples': [200, '"code":"0"'],
  };

  test.each(CONTROLS.filter((name) => name !== 'hang'))('%s answers any call as its name says', async (name) => {
    const [status, text] = said[name];
    const answer = await lever(await opened(startControl(name)));
    expect(answer.status).toBe(status);
    expect(answer.bytes.toString()).toContain(text);
  });

  test('described-examples has an example for every operation, whoever asks, and none for another call', async () => {
    const url = await opened(startControl('described-examples'));
    for (const { method, path } of Object.values(operations)) {
      expect(await ask(url + path, method, { 'X-CH-SIGN': 'wrong' })).toMatchObject({ status: 200 });
    }
    const time = (): Promise<string> => ask(`${url}/fapi/v1/time`, 'GET').then(({ bytes }) => bytes.toString());
    expect(await time()).toMatch(/^\{"serverTime":\d{13},"timezone"/);
    expect(await time()).toBe(await time());
    expect(await ask(`${url}/fapi/v1/cancel`, 'GET')).toMatchObject({ status: 404 });
  });

  test('hang takes a call and says nothing until it is closed', async () => {
    const server = await startControl('hang');
    const end = lever(server.url).then(
      () => 'answered',
      (error: NodeJS.ErrnoException) => error.code,
    );
    // A second call shows that the first had time to be answered.
    const second = await ask(`${await opened(startControl('echo'))}/`, 'GET');
    expect(second.status).toBe(200);
    await server.close();
    expect(await end).toBe('ECONNRESET');
  });
});
