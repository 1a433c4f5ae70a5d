import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import { startServer, startSocketServer, type SocketServer } from '../support/raw-server.js';
import { selfSigned } from '../support/self-signed.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { endingWithTest } from '../support/transports.js';

/*
 * Bytes on a connection that nothing has asked for. That the program may compute meanwhile is shown by tests/runtimes,
 * whose servers run in a process of their own.
 */

const response = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const REFUSAL = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 16\r\n\r\n{"code":"-1121"}';
const idOf = (number: number): string => response(`{"orderId":"${number}"}`);

const STRAYS: readonly [name: string, text: string][] = [
  ['a refusal', REFUSAL],
  ["another order's id", idOf(4711)],
  ['part of a response', REFUSAL.slice(0, 30)],
  ['three responses', idOf(1) + REFUSAL + idOf(2)],
  ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['408', 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  ['a line break', '\r\n'],
];

/** Resolves when the operating system has it: the client looks for it before it writes an order. */
const written = (socket: net.Socket, text: string): Promise<void> =>
  new Promise((resolve) => void socket.write(text, () => resolve()));

/** Three orders, one after the other; each must have its own id. The stray comes after the first one. */
async function expectOwnIds(
  server: SocketServer,
  options: object = {},
  sendStray = async (): Promise<void> => {},
): Promise<void> {
  const client = createTestClient(server.origin, options);
  for (let number = 1; number <= 3; number++) {
    expect(await client.createOrder(limitOrder)).toEqual({ orderId: String(number) });
    if (number === 1) await sendStray();
  }
  expect(server.requests).toHaveLength(3);
}

describe.each(STRAYS)('%s', (_name, stray) => {
  it('behind a response in the same packet: the next order takes another connection', async () => {
    const server = await startSocketServer((socket, onRequest) =>
      onRequest((number) => socket.write(idOf(number) + (number === 1 ? stray : ''))),
    );
    await expectOwnIds(server);
    expect(server.connections).toBe(2);
  });

  it.each([
    ['the next order takes another one', undefined],
    ['the same with TLS and an agent of the caller with one socket', selfSigned()],
  ])('on an idle connection: %s', async (_, tls) => {
    let sendStray: (() => Promise<void>) | undefined;
    const server = await startSocketServer((socket, onRequest) => {
      sendStray ??= () => written(socket, stray);
      onRequest((number) => socket.write(idOf(number)));
    }, tls);
    const agent = tls && endingWithTest(new https.Agent({ keepAlive: true, maxSockets: 1, ca: tls.cert }));
    await expectOwnIds(server, agent && { transport: createDefaultTransport({ agent }) }, () => sendStray!());
    expect(server.connections).toBe(2);
  });
});

it('ten connections, each with a response too many: no order takes one', async () => {
  const sockets: net.Socket[] = [];
  const answer: (() => void)[] = [];
  const server = await startSocketServer((socket, onRequest) => {
    sockets.push(socket);
    onRequest((number) => {
      answer.push(() => socket.write(idOf(number)));
      // Together, so that each has a connection of its own.
      if (answer.length === 10) answer.splice(0).forEach((write) => write());
    });
  });
  const client = createTestClient(server.origin);
  const first = await Promise.all(Array.from({ length: 10 }, () => client.createOrder(limitOrder)));
  await Promise.all(sockets.map((socket) => written(socket, REFUSAL)));
  const second = await Promise.all(Array.from({ length: 10 }, () => client.createOrder(limitOrder)));
  expect(new Set([...first, ...second].map(({ orderId }) => orderId)).size).toBe(20);
  expect(server.requests).toHaveLength(20);
  expect(server.connections).toBe(20);
});

it('on a new connection, before anything is asked: not-sent', async () => {
  const server = await startSocketServer((socket, onRequest) => {
    socket.write(REFUSAL);
    onRequest((number) => socket.write(idOf(number)));
  });
  // A connection that is ready, with what was written to it, before the request has it.
  const agent = endingWithTest(new http.Agent());
  const { hostname, port } = new URL(server.origin);
  agent.createConnection = (_options, callback) => {
    const socket = net.connect(Number(port), hostname);
    void once(socket, 'connect')
      .then(() => once(socket, 'readable'))
      .then(() => callback!(null, socket));
    return undefined;
  };
  const client = createTestClient(server.origin, { transport: createDefaultTransport({ agent }) });
  const error = await failureOf(client.createOrder(limitOrder));
  expect(error).toMatchObject({ code: 'NETWORK', outcome: 'not-sent' });
  expect(String(error)).toContain('bytes arrived before the request was sent');
  expect(server.requests).toEqual([]);
});

it('a connection that another part of the program has used is not used for an order', async () => {
  const server = await startServer({ body: '{"orderId":"1"}' });
  const agent = endingWithTest(new http.Agent({ keepAlive: true }));
  await new Promise((resolve) => {
    http.get(`${server.origin}/other`, { agent }, (incoming) => incoming.resume().on('close', resolve));
  });
  const client = createTestClient(server.origin, { transport: createDefaultTransport({ agent }) });
  await client.createOrder(limitOrder);
  await client.createOrder(limitOrder);
  expect(server.requests).toHaveLength(3);
  expect(server.connections).toBe(2);
});

it('a connection that ends while it waits for its turn is replaced', async () => {
  const server = await startServer({ body: '{"orderId":"1"}' });
  const agent = endingWithTest(new http.Agent({ keepAlive: true }));
  const client = createTestClient(server.origin, { transport: createDefaultTransport({ agent }) });
  await client.createOrder(limitOrder);
  await new Promise(setImmediate);
  const [idleSocket] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
  const second = client.createOrder(limitOrder);
  setImmediate(() => idleSocket!.destroy());
  expect(await second).toEqual({ orderId: '1' });
  expect(server.requests).toHaveLength(2);
  expect(server.connections).toBe(2);
});

it('a refusal before the whole body was written is a refusal, and its connection is not used again', async () => {
  const server = await startSocketServer((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const client = createTestClient(server.origin);
  const clientOrderId = 'x'.repeat(8 * 2 ** 20);
  expect(await failureOf(client.createOrder({ ...limitOrder, clientOrderId }))).toMatchObject({
    status: 413,
    outcome: 'rejected',
  });
});
