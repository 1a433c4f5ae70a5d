import { EventEmitter, once } from 'node:events';
import * as net from 'node:net';
import { onTestFinished } from 'vitest';
import { type Answer, startServer } from '../support/raw-server.js';
import { type Sidecar, type SidecarCall, type SidecarOptions, startSidecar } from '../../src/sidecar/index.js';

export const CREDENTIALS = { apiKey: 'Test-Key-0123456789', apiSecret: 'Test-Secret-0123456789' };

/** A sidecar that ends with the test, and what it told of its calls. It takes this machine's time unless told otherwise. */
export async function sidecarTo(
  upstream: string,
  options: Partial<SidecarOptions> = {},
): Promise<Sidecar & { told(count: number): Promise<readonly SidecarCall[]> }> {
  const calls: SidecarCall[] = [];
  const events = new EventEmitter();
  const sidecar = await startSidecar({
    upstream,
    credentials: CREDENTIALS,
    clock: 'local',
    onCall: (call) => {
      calls.push(call);
      events.emit('call');
    },
    ...options,
  });
  onTestFinished(() => sidecar.close());
  return {
    ...sidecar,
    /** Calls are told when they have ended, which may be later than the caller has its answer. */
    async told(count) {
      while (calls.length < count) await once(events, 'call');
      return calls;
    },
  };
}

/** The answer to bytes that no HTTP client would write, as Latin-1 text. They ask for the connection to be closed. */
export async function sendBytes(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'));
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // Not ended: a caller that ends its side has left.
  socket.write(Buffer.from(text, 'latin1'));
  await new Promise((done) => socket.on('close', done));
  return Buffer.concat(chunks).toString('latin1');
}

/** The path of a sidecar's base URL, token and all. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '');

/** A service that answers so, and a sidecar in front of it. */
export async function sidecarBefore(answer: Answer, options: Partial<SidecarOptions> = {}) {
  const service = await startServer(answer);
  return { service, ...(await sidecarTo(service.origin, options)) };
}
