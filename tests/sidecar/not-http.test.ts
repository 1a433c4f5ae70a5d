import { once } from 'node:events';
import * as net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { observeLive } from '../../src/conformance/recorded-traffic/observe-live.js';
import { startServer } from '../support/raw-server.js';
import { pathOf, sendBytes, sidecarBefore } from './listening.js';

const ORDER = 'Host: 127.0.0.1\r\nContent-Length: 2\r\n';

/** Bytes that come back for an order, when bytes that are no request follow as soon as the service has it. */
async function orderAndMore(service: Awaited<ReturnType<typeof startServer>>, url: string): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('error', () => {}).on('data', (chunk) => (text += String(chunk)));
  socket.write(`POST ${pathOf(url)}/fapi/v1/order HTTP/1.1\r\n${ORDER}\r\n{}`);
  await service.received(1);
  socket.write('X\r\n\r\n');
  await once(socket, 'close');
  return text;
}

it('an order that the service has does not get the 400 of Node.js for bytes behind it', async () => {
  const { service, url } = await sidecarBefore(() => {}, { allow: ['money'] });
  expect(await orderAndMore(service, url)).toBe('');
  const other = await startServer(() => {});
  await using live = await observeLive({ target: other.origin });
  expect(await orderAndMore(other, live.url)).toBe('');
});

it.each([
  ['no request at all', 400, () => 'GARBAGE\r\n\r\n'],
  ['headers that are too long', 431, (path: string) => `GET ${path}/x HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
])('tells %s from a response of the service', async (_, status, bytesFor) => {
  const { url, service } = await sidecarBefore((response) => void response.end('{}'));
  const text = await sendBytes(url, bytesFor(pathOf(url)));
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nX-Futures-Sidecar: not-http\r\n[^]*Nothing was sent`));
  expect(service.requests).toEqual([]);
});

it('observe passes on nothing that was meant for another host', async () => {
  const service = await startServer((response) => void response.end('{}'));
  await using live = await observeLive({ target: service.origin });
  const text = await sendBytes(live.url, `GET http://other.example/x HTTP/1.1\r\n${ORDER}Connection: close\r\n\r\n{}`);
  expect([text.split(' ')[1], service.requests]).toEqual(['403', []]);
});

it('takes a request with an Expect of its own, and many on one connection, without a warning', async () => {
  const warnings: string[] = [];
  const warn = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const { url, told } = await sidecarBefore((response) => void response.end('{}'));
  const ping = (more: string): string => `GET ${pathOf(url)}/fapi/v1/ping HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;
  await sendBytes(url, ping('Expect: patience\r\n') + ping('').repeat(20) + ping('Connection: close\r\n'));
  expect((await told(22)).map(({ status }) => status)).toEqual(Array.from({ length: 22 }, () => 200));
  expect(warnings).toEqual([]);
});

it('tells no token, also where a caller writes it twice', async () => {
  const { url, told } = await sidecarBefore((response) => void response.end('{}'));
  await fetch(`${url}${pathOf(url)}/fapi/v1/ping`);
  expect((await told(1))[0]!.target).toBe('/[redacted]/fapi/v1/ping');
});
