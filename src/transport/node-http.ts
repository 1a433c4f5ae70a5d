import type * as http from 'node:http';
import type { Socket } from 'node:net';
import { FuturesError } from '../core/errors.js';
import { announcesMore, Body } from './body.js';
import { assertMayBegin, broken, tooLarge, watchLifetime } from './deadline.js';
import type { SignedHeaders, Transport, TransportRequest, TransportResponse } from './transport.js';

/*
 *   request ─► socket (kept alive, or new and connected) ─► renew, if it waited ─► headers, body ─► TransportResponse
 *      │                                                                      │ connected = true: bytes may have left
 *      └── deadline, abort, error, too large, at any point ─► one rejection, socket destroyed
 */

/** Options of {@link createDefaultTransport}. */
export interface DefaultTransportOptions {
  /**
   * Agent to connect with, in place of a keep-alive one for each origin: a limit of connections (`maxSockets`), a
   * certificate authority of your own, a proxy (any agent for `node:http`). It must be one for the scheme of `baseUrl`:
   * an `https.Agent` for `https:`. Closing it is up to you.
   */
  readonly agent?: http.Agent | undefined;
}

/**
 * Creates the default transport of Node.js, Deno and Bun: keep-alive connections, GET with a body, no redirects. A request
 * that had to wait for its connection is signed anew before it leaves, should its signature have grown old.
 *
 * @example
 * import { Agent } from 'node:https';
 * import { createDefaultTransport, createFuturesClient } from 'futures-trading-client';
 * const transport = createDefaultTransport({ agent: new Agent({ keepAlive: true, maxSockets: 8 }) });
 * const client = createFuturesClient({ baseUrl: 'https://futures.example', transport });
 */
export function createDefaultTransport({ agent }: DefaultTransportOptions = {}): Transport {
  const origins = new Map<string, Origin>();
  return (request) => {
    let origin = origins.get(request.origin);
    if (origin === undefined) origins.set(request.origin, (origin = openOrigin(request.origin, agent)));
    return send(request, origin);
  };
}

/** What the requests to one origin have in common. */
interface Origin {
  readonly open: typeof http.request;
  readonly options: http.RequestOptions;
}

/** The modules are taken here, not imported: TLS alone would cost every import of this package several milliseconds. */
function openOrigin(origin: string, agent: http.Agent | undefined): Origin {
  const { protocol, hostname, port } = new URL(origin);
  const { Agent, request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  return {
    open: request,
    options: {
      agent: agent ?? new Agent({ keepAlive: true }),
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? undefined : Number(port),
    },
  };
}

function send(request: TransportRequest, { open, options }: Origin): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    assertMayBegin(request);
    const { method, target, headers, body, maxBodyBytes, renew } = request;
    let outgoing: http.ClientRequest | undefined;
    let sent = headers;
    let connected = false;
    let settled = false;

    const release = watchLifetime(request, (failure) => fail(failure(connected)));
    const fail = (cause: unknown): void => {
      if (settled) return;
      settled = true;
      release();
      outgoing?.destroy();
      reject(cause instanceof FuturesError ? cause : broken({ ...request, headers: sent }, connected, cause));
    };
    const succeed = (incoming: http.IncomingMessage, text: string): void => {
      settled = true;
      release();
      resolve({
        status: incoming.statusCode!,
        header: (name) => headerOf(incoming, name),
        headerNames: () => Object.keys(incoming.headers),
        text,
      });
    };
    /** Headers are written with the first byte, and none before there is a connection: until then they can be replaced. */
    const leave = (renewed: SignedHeaders | undefined): void => {
      if (settled) return;
      if (renewed !== undefined) {
        replaceHeaders(outgoing!, headers, renewed);
        sent = renewed;
      }
      if (body !== undefined) outgoing!.setHeader('content-length', Buffer.byteLength(body));
      connected = true;
      outgoing!.end(body);
    };
    const renewAndLeave = async (): Promise<void> => {
      try {
        if (!settled) leave(await renew?.());
      } catch (error) {
        fail(error);
      }
    };

    try {
      // Written out, because spreading costs several times as much as the rest of this function.
      const { agent, hostname, port } = options;
      outgoing = open({ agent, hostname, port, method, path: target, headers } as http.RequestOptions);
      // Otherwise it waits, for a new connection or for one that is in use.
      const waits = !outgoing.reusedSocket;
      outgoing.on('socket', (socket) => {
        if (!waits) leave(undefined);
        else whenReady(socket, renewAndLeave);
      });
      outgoing.on('error', fail);
      outgoing.on('upgrade', () => fail(new Error('the answer switches protocols')));
      outgoing.on('close', () => {
        if (!settled) fail(new Error('closed without an answer'));
      });
      outgoing.on('response', (incoming) => {
        if (announcesMore(incoming.headers['content-length'], maxBodyBytes)) return fail(tooLarge(request));
        const received = new Body(maxBodyBytes);
        incoming.on('data', (chunk: Buffer) => {
          if (!received.add(chunk)) fail(tooLarge(request));
        });
        incoming.on('error', fail);
        incoming.on('end', () => {
          try {
            succeed(incoming, received.text());
          } catch (error) {
            // More than a string can hold.
            fail(error);
          }
        });
      });
    } catch (error) {
      fail(error);
    }
  });
}

/** Runs `then` as soon as bytes can leave: at once on a socket that is connected, the handshake of TLS included. */
function whenReady(socket: Socket & { encrypted?: boolean; secureConnecting?: boolean }, then: () => void): void {
  if (!socket.connecting && socket.secureConnecting !== true) then();
  else socket.once(socket.encrypted === true ? 'secureConnect' : 'connect', then);
}

function replaceHeaders(outgoing: http.ClientRequest, before: SignedHeaders, after: SignedHeaders): void {
  for (const name of Object.keys(before)) outgoing.removeHeader(name);
  for (const [name, value] of Object.entries(after)) outgoing.setHeader(name, value);
}

function headerOf(incoming: http.IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
