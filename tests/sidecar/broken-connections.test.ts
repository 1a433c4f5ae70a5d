import * as http from 'node:http';
import * as net from 'node:net';
import { expect, test, vi } from 'vitest';
import { throwing } from '../support/test-client.js';
import { closedPort } from '../support/ports.js';
import { startByteServer, startServer } from '../support/raw-server.js';
import { sidecarBefore, sidecarTo } from './listening.js';

test.each([
  ['throws', throwing(new Error('the log is full'))],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
])('an onCall that %s changes no answer and ends no process', async (_how, act) => {
  const onCall = vi.fn(act);
  const { url } = await sidecarBefore({ body: '[]' }, { onCall });
  for (let call = 0; call < 2; call++) {
    const answer = await fetch(`${url}/fapi/v1/openOrders`, { headers: { connection: 'close' } });
    expect([answer.status, await answer.text()]).toEqual([200, '[]']);
  }
  await expect.poll(() => onCall.mock.calls.length).toBe(2);
});

test('answers 502 and says of a read that it only reads when the service breaks off', async () => {
  const service = await startByteServer(() => '');
  const { url, told } = await sidecarTo(`http://${service.authority}`);
  const answer = await fetch(`${url}/fapi/v1/openOrders`);
  expect([answer.status, answer.headers.get('x-futures-sidecar')]).toEqual([502, 'connection-broken']);
  expect(await answer.text()).toContain('It only reads');
  expect(await told(1)).toMatchObject([{ status: 502, failed: 'connection-broken', outcome: 'unknown' }]);
});

