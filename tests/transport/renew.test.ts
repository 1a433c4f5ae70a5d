import { EventEmitter, once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { ArgumentError } from '../../src/core/errors.js';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import type { Transport, TransportRequest } from '../../src/transport/transport.js';
import { createUndiciTransport } from '../../src/transport/undici.js';
import { headerOf, type Recorded, startByteServer, startHolding, startServer } from '../support/raw-server.js';
import { selfSigned } from '../support/self-signed.js';
import { LONG_MS, watchLeftBehind } from '../support/left-behind.js';
import { failureOf, throwing } from '../support/test-client.js';
import { everythingShown } from '../support/everything-shown.js';
import { endingWithTest, singleConnections } from '../support/transports.js';
import { orderRequest, signedAs } from '../support/transport-request.js';

type Renew = NonNullable<TransportRequest['renew']>;

const reason = new Error('changed my mind');

/** Every value of a header of a request: two would be one too many. */
const signatures = ({ rawHeaders }: Recorded): readonly string[] =>
  rawHeaders.filter((_text, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'x-ch-sign');

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise(setImmediate);

describe.each(singleConnections)('over %s and one connection', (_name, create) => {
  /** A server that answers when told, and a transport whose connection is in use. */
  async function busy() {
    const server = await startHolding();
    const { replies } = server;
    const transport = create();
    const first = transport(orderRequest(server.origin, { target: '/busy' }));
    await server.received(1);
    const send = (renew: Renew, changes: Partial<TransportRequest> = {}) =>
      transport(orderRequest(server.origin, { renew, ...changes }));
    return {
      server,
      send,
      async free(): Promise<void> {
        replies.shift()!();
        await first;
      },
      /** Answers what arrives, to the end of the test. */
      async answer(count: number): Promise<void> {
        for (let i = 2; i <= count; i++) {
          await server.received(i);
          replies.shift()!();
        }
      },
      arrived: () => server.requests.slice(1).map(signatures),
    };
  }

  it.each<[way: string, renew: Renew]>([
    ['at once', () => undefined],
    ['later', async () => (await turn(), undefined)],
  ])('a signature that is still good goes out as it is: told %s', async (_way, renew) => {
    const { server, send, free, answer, arrived } = await busy();
    const waiting = send(renew);
    await turn();
    await free();
    await answer(2);
    await waiting;
    expect(arrived()).toEqual([['first']]);
    expect(server.connections).toBe(1);
  });

  it.each([false, true])(
    'twenty that wait are signed anew just before they leave, one by one; asynchronously: %s',
    async (later) => {
      const { server, send, free, answer, arrived } = await busy();
      let asked = 0;
      const waiting = Array.from({ length: 20 }, (_, i) =>
        send(
          () => {
            asked++;
            const headers = signedAs(`anew-${i}`);
            return later ? turn().then(() => headers) : headers;
          },
          { body: `{"volume":${i}}` },
        ),
      );
      await turn();
      expect(asked).toBe(0);
      await free();
      await answer(21);
      await Promise.all(waiting);
      const sent = server.requests.slice(1).map(({ body }) => JSON.parse(body.toString()).volume as number);
      expect(sent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
      expect(arrived()).toEqual(sent.map((i) => [`anew-${i}`]));
      // Signing anew costs no connection.
      expect(server.connections).toBe(1);
    },
  );

  it('headers that are left out anew are not sent, and a GET keeps its body', async () => {
    const { server, send, free, answer } = await busy();
    const waiting = send(() => signedAs('second'), { method: 'GET', headers: { ...signedAs('first'), 'x-old': '1' } });
    await turn();
    await free();
    await answer(2);
    await waiting;
    const [, request] = server.requests;
    expect(headerOf(request!, 'x-old')).toBeUndefined();
    expect(headerOf(request!, 'content-type')).toBe('application/json');
    expect(headerOf(request!, 'host')).toBe(server.origin.slice('http://'.length));
    expect([request!.method, request!.body.toString()]).toEqual(['GET', '{"volume":1}']);
  });

  it('a connection that is idle takes a request as it is: nothing is asked', async () => {
    const server = await startServer({ body: '{}' });
    const transport = create();
    await transport(orderRequest(server.origin));
    for (let round = 0; round < 5; round++) {
      await turn();
      await transport(orderRequest(server.origin, { renew: () => expect.fail('asked') }));
    }
    expect(server.requests).toHaveLength(6);
    expect(server.connections).toBe(1);
  });

  it.each<[way: string, renew: (error: unknown) => Renew]>([
    ['at once', throwing],
    ['later', (error) => () => Promise.reject(error)],
  ])('a signature that cannot be made, told %s, fails the call with nothing sent', async (_way, renew) => {
    const { server, send, free } = await busy();
    const error = new ArgumentError('sign failed', { field: 'sign' });
    const waiting = [error, new Error('of their own')].map((each) => failureOf(send(renew(each))));
    await turn();
    await free();
    expect(await waiting[0]).toBe(error);
    expect(await waiting[1]).toMatchObject({
      code: 'NETWORK',
      outcome: 'not-sent',
      cause: { message: 'of their own' },
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['TIMEOUT', 'ABORTED'])(
    '%s while it is being signed again is not-sent, and it does not leave later',
    async (code) => {
      const { server, send, free, answer } = await busy();
      const events = new EventEmitter();
      let finish!: (headers: Readonly<Record<string, string>>) => void;
      const controller = new AbortController();
      const left = watchLeftBehind(controller.signal);
      const asked = once(events, 'asked');
      const stopped = failureOf(
        send(
          () => {
            events.emit('asked');
            return new Promise((resolve) => (finish = resolve));
          },
          { timeoutMs: LONG_MS, signal: controller.signal },
        ),
      );
      await turn();
      await free();
      await asked;
      if (code === 'ABORTED') controller.abort(reason);
      else left.expire();
      expect(await stopped).toMatchObject({ code, outcome: 'not-sent' });
      finish(signedAs('second'));
      await turn();
      const last = send(() => undefined, { target: '/last' });
      await answer(2);
      await last;
      expect(server.requests.map(({ target }) => target)).toEqual(['/busy', '/last']);
    },
  );

  it('a request whose call has ended while it waited is not asked about, and costs no connection', async () => {
    const { server, send, free, answer } = await busy();
    const controller = new AbortController();
    // The signature is still good: asked, it would leave as it is.
    const renew = vi.fn(() => undefined);
    const stopped = failureOf(send(renew, { signal: controller.signal }));
    await turn();
    controller.abort(reason);
    expect(await stopped).toMatchObject({ code: 'ABORTED', outcome: 'not-sent' });
    await free();
    const last = send(() => undefined, { target: '/last' });
    await answer(2);
    await last;
    expect(server.requests.map(({ target }) => target)).toEqual(['/busy', '/last']);
    expect(renew).not.toHaveBeenCalled();
    expect(server.connections).toBe(1);
  });
});

/** A connection that fails at the first write, and quotes it. */
function quoting(socket: net.Socket): net.Socket {
  socket.write = (chunk: unknown) => {
    socket.destroy(new Error(`could not write ${String(chunk)}`));
    return false;
  };
  return socket;
}

class QuotingAgent extends http.Agent {
  override createConnection(options: net.NetConnectOpts): net.Socket {
    return quoting(net.connect(options));
  }
}

it.each<[name: string, create: () => Transport]>([
  ['node:http', () => createDefaultTransport({ agent: new QuotingAgent() })],
  [
    'undici',
    () => {
      const connect: buildConnector.connector = ({ hostname, port }, callback) => {
        const socket = net.connect(Number(port), hostname, () => callback(null, quoting(socket)));
      };
      return createUndiciTransport({ pool: { connect } });
    },
  ],
])('over %s, an error does not show the signature that was made anew', async (_name, create) => {
  const server = await startByteServer();
  const renew = () => signedAs('second-4711');
  const error = await failureOf(create()(orderRequest(`http://${server.authority}`, { renew })));
  expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
  expect(String(error)).toContain('X-CH-SIGN: [redacted]');
  expect(everythingShown(error)).not.toContain('4711');
});

/** A server for https: whose connections wait at the gate before their handshake. */
async function startGated() {
  const requests: Recorded[] = [];
  const server = https.createServer(selfSigned(), (request, response) => {
    request.resume().on('end', () => {
      const { method = '', url: target = '', rawHeaders } = request;
      requests.push({ method, target, rawHeaders, body: Buffer.alloc(0) });
      response.end('{}');
    });
  });
  const waiting: net.Socket[] = [];
  const gate = net.createServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    gate.emit('waiting');
  });
  const port = await listenOnFreePort(gate);
  onTestFinished(() => {
    waiting.forEach((socket) => socket.destroy());
    gate.close();
  });
  return {
    origin: `https://127.0.0.1:${port}`,
    requests,
    async waiting(): Promise<void> {
      while (waiting.length === 0) await once(gate, 'waiting');
    },
    open(): void {
      for (const socket of waiting) {
        server.emit('connection', socket);
        socket.resume();
      }
    },
  };
}

describe.each<[name: string, create: () => Transport]>([
  [
    'node:http',
    () =>
      createDefaultTransport({ agent: endingWithTest(new https.Agent({ keepAlive: true, ca: selfSigned().cert })) }),
  ],
  ['undici', () => createUndiciTransport({ pool: { connect: { ca: selfSigned().cert } } })],
])('over %s and a connection that is slow to be made', (_name, create) => {
  it.each<[way: string, renew: Renew]>([
    ['at once', () => signedAs('second')],
    ['later', async () => (await turn(), signedAs('second'))],
  ])('one request arrives, signed anew %s after the handshake', async (_way, renew) => {
    const server = await startGated();
    let asked = 0;
    const call = create()(
      orderRequest(server.origin, {
        renew: () => {
          asked++;
          return renew();
        },
      }),
    );
    await server.waiting();
    await turn();
    expect(asked).toBe(0);
    server.open();
    expect(await call).toMatchObject({ status: 200 });
    expect(server.requests.map(signatures)).toEqual([['second']]);
    expect(asked).toBe(1);
  });
});
