import * as http from 'node:http';
import { connect } from 'node:net';
import * as consumers from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { throwing } from '../support/test-client.js';
import { createFuturesClient } from '../../src/index.js';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import type { ListenOptions } from '../../src/sandbox/http/listen.js';
import { limitOrder } from '../support/orders.js';

async function start(listenOptions: ListenOptions = {}, options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  const server = await sandbox.listen(listenOptions);
  onTestFinished(() => server.close());
  return { sandbox, ...server };
}

async function takesAnOrder({ sandbox, url }: Awaited<ReturnType<typeof start>>): Promise<boolean> {
  const client = createFuturesClient({ baseUrl: url, credentials: sandbox.credentials });
  return (await client.createOrder(limitOrder)).orderId !== undefined;
}

/** One request with headers that `fetch` would not send; `write` sends the body, and may leave its end open. */
function send(
  url: string,
  headers: http.OutgoingHttpHeaders,
  write = (request: http.ClientRequest): unknown => request.end(),
  method = 'GET',
): Promise<{ readonly status: number | undefined; readonly connection: string | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/fapi/v1/ping`, { method, headers, agent: false }, (response) => {
      void consumers.text(response).then((text) => {
        request.destroy();
        resolve({ status: response.statusCode, connection: response.headers.connection, text });
      }, reject);
    });
    request.on('error', reject);
    write(request);
  });
}

test('responds while a test replaces the timers of its program, and after that', async () => {
  const { url } = await start();
  vi.useFakeTimers();
  expect((await send(url, {})).status).toBe(200);
  vi.useRealTimers();
  expect((await send(url, {})).status).toBe(200);
});

test('takes a whole URL for the target', async () => {
  const { url } = await start();
  const response = await new Promise<http.IncomingMessage>((resolve) => {
    http.get(url, { path: `${url}/fapi/v1/ping`, agent: false }, resolve);
  });
  expect(await consumers.text(response)).toBe('{}');
});

test.each([
  ['with bytes of a digest', 'X-CH-SIGN: \u0001', 400, 'Invalid header value char. X-CH-SIGN has hex digits'],
  ['that is folded', `X-CH-SIGN: ${'a1'.repeat(30)}\nb2c3`, 400, 'X-CH-SIGN has a line break in it: xxd -p'],
  ['with a carriage return', 'X-CH-TS: 1\r', 400, 'A header ends with a carriage return of its own'],
  ['of another name', 'X CH: 1', 400, 'Invalid header token. The exchange did nothing.'],
  ['that is too long', `X-CH-SIGN: ${'a'.repeat(20_000)}`, 431, 'The headers are longer than 16 KiB. The exchange'],
])('says why it cannot read a header %s, to the caller and to the log', async (_, header, status, said) => {
  const reasons: string[] = [];
  const { url } = await start({ onRefused: (reason) => reasons.push(reason) });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET /fapi/v1/ping HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`);
  const text = await consumers.text(socket);
  expect(text).toContain(`HTTP/1.1 ${status} `);
  expect(text).toContain(said);
  expect(reasons).toEqual([text.split('\r\n\r\n')[1]!.replace(' The exchange did nothing.\n', '')]);
});

describe('the body of a request', () => {
  test('is refused by its length before any of it is read, and the connection is closed', async () => {
    const server = await start();
    const write = (request: http.ClientRequest): unknown => request.flushHeaders();
    const received = await send(server.url, { 'content-length': 600_000_000 }, write, 'POST');
    expect(received).toMatchObject({ status: 413, connection: 'close' });
    expect(received.text).toBe('The body has more than 1048576 bytes. The exchange did nothing.\n');
    expect(await takesAnOrder(server)).toBe(true);
  });

  test('is refused while it arrives, when no length was announced', async () => {
    const server = await start({ maxBodyBytes: 1000 });
    const write = (request: http.ClientRequest): unknown => request.write('x'.repeat(1001));
    expect(await send(server.url, {}, write, 'POST')).toMatchObject({ status: 413, connection: 'close' });
    expect(await takesAnOrder(server)).toBe(true);
  });

  test.each([-1, 1.5, NaN, Infinity])('has no limit of %s bytes: that is refused before it listens', async (bytes) => {
    const listening = createSandbox().listen({ maxBodyBytes: bytes });
    await expect(listening).rejects.toMatchObject({ code: 'ARGUMENT', field: 'maxBodyBytes' });
  });
});

