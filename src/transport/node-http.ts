import type * as http from 'node:http';
import { bodyText } from './body-text.js';
import { broken, assertNotAborted, type Failure, watchLifetime } from './lifetime.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/*
 *   request ─► socket (new or kept alive) ─► headers ─► body ─► TransportResponse
 *      │            │ connected = true: from here on bytes may have left
 *      └── deadline, abort, error at any point ─► one rejection, socket destroyed
 */

/** Creates the default transport of Node.js, Deno and Bun: keep-alive connections, GET with a body, no redirects. */
export function createDefaultTransport(): Transport {
  const origins = new Map<string, Origin>();
  return (request) => {
    let origin = origins.get(request.origin);
    if (origin === undefined) origins.set(request.origin, (origin = openOrigin(request.origin)));
    return send(request, origin);
  };
}

/** What the requests to one origin have in common. */
interface Origin {
  readonly open: typeof http.request;
  readonly options: http.RequestOptions;
  /** The event of a socket after which bytes can leave. */
  readonly ready: 'connect' | 'secureConnect';
}

/** The modules are taken here, not imported: TLS alone would cost every import of this package several milliseconds. */
function openOrigin(origin: string): Origin {
  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  const { Agent, request } = process.getBuiltinModule(secure ? 'node:https' : 'node:http');
  return {
    open: request,
    options: {
      agent: new Agent({ keepAlive: true }),
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? undefined : Number(port),
    },
    ready: secure ? 'secureConnect' : 'connect',
  };
}

function send(request: TransportRequest, { open, options, ready }: Origin): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    assertNotAborted(request);
    const { method, target, headers, body } = request;
    let outgoing: http.ClientRequest | undefined;
    let connected = false;
    let settled = false;
    let failure: Failure | undefined;

    const release = watchLifetime(request, (reason) => {
      failure = reason;
      fail(undefined);
    });
    const fail = (cause: unknown): void => {
      if (settled) return;
      settled = true;
      release();
      outgoing?.destroy();
      reject(failure === undefined ? broken(request, connected, cause) : failure(connected));
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

    try {
      // Written out, because spreading costs several times as much as the rest of this function.
      const { agent, hostname, port } = options;
      outgoing = open({ agent, hostname, port, method, path: target, headers } as http.RequestOptions);
      if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
      outgoing.on('socket', (socket) => {
        if (!socket.connecting) connected = true;
        else socket.once(ready, () => (connected = true));
      });
      outgoing.on('error', fail);
      outgoing.on('upgrade', () => fail(new Error('the answer switches protocols')));
      outgoing.on('close', () => fail(new Error('closed without an answer')));
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', fail);
        incoming.on('end', () => {
          try {
            succeed(incoming, bodyText(chunks));
          } catch (error) {
            // More than a string can hold.
            fail(error);
          }
        });
      });
      outgoing.end(body);
    } catch (error) {
      fail(error);
    }
  });
}

function headerOf(incoming: http.IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
