import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { quartiles, type Ratio } from './rounds.js';
import { CREDENTIALS } from './samples.js';

/*
 * Signed orders over plain sockets, because a client would cost more than what is measured. Each server is a process.
 */
const CONNECTIONS = 16;

interface Other {
  readonly file: URL;
  /** Orders in a round. */
  readonly orders: number;
}

/** A bare node:http server that gives one constant response. */
export const constant: Other = { file: new URL('./server.ts', import.meta.url), orders: 1500 };
/** Prism's mock of the description. */
export const prism: Other = { file: new URL('./prism-server.ts', import.meta.url), orders: 300 };

/** Orders per second of the sandbox over HTTP, over those of another server. */
export async function ordersOver(other: Other, rounds = 15): Promise<Ratio> {
  const sandbox = await start(new URL('./sandbox-server.ts', import.meta.url));
  const theirs = await start(other.file);
  const rateOfOurs = (): Promise<number> => ordersPerSecond(sandbox.port, 1500);
  const rateOfTheirs = (): Promise<number> => ordersPerSecond(theirs.port, other.orders);
  const ratios: number[] = [];
  for (let i = -4; i < rounds; i++) {
    const isSandboxFirst = i % 2 === 0;
    const first = await (isSandboxFirst ? rateOfOurs() : rateOfTheirs());
    const second = await (isSandboxFirst ? rateOfTheirs() : rateOfOurs());
    if (i >= 0) ratios.push(isSandboxFirst ? first / second : second / first);
  }
  sandbox.stop();
  theirs.stop();
  return quartiles(ratios);
}

async function start(file: URL): Promise<{ readonly port: number; stop(): void }> {
  const child = fork(fileURLToPath(file), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const port = Number(await new Promise((resolve) => child.stdout!.once('data', resolve)));
  return { port, stop: () => child.disconnect() };
}

/** Orders per second that a server on this port takes. */
async function ordersPerSecond(port: number, orders: number): Promise<number> {
  const requests = Array.from({ length: orders }, (_, i) => requestText(30_000 + (i % 20_000)));
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  const started = performance.now();
  await Promise.all(sockets.map((socket) => sendAll(socket, requests)));
  const passedMs = performance.now() - started;
  for (const socket of sockets) socket.destroy();
  return (orders * 1000) / passedMs;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).setNoDelay(true);
    socket.on('error', reject);
  });
}

/** Sends one request after the other, each when the response before it is complete, until none is left. */
function sendAll(socket: Socket, requests: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const next = (): void => {
      const request = requests.pop();
      if (request === undefined) resolve();
      else socket.write(request);
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const bodyAt = received.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
      if (bodyAt < 4 || received.length < bodyAt + length) return;
      if (!received.includes('{"orderId":')) return reject(new Error(received));
      received = '';
      next();
    });
    socket.on('close', () => reject(new Error('the server closed the connection')));
    next();
  });
}

function requestText(price: number): string {
  const { apiKey, apiSecret } = CREDENTIALS;
  const body = `{"contractName":"E-BTC-USDT","price":${price},"volume":1,"type":"LIMIT","side":"BUY","open":"OPEN","positionType":1}`;
  const timestamp = String(Date.now());
  const signed = `${timestamp}POST/fapi/v1/order${body}`;
  return [
    'POST /fapi/v1/order HTTP/1.1',
    'Host: 127.0.0.1',
    'accept: application/json',
    'content-type: application/json',
    `content-length: ${body.length}`,
    `X-CH-TS: ${timestamp}`,
    `X-CH-APIKEY: ${apiKey}`,
    `X-CH-SIGN: ${createHmac('sha256', apiSecret).update(signed).digest('hex')}`,
    '',
    body,
  ].join('\r\n');
}
