import { EventEmitter, once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { onWholeRequest } from './whole-requests.js';

/** One request as it arrived: nothing is decoded, lower-cased or merged. */
export interface Recorded {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  /** Names and values in turn, as written. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A scripted answer: status 200 and no body unless it says otherwise. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answers in its own way, or never. */
export type Handler = (response: http.ServerResponse, request: Recorded) => void;
export type Answer = Scripted | Handler;

/** A success of every operation but getContracts and getServerTime. */
export const anySuccess: Handler = (response, { target }) =>
  void response.end(/Orders|Historical|Trades/.test(target) ? '[]' : '{"orderId":"2006628907041292645"}');

/** A server on a free port of 127.0.0.1, and its connections. It ends with the test. */
interface Watched {
  readonly authority: string;
  /** Scheme and authority, to be used as `baseUrl`. */
  readonly origin: string;
  /** TCP connections accepted so far. */
  readonly connections: number;
  /** Resolves as soon as no connection is open; never, when the client leaves one open. */
  allClosed(): Promise<void>;
  /** Resolves as soon as the connection that was accepted first is closed. */
  firstClosed(): Promise<void>;
  /** Cuts every connection. */
  cut(): void;
}

export interface RawServer extends Watched {
  readonly requests: readonly Recorded[];
  /** Resolves as soon as `count` requests have arrived. */
  received(count?: number): Promise<void>;
}

type Tls = { readonly key: Buffer; readonly cert: Buffer };

/** Starts an HTTP server that records every request. */
export async function startServer(answer: Answer, tls?: Tls): Promise<RawServer> {
  const requests: Recorded[] = [];
  const events = new EventEmitter();
  const respond: Handler = typeof answer === 'function' ? answer : (response) => write(response, answer);
  const listener: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: target = '', rawHeaders } = request;
      const recorded = { method, target, rawHeaders, body: Buffer.concat(chunks) };
      requests.push(recorded);
      events.emit('request');
      respond(response, recorded);
    });
  };
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  return Object.assign(await listen(server, tls), {
    requests,
    async received(count = 1) {
      while (requests.length < count) await once(events, 'request');
    },
  });
}

/** The same, but it answers when told: each function of `replies` answers one request, in the order in which they arrived. */
export async function startHolding(body = '{}'): Promise<RawServer & { readonly replies: (() => void)[] }> {
  const replies: (() => void)[] = [];
  const server = await startServer((response) => void replies.push(() => response.end(body)));
  return Object.assign(server, { replies });
}

export interface ByteServer extends Watched {
  /** Everything received, over all connections, as Latin-1 text. */
  received(): string;
  /** Resolves as soon as at least one byte has arrived. */
  touched(): Promise<void>;
}

/** Starts a bare TCP server that records bytes and writes `answer` once it has some; without `answer` it is silent. */
export async function startByteServer(answer?: (received: string) => string): Promise<ByteServer> {
  const chunks: Buffer[] = [];
  const events = new EventEmitter();
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      events.emit('data');
      if (answer !== undefined) socket.end(answer(chunk.toString('latin1')));
    });
  });
  return Object.assign(await listen(server), {
    received: () => Buffer.concat(chunks).toString('latin1'),
    async touched() {
      while (chunks.length === 0) await once(events, 'data');
    },
  });
}

export interface SocketServer extends Watched {
  /** Every request that arrived whole: the first line and the body. */
  readonly requests: readonly string[];
}

/** Plays a connection: called when it is accepted, with what to call for each request that arrives whole. */
export type Player = (socket: net.Socket, onRequest: (respond: (number: number) => void) => void) => void;

/** Starts a bare server that leaves to `play` what is written when; `number` counts the requests over all connections. */
export async function startSocketServer(play: Player, tls?: Tls): Promise<SocketServer> {
  const requests: string[] = [];
  const onConnection = (socket: net.Socket): void => {
    socket.on('error', () => {});
    socket.setNoDelay(true);
    let respond = (_number: number): void => {};
    play(socket, (given) => (respond = given));
    onWholeRequest(socket, (start, body) => {
      requests.push(`${start} ${body}`);
      respond(requests.length);
    });
  };
  const server = tls === undefined ? net.createServer(onConnection) : createTlsServer(tls, onConnection);
  return Object.assign(await listen(server, tls), { requests });
}

/** Value of a header of a recorded request, by any spelling; undefined when absent. */
export function headerOf({ rawHeaders }: Recorded, name: string): string | undefined {
  const index = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name.toLowerCase());
  return index < 0 ? undefined : rawHeaders[index + 1];
}

/** Header names of a recorded request, in lower case. */
export function headerNames({ rawHeaders }: Recorded): string[] {
  return rawHeaders.filter((_text, i) => i % 2 === 0).map((name) => name.toLowerCase());
}

function write(response: http.ServerResponse, { status = 200, headers = {}, body = '' }: Scripted): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

async function listen(server: net.Server, tls?: Tls): Promise<Watched> {
  const sockets: net.Socket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('close', () => server.emit('socket-closed'));
  });
  const authority = `127.0.0.1:${await listenOnFreePort(server)}`;
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    authority,
    origin: `${tls === undefined ? 'http' : 'https'}://${authority}`,
    get connections() {
      return sockets.length;
    },
    async allClosed() {
      while (sockets.some((socket) => !socket.closed)) await once(server, 'socket-closed');
    },
    async firstClosed() {
      while (sockets[0]?.closed !== true) await once(server, 'socket-closed');
    },
    cut,
  };
}
