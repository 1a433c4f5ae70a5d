import * as http from 'node:http';
import { expect, test, vi } from 'vitest';
import { createSelfSigned } from '../support/self-signed.js';
import { closedPort } from '../support/ports.js';
import { startByteServer, startServer } from '../support/raw-server.js';
import { sidecarTo } from './listening.js';

test.each([
  [
    'throws',
    (): never => {
      throw new Error('the log is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
])('an onCall that %s changes no answer and ends no process', async (_how, act) => {
  const onCall = vi.fn(act);
  const service = await startServer({ body: '[]' });
  const { url } = await sidecarTo(service.origin, { onCall });
  for (let call = 0; call < 2; call++) {
    const answer = await fetch(`${url}/fapi/v1/openOrders`, { headers: { connection: 'close' } });
    expect([answer.status, await answer.text()]).toEqual([200, '[]']);
  }
  await expect.poll(() => onCall.mock.calls.length).toBe(2);
});

test('answers 502 and says that nothing was sent when there is no service', async () => {
  const origin = `http://127.0.0.1:${await closedPort()}`;
  const { url } = await sidecarTo(origin);
  const answer = await fetch(`${url}/fapi/v1/edit_lever`, { method: 'POST', body: '{}' });
  expect([answer.status, answer.headers.get('x-futures-sidecar')]).toEqual([502, 'no-connection']);
  const { message } = (await answer.json()) as { message: string };
  expect(message).toMatch(new RegExp(`^no connection to ${origin} \\(.*ECONNREFUSED.*\\)\\. Nothing was sent\\.$`));
});

test('says that nothing was sent when the certificate is not trusted', async () => {
  const service = await startServer({ body: '{}' }, createSelfSigned());
  const { url } = await sidecarTo(service.origin, { allow: ['money'] });
  const answer = await fetch(`${url}/fapi/v1/order`, { method: 'POST', body: '{}' });
  expect([answer.status, answer.headers.get('x-futures-sidecar')]).toEqual([502, 'no-connection']);
  expect(service.requests).toEqual([]);
});

test.each([
  ['POST', '/fapi/v1/edit_lever', 'The service may have acted'],
  ['GET', '/fapi/v1/openOrders', 'It only reads'],
])('answers 502 and says what may have happened when the service breaks off: %s %s', async (method, target, words) => {
  const service = await startByteServer(() => '');
  const { url, told } = await sidecarTo(`http://${service.authority}`);
  const answer = await fetch(`${url}${target}`, { method });
  expect([answer.status, answer.headers.get('x-futures-sidecar')]).toEqual([502, 'connection-broken']);
  expect(await answer.text()).toContain(words);
  expect(await told(1)).toMatchObject([{ status: 502, refused: 'connection-broken' }]);
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
  expect(await told(1)).toMatchObject([{ status: undefined, signed: true }]);
});

test('sends nothing when the caller leaves in the middle of its request', async () => {
  const service = await startServer({ body: '{}' });
  const { url, told } = await sidecarTo(service.origin);
  const outgoing = http.request(`${url}/fapi/v1/edit_lever`, { method: 'POST', headers: { 'content-length': 10 } });
  outgoing.on('error', () => {});
  outgoing.write('{', () => outgoing.destroy());
  expect(await told(1)).toMatchObject([{ signed: false, status: undefined }]);
  expect(service.requests).toEqual([]);
});

test('refuses a body above 16 MiB, and sends nothing', async () => {
  const service = await startServer({ body: '{}' });
  const { url } = await sidecarTo(service.origin);
  const outgoing = http.request(`${url}/fapi/v1/edit_lever`, { method: 'POST' });
  outgoing.on('error', () => {});
  const answered = new Promise<http.IncomingMessage>((resolve) => outgoing.on('response', resolve));
  outgoing.end(Buffer.alloc(16 * 2 ** 20 + 1));
  const { statusCode, headers } = await answered;
  expect([statusCode, headers['x-futures-sidecar']]).toEqual([413, 'body-too-large']);
  expect(service.requests).toEqual([]);
});

test('leaves no connection to the service when it is closed', async () => {
  const service = await startServer({ body: '[]' });
  const sidecar = await sidecarTo(service.origin);
  await Promise.all([1, 2, 3].map(() => fetch(`${sidecar.url}/fapi/v1/openOrders`).then((answer) => answer.text())));
  expect(service.connections).toBe(3);
  await sidecar.close();
  await service.allClosed();
  await expect(fetch(`${sidecar.url}/fapi/v1/openOrders`)).rejects.toThrow();
});

test('starts without a service, and says whose time it signs with', async () => {
  const { clock, clockProblem } = await sidecarTo(`http://127.0.0.1:${await closedPort()}`, { clock: 'service' });
  expect(clock).toMatchObject({ offsetMs: 0, source: 'none' });
  expect(clockProblem).toContain('ECONNREFUSED');
});
