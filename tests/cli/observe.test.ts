import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createHarRecorder, observeTraffic, type Report } from '../../src/conformance/index.js';
import { readOne, type RecordedCall } from '../../src/conformance/recorded-traffic/read-har.js';
import { createFaultySandbox } from '../../src/faulty-servers/index.js';
import { createFuturesClient } from '../../src/index.js';
import { createHarFile } from '../../src/recording/har-file.js';
import { redactRoundTrip } from '../../src/recording/redact-round-trip.js';
import { startSidecar } from '../../src/sidecar/index.js';
import { harText } from '../support/har-text.js';
import { limitBuy } from '../support/orders.js';
import { runCommand } from './conformance-command.js';
import { folderOfTest } from '../support/folder.js';

const CREDENTIALS = { apiKey: 'recorded-Key-01', apiSecret: 'recorded-Secret-01' };
const ENV = { FUTURES_API_KEY: CREDENTIALS.apiKey, FUTURES_API_SECRET: CREDENTIALS.apiSecret };
let folder: string;
let file: string;
beforeEach(() => {
  folder = folderOfTest();
  file = join(folder, 'traffic.har');
});

/** Runs a command line; `whileListening` gets the address, and Ctrl-C follows. */
const futures = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = ENV,
  whileListening?: (url: string) => Promise<void>,
) =>
  runCommand(['observe', ...args], () => ({
    env,
    onStderr(text, interrupt) {
      const url = /Listening at (\S+)/.exec(text)?.[1];
      if (url !== undefined) void whileListening?.(url).finally(() => setImmediate(interrupt));
    },
  }));

/** A small bot, through the client. */
async function trade(baseUrl: string, fetch?: typeof globalThis.fetch): Promise<void> {
  const client = createFuturesClient({ baseUrl, credentials: CREDENTIALS, clock: 'local', ...(fetch && { fetch }) });
  await client.getContracts();
  const order = { ...limitBuy, price: '30000', volume: 1 };
  const { orderId } = await client.createOrder(order);
  await client.getOpenOrders({ contractName: order.contractName });
  await client.cancelOrder({ contractName: order.contractName, orderId: orderId! });
  await client.getOpenOrders({ contractName: order.contractName });
  await client.getOrder({ contractName: order.contractName, orderId: orderId! }).catch(() => undefined);
}

const sandboxOf = (mutation?: string) =>
  createFaultySandbox({ accounts: [CREDENTIALS], ...(mutation && { mutation }) });

const record = async (mutation?: string): Promise<string> => {
  const sandbox = sandboxOf(mutation);
  using recorder = createHarRecorder({ file, keepSignatures: true });
  await trade(sandbox.url, sandbox.fetch as never);
  expect(recorder.entries).toBeGreaterThanOrEqual(6);
  return readFileSync(file, 'utf8');
};

describe('createHarRecorder', () => {
  test('writes what the client sends and receives, without key and secret, for its owner only', async () => {
    const text = await record();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const secret of Object.values(CREDENTIALS)) expect(text).not.toContain(secret);
    const report = observeTraffic([{ name: 'traffic.har', text }], { credentials: CREDENTIALS, patienceMs: 0 });
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.signing?.encoding).toBe('hex');
    for (const id of ['shape/createOrder/success', 'state/order/cancelled-is-gone', 'shape/contracts/fields'])
      expect(report.results.find((result) => result.id === id)?.verdict, id).toBe('pass');
  });

  test('leaves signatures out unless they are asked for, and stops at close', async () => {
    const sandbox = sandboxOf();
    const recorder = createHarRecorder({ file });
    await trade(sandbox.url, sandbox.fetch as never);
    recorder.close();
    const before = readFileSync(file, 'utf8');
    expect(before).toContain('<SIGNATURE>');
    expect(before).not.toMatch(/[0-9a-f]{64}/);
    await trade(sandbox.url, sandbox.fetch as never);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('tells calls apart that follow each other within a millisecond', async () => {
    const sandbox = sandboxOf();
    const client = createFuturesClient({ baseUrl: sandbox.url, fetch: sandbox.fetch as never, clock: 'local' });
    using recorder = createHarRecorder({ file });
    for (let calls = 0; calls < 20; calls++) await client.ping();
    expect(recorder.entries).toBe(20);
    const { entries } = JSON.parse(readFileSync(file, 'utf8')).log;
    const calls = entries.map((entry: unknown) => readOne(file, entry)!) as RecordedCall[];
    expect(calls.filter(({ startMs }, i) => startMs < (calls[i - 1]?.endMs ?? 0))).toEqual([]);
  });
});