describe('callers', () => {
  // Which hosts and pages those are: tests/core/local-caller.test.ts.
  test.each<[http.OutgoingHttpHeaders, string]>([
    [{ host: 'attacker.example' }, 'not a loopback name'],
    [{ origin: 'https://attacker.example' }, 'Web pages may not call'],
    [{ 'sec-fetch-site': 'cross-site' }, 'Web pages may not call'],
  ])('from elsewhere are refused, and no listener is told: %j', async (headers, why) => {
    const onCall = vi.fn();
    const { url } = await start({}, { onCall });
    expect(await send(url, headers)).toMatchObject({ status: 403, text: expect.stringContaining(why) });
    expect(onCall).not.toHaveBeenCalled();
  });

  test('any host is right for a sandbox that listens elsewhere on purpose', async () => {
    const { url } = await start({ host: '0.0.0.0' });
    const local = url.replace('0.0.0.0', '127.0.0.1');
    expect((await send(local, { host: 'sandbox.test:8080' })).status).toBe(200);
    expect((await send(local, { origin: 'https://attacker.example' })).status).toBe(403);
  });

  test('a page of an origin that is allowed may ask, call and read; another one may not', async () => {
    const origin = 'http://localhost:5173';
    const onCall = vi.fn();
    const { url } = await start({ allowOrigins: [origin] }, { onCall });
    const asked = await fetch(`${url}/fapi/v1/openOrders`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-ch-sign' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'x-ch-sign']);
    expect(onCall).not.toHaveBeenCalled();
    const read = await fetch(`${url}/fapi/v1/ping`, { headers: { origin } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    expect(read.headers.get('access-control-expose-headers')).toBe('Date, Retry-After');
    for (const method of ['GET', 'OPTIONS']) {
      const other = await fetch(`${url}/fapi/v1/ping`, { method, headers: { origin: 'http://localhost:5174' } });
      expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
    expect(onCall).toHaveBeenCalledTimes(1);
  });

  test.each(['*', 'localhost:5173', 'http://localhost:5173/'])('%s is not an origin', async (origin) => {
    await expect(createSandbox().listen({ allowOrigins: [origin] })).rejects.toMatchObject({ field: 'allowOrigins' });
  });
});

test('a sandbox that is disposed of does not listen any more', async () => {
  let url = '';
  {
    await using server = await createSandbox().listen();
    ({ url } = server);
    expect((await fetch(`${url}/fapi/v1/ping`)).status).toBe(200);
  }
  await expect(fetch(`${url}/fapi/v1/ping`)).rejects.toThrow('fetch failed');
});

const FULL = new Error('the log is full');

test.each([
  ['throws', throwing(FULL)],
  ['rejects', () => Promise.reject(FULL)],
])('a listener that %s changes no response and ends no server', async (_how, act) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const sandbox = createSandbox({ onCall: act });
  sandbox.onEvent(act);
  const { url: baseUrl, credentials, fetch } = sandbox;
  const client = createFuturesClient({ baseUrl, credentials, fetch });
  expect(await client.createOrder(limitOrder)).toHaveProperty('orderId');
  await new Promise(setImmediate);
  expect(String(written.mock.calls)).toContain('the log is full');
});

test.each<readonly [string, () => unknown]>([
  ...[0, -1, 1.5, NaN].map(
    (value) => ['maxFinishedOrders', () => createSandbox({ maxFinishedOrders: value })] as const,
  ),
  ['accounts', () => createSandbox({ accounts: 2 as never })],
  ['contracts', () => createSandbox({ contracts: {} as never })],
  ['contractName', () => createSandbox().setPrice('BTCUSDT', '1')],
  ['price', () => createSandbox().setPrice('E-BTC-USDT', '0')],
])('a wrong %s is named', (field, make) => {
  expect(make).toThrow(expect.objectContaining({ field }));
});
