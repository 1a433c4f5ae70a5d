import { once } from 'node:events';
import * as net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startByteServer, startSocketServer } from '../support/raw-server.js';
import { pathOf, sendBytes, sidecarBefore, sidecarTo } from './listening.js';

const order = (url: string): Promise<Response> => fetch(`${url}/fapi/v1/order`, { method: 'POST', body: '{}' });

const BODY = 'Content-Length: 2\r\n\r\n{}';

test.each([
  ['status 99', `HTTP/1.1 099 X\r\n${BODY}`],
  ['status 0', `HTTP/1.1 000 X\r\n${BODY}`],
  ['a reason with a control character', `HTTP/1.1 200 O\x01K\r\n${BODY}`],
  ['101', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ['a header with a control character', `HTTP/1.1 200 OK\r\nX-A: a\x01b\r\n${BODY}`],
  ['a header line of 100,000 bytes', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n${BODY}`],
  ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n${BODY}`],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}'],
  ['a length and chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${BODY}`],
  ['nothing but 103, then the end', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['what is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
])(
  'an order has an unknown outcome, the caller is told so at once, and the sidecar goes on: %s',
  async (_name, bytes) => {
    const service = await startByteServer(() => bytes);
    const { url, told } = await sidecarTo(`http://${service.authority}`, { allow: ['money'] });
    for (let call = 1; call <= 2; call++) {
      const response = await order(url);
      expect([response.status, response.headers.get('x-futures-sidecar')]).toEqual([502, 'connection-broken']);
      expect(((await response.json()) as { message: string }).message).toContain('The service may have acted');
    }
    expect(await told(2)).toMatchObject(
      Array.from({ length: 2 }, () => ({ failed: 'connection-broken', outcome: 'unknown', status: 502 })),
    );
  },
);

test.each([
  ['status 999', 'HTTP/1.1 999 Far Out\r\nContent-Length: 2\r\n\r\n{}', 999],
  [
    '102 and 103 before the response',
    `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n${BODY}`,
    200,
  ],
  [
    'trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\n{}\r\n0\r\nX-T: 1\r\n\r\n',
    200,
  ],
  ['bytes beyond ASCII in reason and header', `HTTP/1.1 200 \xe9\r\nX-A: caf\xe9\r\n${BODY}`, 200],
])('passes on what HTTP allows: %s', async (_name, bytes, status) => {
  const service = await startSocketServer((socket, onRequest) => onRequest(() => socket.write(bytes, 'latin1')));
  const { url } = await sidecarTo(service.origin, { allow: ['money'] });
  const response = await order(url);
  expect([response.status, await response.text()]).toEqual([status, '{}']);
  expect((await order(url)).status).toBe(status);
});

test('an order that waits behind another one on its connection is told of when the caller leaves', async () => {
  let arrived = (): void => {};
  const both = new Promise<void>((resolve) => (arrived = resolve));
  const service = await startSocketServer((_socket, onRequest) => onRequest(arrived));
  const { url, told, close } = await sidecarTo(service.origin, { allow: ['money'] });
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  const one = `POST ${pathOf(url)}/fapi/v1/order HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${BODY}`;
  socket.write(one + one);
  await both;
  socket.destroy();
  expect(await told(2)).toMatchObject([{ outcome: 'unknown' }, { outcome: 'unknown' }]);
  await close();
});

test('an early response, before the body was read, is the response', async () => {
  const service = await startSocketServer((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\n{}');
    });
  });
  const { url } = await sidecarTo(service.origin, { allow: ['money'] });
  const response = await fetch(`${url}/fapi/v1/order`, { method: 'POST', body: 'x'.repeat(8 * 2 ** 20) });
  expect([response.status, await response.text()]).toEqual([413, '{}']);
});

test('JSON nested deeper than a program can follow passes, in the request and in the response', async () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  const { url, told } = await sidecarBefore((response, { body }) => response.end(body), { allow: ['money'] });
  for (const text of [deep, '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)]) {
    const response = await fetch(`${url}/fapi/v1/order`, { method: 'POST', body: text });
    expect(await response.text()).toBe(text);
  }
  await told(2);
});

test.each([
  ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
  ['Expect: 100-continue', 'Connection: close\r\nExpect: 100-continue\r\n'],
])('a caller that asks for %s has the response of the service', async (_name, headers) => {
  const { service, url } = await sidecarBefore({ body: '[]', headers: { connection: 'close' } });
  const { hostname, port } = new URL(url);
  const caller = net.connect(Number(port), hostname);
  onTestFinished(() => void caller.destroy());
  caller.write(`GET ${pathOf(url)}/fapi/v1/openOrders HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  let text = '';
  while (!text.includes('[]')) text += String(((await once(caller, 'data')) as [Buffer])[0]);
  expect(text).toContain('HTTP/1.1 200 OK');
  expect(service.requests).toHaveLength(1);
});

test.each([
  ['CONNECT', 'CONNECT futures.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['bytes that are no HTTP', '\x16\x03\x01\x02\x00\x01\r\n\r\n'],
  [
    'two lengths',
    'POST /fapi/v1/order HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
  ],
  ['headers of 100,000 bytes', `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
])('a caller that sends %s reaches nothing, and the sidecar goes on', async (_name, bytes) => {
  const { service, url } = await sidecarBefore({ body: '[]' }, { token: false });
  await sendBytes(url, bytes).catch(() => 'reset');
  expect(service.requests).toEqual([]);
  expect(await (await fetch(`${url}/fapi/v1/openOrders`)).text()).toBe('[]');
});

test('a caller that leaves in the middle of the response changes nothing for the next one', async () => {
  const { service, url, told } = await sidecarBefore((response) => void response.write('x'.repeat(100)));
  const controller = new AbortController();
  const response = await fetch(`${url}/fapi/v1/openOrders`, { signal: controller.signal });
  controller.abort();
  await expect(response.text()).rejects.toThrow();
  await service.allClosed();
  expect(await told(1)).toMatchObject([{ failed: 'caller-left', outcome: 'unknown' }]);
});

test.each([
  ['{}', 'unknown', undefined],
  ['{"code":"0","msg":"success"}', 'unknown', undefined],
  ['{"code":"9999","msg":"order accepted, processing","orderId":"5"}', 'unknown', '5'],
  ['{"code":"OK","orderId":"5"}', 'unknown', '5'],
  ['{"code":"9999","data":null}', 'unknown', undefined],
  ['{"orderId":"5"}', undefined, '5'],
])('the log says of an order answered with %s what the client says: outcome %s', async (body, outcome, orderId) => {
  const { url, told } = await sidecarBefore({ body }, { allow: ['money'] });
  await fetch(`${url}/fapi/v1/order`, { method: 'POST', body: '{}' });
  expect(await told(1)).toMatchObject([{ outcome, orderId }]);
});