test('breaks off when the service does in the middle of an answer', async () => {
  const service = await startByteServer(() => 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"a');
  const { url } = await sidecarTo(`http://${service.authority}`);
  await expect(fetch(`${url}/fapi/v1/openOrders`).then((answer) => answer.text())).rejects.toThrow();
});

test('goes away from the service when the caller leaves before there is an answer', async () => {
  const service = await startByteServer();
  const { url, told } = await sidecarTo(`http://${service.authority}`);
  const controller = new AbortController();
  const call = fetch(`${url}/fapi/v1/openOrders`, { signal: controller.signal }).catch(() => 'left');
  await service.touched();
  controller.abort();
  expect(await call).toBe('left');
  await service.allClosed();
  expect(await told(1)).toMatchObject([{ status: undefined, signed: true, failed: 'caller-left', outcome: 'unknown' }]);
});

test('sends nothing when the caller leaves in the middle of its request', async () => {
  const { service, url, told } = await sidecarBefore({ body: '{}' });
  const outgoing = http.request(`${url}/fapi/v1/edit_lever`, { method: 'POST', headers: { 'content-length': 10 } });
  outgoing.on('error', () => {});
  outgoing.write('{', () => outgoing.destroy());
  expect(await told(1)).toMatchObject([
    { signed: false, status: undefined, failed: 'caller-left', outcome: 'not-sent' },
  ]);
  expect(service.requests).toEqual([]);
});

test('sends nothing for a caller that left before its request was read: a sidecar that stood still, say', async () => {
  const { service, url, told } = await sidecarBefore({ body: '{"orderId":"1"}' }, { allow: ['money'] });
  const { pathname, host, hostname, port } = new URL(`${url}/fapi/v1/order`);
  await (await fetch(url + '/fapi/v1/order', { method: 'POST' })).text();
  const socket = net.connect(Number(port), hostname, () => {
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`);
    socket.destroy();
  });
  expect((await told(2))[1]).toMatchObject({ failed: 'caller-left', outcome: 'not-sent' });
  expect(service.requests).toHaveLength(1);
});

test('refuses a body above 16 MiB, and sends nothing', async () => {
  const { service, url } = await sidecarBefore({ body: '{}' });
  const outgoing = http.request(`${url}/fapi/v1/edit_lever`, { method: 'POST' });
  outgoing.on('error', () => {});
  const answered = new Promise<http.IncomingMessage>((resolve) => outgoing.on('response', resolve));
  outgoing.end(Buffer.alloc(16 * 2 ** 20 + 1));
  const { statusCode, headers } = await answered;
  expect([statusCode, headers['x-futures-sidecar']]).toEqual([413, 'body-too-large']);
  expect(service.requests).toEqual([]);
});

test('leaves no connection to the service when it is closed', async () => {
  const waiting: http.ServerResponse[] = [];
  // None is answered before all three are there: otherwise one connection may be enough for two.
  const service = await startServer((response) => {
    if (waiting.push(response) === 3) for (const each of waiting) each.end('[]');
  });
  const sidecar = await sidecarTo(service.origin);
  await Promise.all([1, 2, 3].map(() => fetch(`${sidecar.url}/fapi/v1/openOrders`).then((answer) => answer.text())));
  expect(service.connections).toBe(3);
  await sidecar.close();
  await service.allClosed();
  await expect(fetch(`${sidecar.url}/fapi/v1/openOrders`)).rejects.toThrow();
});

const ORDER = JSON.stringify({ contractName: 'E-BTC-USDT', clientOrderId: 'mine-1' });
const post = (url: string): Promise<Response> => fetch(`${url}/fapi/v1/order`, { method: 'POST', body: ORDER });

test.each([
  ['closes without a word', '', { failed: 'connection-broken', status: 502 }],
  [
    'breaks off in the middle',
    'HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{"orderId":',
    { failed: 'cut-off', status: 200 },
  ],
  ['is a gateway that gives up', 'HTTP/1.1 504 X\r\nContent-Length: 0\r\n\r\n', { failed: undefined, status: 504 }],
  ['answers a page', 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>', { failed: undefined, status: 200 }],
  [
    'answers -1007',
    'HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"code":-1007}',
    { failed: undefined, status: 200, code: '-1007' },
  ],
  [
    'answers 400 with the id of an order',
    'HTTP/1.1 400 X\r\nContent-Length: 13\r\n\r\n{"orderId":5}',
    { failed: undefined, status: 400, orderId: '5' },
  ],
])('an order has an unknown outcome, and was not refused, when the service %s', async (_how, answer, ending) => {
  const service = await startByteServer(() => answer);
  const { url, told } = await sidecarTo(`http://${service.authority}`, { allow: ['money'] });
  await post(url)
    .then((response) => response.text())
    .catch(() => 'cut off');
  expect(await told(1)).toMatchObject([
    { ...ending, outcome: 'unknown', refused: undefined, signed: true, clientOrderId: 'mine-1' },
  ]);
});

test('an order that could not be sent is told as not sent, and one that was placed with its id', async () => {
  const origin = `http://127.0.0.1:${await closedPort()}`;
  const down = await sidecarTo(origin, { allow: ['money'] });
  const answer = await post(down.url);
  expect([answer.status, answer.headers.get('x-futures-sidecar')]).toEqual([502, 'no-connection']);
  const { message } = (await answer.json()) as { message: string };
  expect(message).toMatch(new RegExp(`^no connection to ${origin} \\(.*ECONNREFUSED.*\\)\\. Nothing was sent\\.$`));
  expect(await down.told(1)).toMatchObject([{ outcome: 'not-sent', failed: 'no-connection', refused: undefined }]);
  const service = await startServer({ body: '{"code":"0","data":{"orderId":2006628914041292581}}' });
  const up = await sidecarTo(service.origin, { allow: ['money'] });
  await post(up.url).then((response) => response.text());
  expect(await up.told(1)).toMatchObject([
    { outcome: undefined, failed: undefined, status: 200, code: '0', orderId: '2006628914041292581' },
  ]);
});

test('a service that stays silent is answered for with 504, and the order has an unknown outcome', async () => {
  const service = await startByteServer();
  const { url, told } = await sidecarTo(`http://${service.authority}`, { allow: ['money'], timeoutMs: 500 });
  const answer = await post(url);
  expect([answer.status, answer.headers.get('x-futures-sidecar')]).toEqual([504, 'timed-out']);
  expect(await answer.json()).toEqual({
    sidecar: 'timed-out',
    message: 'no response within 0.5 s (--timeout). The service may have acted: look it up before you retry.',
  });
  expect(await told(1)).toMatchObject([{ status: 504, failed: 'timed-out', outcome: 'unknown' }]);
  await service.allClosed();
  const secure = await sidecarTo(`https://${service.authority}`, { allow: ['money'], timeoutMs: 500 });
  const notSent = await post(secure.url);
  expect([notSent.status, notSent.headers.get('x-futures-sidecar')]).toEqual([502, 'no-connection']);
});

test('an answer that stops in the middle is cut off after that time', async () => {
  const { url, told } = await sidecarBefore((response) => void response.write('{'), { timeoutMs: 500 });
  await expect(fetch(`${url}/fapi/v1/openOrders`).then((answer) => answer.text())).rejects.toThrow();
  expect(await told(1)).toMatchObject([{ status: 200, failed: 'cut-off', outcome: 'unknown' }]);
});

test.each([0, 1.5, 2 ** 31])('refuses to wait %d ms', async (timeoutMs) => {
  await expect(sidecarTo('http://127.0.0.1:9', { timeoutMs })).rejects.toThrow('timeoutMs must be');
});
