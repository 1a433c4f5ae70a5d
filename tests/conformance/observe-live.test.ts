import { expect, onTestFinished, test, vi } from 'vitest';
import { runConformance } from '../../src/conformance/index.js';
import { signRequest } from '../../src/core/signing.js';
import { observeLive } from '../../src/conformance/recorded-traffic/observe-live.js';
import { failedIn, startSandbox } from './sandboxes.js';
import { ask } from '../faulty-servers/over-http.js';
import { startServer } from '../support/raw-server.js';

/** Passes on calls to a sandbox, until the test ends. */
async function observeSandbox(options?: object, more?: Partial<Parameters<typeof observeLive>[0]>) {
  const { baseUrl, credentials, existing, close } = await startSandbox(options);
  const live = await observeLive({ target: baseUrl, credentials, ...more });
  onTestFinished(async () => {
    await live[Symbol.asyncDispose]();
    await close();
  });
  return { live, credentials, existing };
}

test('passes method, target, headers and body on as they are, a GET with a body and bytes that are no text included', async () => {
  const server = await startServer((response) => {
    response.writeHead(203, 'Odd', ['X-Answer-CASE', 'a', 'Content-Length', '2']);
    response.end(Buffer.from([0xff, 0xfe]));
  });
  await using live = await observeLive({ target: `${server.origin}/gate` });
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  const headers = { 'X-CH-Sign': 'a', 'x-oDD-case': 'b', 'Content-Length': '4' };
  const answered = await ask(`${live.url}/fapi/v1/order?a=%2d&b`, 'GET', headers, body);
  expect(server.requests).toMatchObject([{ method: 'GET', target: '/gate/fapi/v1/order?a=%2d&b', body }]);
  expect(server.requests[0]!.rawHeaders.join()).toContain('X-CH-Sign,a,x-oDD-case,b');
  expect(answered).toMatchObject({ status: 203, bytes: Buffer.from([0xff, 0xfe]) });
  expect(answered.rawHeaders.join()).toContain('X-Answer-CASE,a');
  expect(live.report().recording).toMatchObject({ calls: 1 });
});

test.each([undefined, 'any-signature-accepted'])(
  "judges what the kit's own run sends to a server (%s)",
  async (mutation) => {
    const failures: string[] = [];
    const onFailure = ({ id }: { readonly id: string }) => failures.push(id);
    const { live, credentials, existing } = await observeSandbox({ mutation }, { onFailure });
    await runConformance({
      baseUrl: live.url,
      credentials,
      existing,
      checks: ['shape', 'sign/getOpenOrders', 'page/orders'],
    });
    const report = live.report();
    if (mutation === undefined) expect(failedIn(report)).toEqual([]);
    else expect(failures).toContain('sign/getOpenOrders/signature-bit-flipped');
    expect(report.recording!.calls).toBeGreaterThan(30);
  },
);

test('goes on passing calls where the one who is told of a failure breaks', async () => {
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const onFailure = (): never => {
    throw new Error('a listener breaks');
  };
  const { live } = await observeSandbox({ mutation: 'time-in-seconds' }, { onFailure });
  const call = async (): Promise<number> => (await fetch(`${live.url}/fapi/v1/time`)).status;
  expect(await call()).toBe(200);
  vi.advanceTimersByTime(2000);
  expect(await warned).toMatchObject({ message: expect.stringContaining('a listener breaks') });
  expect(await call()).toBe(200);
});

test('knows which headers it passed on, where no call has them', async () => {
  const { live } = await observeSandbox();
  await fetch(`${live.url}/fapi/v1/openOrders`);
  const { requestFaults, notContained } = live.report().recording!;
  expect(requestFaults).toEqual(['getOpenOrders without X-CH-APIKEY, X-CH-TS, X-CH-SIGN']);
  expect(notContained).toContain('a call with X-CH-SIGN');
});

test('names a wrong signature of a call without query and body, which it passed on itself', async () => {
  const { live, credentials } = await observeSandbox();
  const send = async (target: string, apiSecret: string): Promise<void> => {
    const timestampMs = Date.now();
    const sign = signRequest({ timestampMs, method: 'GET', target, apiSecret });
    const headers = { 'X-CH-TS': String(timestampMs), 'X-CH-APIKEY': credentials.apiKey, 'X-CH-SIGN': sign };
    await fetch(`${live.url}${target}`, { headers });
  };
  await send('/fapi/v1/openOrders?contractName=E-BTC-USDT', credentials.apiSecret);
  await send('/fapi/v1/openOrders', 'another-secret');
  const zeros = { 'X-CH-TS': String(Date.now()), 'X-CH-APIKEY': credentials.apiKey, 'X-CH-SIGN': '0'.repeat(64) };
  await fetch(`${live.url}/fapi/v1/openOrders`, { headers: zeros });
  expect(live.report().recording!.requestFaults).toEqual([
    'getOpenOrders with a signature that the secret does not make of this call',
    'getOpenOrders with a signature of zeros',
  ]);
});