describe('futures conformance observe', () => {
  test('judges a file, sends nothing, and writes the reports of a live run', async () => {
    await record('contracts-code-as-number');
    const [json, html] = [join(folder, 'r.json'), join(folder, 'r.html')];
    const { stdout, code } = await futures([file, '--report', `json=${json}`, '--report', `html=${html}`]);
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL  shape/contracts/envelope');
    expect(stdout).toContain('recorded calls judged');
    expect(stdout).toMatch(/not in it: .*getTradeHistory/);
    const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
    expect(report).toMatchObject({ version: 1, mode: 'observe', ok: false, recording: { files: [file] } });
    expect(readFileSync(html, 'utf8')).toContain('Not in the recording');
  });

  test('is done with 0 where nothing fails, and with 1 where --strict asks for more', async () => {
    await record();
    expect((await futures([file])).code).toBe(0);
    expect((await futures([file, '--check', 'shape/ping', '--strict'])).code).toBe(1);
  });

  test('ends with 9 where requests are wrong themselves, unless they are on purpose', async () => {
    const har = JSON.parse(await record());
    const call = har.log.entries.find(({ request: { url } }: never) => String(url).includes('openOrders'));
    const inSeconds = structuredClone(call);
    for (const header of inSeconds.request.headers)
      if (header.name === 'X-CH-TS') header.value = header.value.slice(0, -3);
    inSeconds.response.status = 401;
    har.log.entries.push(inSeconds);
    writeFileSync(file, JSON.stringify(har));
    const { code, stdout, stderr } = await futures([file]);
    expect(stderr).toContain('(exit code 9). If they are on purpose: --allow-wrong-requests.');
    expect([code, stdout]).toEqual([9, expect.stringContaining('wrong request in it: getOpenOrders with an X-CH-TS')]);
    expect((await futures([file, '--allow-wrong-requests'])).code).toBe(0);
  });

  test('holds no secret that stands in another header or in the query', async () => {
    const headers = ['X-Api-Secret', 'X-Auth-Token', 'Cookie'].map((name) => [name, 'secret-of-something'] as const);
    const url = 'https://x.example/fapi/v1/time?access_token=secret-of-something&limit=3';
    const roundTrip = {
      startedAt: '2026-01-05T10:00:00Z',
      durationMs: 1,
      request: { method: 'GET', url, headers, body: undefined },
      response: { status: 201, headers, body: '{"serverTime":1}' },
    };
    const { results } = observeTraffic([{ name: 'x', text: harText([roundTrip]) }]);
    const [call] = results.flatMap(({ exchanges }) => exchanges ?? []);
    expect(call?.request.url).toContain('?access_token=<redacted>&limit=3');
    for (const written of [call, redactRoundTrip(roundTrip, {})])
      expect(JSON.stringify(written)).not.toContain('secret-of');
  });

  test('tells two keys apart, and writes neither', () => {
    const { apiKey, apiSecret } = CREDENTIALS;
    const har = createHarFile(file, { secrets: [apiSecret], apiKeys: [apiKey] });
    for (const key of ['key-of-another', apiKey, undefined, apiSecret])
      har.add({
        startedAt: '2026-01-05T10:00:00.000Z',
        durationMs: 1,
        request: {
          method: 'GET',
          url: 'https://x.example/fapi/v1/openOrders',
          headers: key === undefined ? [['X-Note', `${apiKey}, key-of-another`]] : [['X-CH-APIKEY', key]],
          body: key === undefined ? apiKey : undefined,
        },
        response: { status: 200, headers: [['Content-Length', '2']], body: '[]' },
      });
    har.close();
    const text = readFileSync(file, 'utf8');
    expect(text.match(/(?<="X-[^"]*","value":)"[^"]*"/g)).toEqual([
      ...['"<API_KEY_2>"', '"<API_KEY>"', '"<API_KEY>, <API_KEY_2>"', '"<SIGNING_SECRET>"'],
    ]);
    for (const secret of [apiKey, apiSecret, 'key-of-another']) expect(text).not.toContain(secret);
    expect(observeTraffic([{ name: 'x', text }]).recording!.notContained[0]).toContain('made with 2 API keys');
  });

  test.each([
    [[], '<har> is missing'],
    [['missing.har'], 'missing.har cannot be read'],
    [['--listen'], '--target is missing'],
    [['a.har', '--listen', '--target', 'http://localhost:1'], 'takes no file'],
    [['a.har', '--port', '1'], '--port is for --listen'],
  ])('refuses %j', async (args, message) => {
    const { error, code } = await futures(args);
    expect(String(error)).toContain(message);
    expect(code).toBeUndefined();
  });

  test('passes calls on byte for byte while it listens, judges them, and records without secrets', async () => {
    await using service = await sandboxOf('time-in-seconds').listen();
    const seen: string[] = [];
    const { stdout, stderr, code, error } = await futures(
      ['--listen', '--target', service.url, '--record', file, '--keep-signatures'],
      ENV,
      async (url) => {
        await trade(url);
        const client = createFuturesClient({ baseUrl: url, clock: 'local' });
        seen.push(JSON.stringify(await client.getServerTime().catch((thrown: Error) => thrown.message)));
      },
    );
    expect(error).toBeUndefined();
    expect(seen).toHaveLength(1);
    expect(code).toBe(1);
    expect(stderr).toContain('FAIL  shape/time/milliseconds');
    // The signatures of the client were right at the service, GET with a body included.
    expect(stdout).not.toContain('shape/getOrder');
    const text = readFileSync(file, 'utf8');
    for (const secret of Object.values(CREDENTIALS)) expect(text).not.toContain(secret);
    const again = observeTraffic([{ name: 'x', text }], { credentials: CREDENTIALS });
    expect(again.results.find(({ id }) => id === 'shape/time/milliseconds')?.verdict).toBe('fail');
    expect(again.signing).toBeDefined();
  });
});

test('futures sidecar records what goes upstream', async () => {
  await using service = await sandboxOf().listen();
  const options = { upstream: service.url, credentials: CREDENTIALS, clock: 'local', token: false } as const;
  {
    await using sidecar = await startSidecar({ ...options, record: file, keepSignatures: true });
    const answer = await fetch(`${sidecar.url}/fapi/v1/openOrders`);
    expect(await answer.text()).toBe('[]');
    // Refused by the sidecar itself: it never went upstream.
    await fetch(`${sidecar.url}/fapi/v1/cancel_all`, { method: 'POST' });
  }
  const text = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const secret of Object.values(CREDENTIALS)) expect(text).not.toContain(secret);
  const report = observeTraffic([{ name: 'traffic.har', text }], { credentials: CREDENTIALS });
  expect(report.recording).toMatchObject({ calls: 1 });
  expect(report.signing).toBeDefined();
  expect(() => createHarRecorder({ file: join(folder, 'no', 'folder.har') })).toThrow('cannot be written');
});
