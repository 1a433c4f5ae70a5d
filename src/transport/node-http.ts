import type * as http from 'node:http';
import type { Socket } from 'node:net';
import { FuturesError } from '../core/errors.js';
import { type Connection, connectionOf, POLLED, whenPolled } from './connection.js';
import { decode } from './content-coding.js';
import { assertMayBegin, type Watch, watchLifetime } from './deadline.js';
import { announcesMore, Body } from './received-body.js';
import { connectionHint } from './connection-hint.js';
import { broken, stopped, tooLarge } from './failures.js';

import type { SignedHeaders, Transport, TransportRequest, TransportResponse } from './transport.js';

/*
 *   request ─► socket (kept alive, or new and connected) ─► renew, if it waited ─► headers, body ─► TransportResponse
 *      │                                                                      │ connected = true: bytes may have left
 *      └── deadline, abort, error, too large, at any point ─► one rejection, socket destroyed
 */

/** An agent of `node:http` or `node:https`, by its members: not every program has those among its types. */
export interface HttpAgent {
  readonly maxSockets: number;
  readonly requests: object;
  destroy(): void;
}

/** Options of {@link createDefaultTransport}. */
export interface DefaultTransportOptions {
  /**
   * Agent to connect with, in place of a keep-alive one for each origin: a limit of connections (`maxSockets`), a
   * certificate authority of your own, a proxy (any agent for `node:http`). It must be one for the scheme of `baseUrl`:
   * an `https.Agent` for `https:`. Closing it is up to you.
   */
  readonly agent?: HttpAgent | undefined;
}

/**
 * Creates the default transport of Node.js, Deno and Bun: keep-alive connections, GET with a body, no redirects. A request
 * that had to wait for its connection is re-signed before it leaves, should its signature have grown old.
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
    if (origin === undefined)
      origins.set(request.origin, (origin = openOrigin(request.origin, agent as http.Agent | undefined)));
    return send(request, origin);
  };
}

/** What the requests to one origin have in common. */
interface Origin {
  readonly open: typeof http.request;
  /** Whether the agent is one of Node.js, which writes the head of a request together with its body. */
  readonly usual: boolean;
  readonly options: http.RequestOptions;
}

/** The modules are taken here, not imported: TLS alone would cost every import of this package several milliseconds. */
function openOrigin(origin: string, agent: http.Agent | undefined): Origin {
  const { protocol, hostname, port } = new URL(origin);
  const { Agent, request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  return {
    open: request,
    usual: agent === undefined,
    options: {
      agent: agent ?? new Agent({ keepAlive: true }),
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? undefined : Number(port),
    },
  };
}

function send(request: TransportRequest, origin: Origin): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    assertMayBegin(request);
    new HttpExchange(request, origin, resolve, reject).start();
  });
}

const UNASKED = new Error('bytes arrived before the request was sent');

/** More connections than this are not given up for one request. */
const MAX_GIVEN_UP = 64;

/** Where a request and its response keep the exchange that they belong to. */
const EXCHANGE: unique symbol = Symbol('exchange');

type PolledRequest = http.ClientRequest & { [EXCHANGE]: HttpExchange; [POLLED]: (this: PolledRequest) => void };
type IncomingResponse = http.IncomingMessage & { [EXCHANGE]: HttpExchange };

/** One request and its response, over one connection after the other until one is clean. */
class HttpExchange {
  readonly #request: TransportRequest;
  readonly #origin: Origin;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #watch: Watch;
  #outgoing: http.ClientRequest | undefined;
  #connection: Connection | undefined;
  #received: Body | undefined;
  #waits = false;
  /** Headers of the request as it leaves. */
  #headers: SignedHeaders;
  #givenUp = 0;
  #connected = false;
  #settled = false;

  constructor(
    request: TransportRequest,
    origin: Origin,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#origin = origin;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#headers = request.headers;
    this.#watch = watchLifetime(request, (isAborted) => this.#fail(stopped(isAborted, this.#request, this.#connected)));
  }

  /** Asks for a connection; nothing is written before it is known to be clean. */
  start(): void {
    const { method, target, body } = this.#request;
    // Written out, because spreading costs several times as much as the rest of this function.
    const { agent, host, port } = this.#origin.options;
    let outgoing: http.ClientRequest;
    try {
      outgoing = this.#origin.open({ agent, host, port, method, path: target } as http.RequestOptions);
    } catch (error) {
      return this.#fail(error);
    }
    const asked = outgoing as PolledRequest;
    asked[EXCHANGE] = this;
    asked[POLLED] = HttpExchange.#onPolled;
    this.#outgoing = outgoing;
    this.#connection = undefined;
    // Otherwise it waits, for a new connection or for one that is in use.
    this.#waits = !outgoing.reusedSocket;
    asked.on('socket', HttpExchange.#onSocket);
    asked.on('error', HttpExchange.#onError);
    asked.on('upgrade', HttpExchange.#onUpgrade);
    asked.on('close', HttpExchange.#onClose);
    asked.on('response', HttpExchange.#onResponse);
    try {
      // As an option of the request, they would be copied twice.
      setHeaders(outgoing, this.#headers);
      // Node.js knows the length of what is written with the head, and says it for a POST.
      const isSaid = this.#origin.usual && method === 'POST';
      if (body !== undefined && !isSaid) outgoing.setHeader('content-length', Buffer.byteLength(body));
    } catch (error) {
      this.#fail(error);
    }
  }

  // The listeners are the same functions for all requests: a closure for each would cost more than what it does.

  static #onSocket(this: PolledRequest, socket: Socket): void {
    this[EXCHANGE].#take(this, socket);
  }

  static #onError(this: PolledRequest, error: Error): void {
    this[EXCHANGE].#end(this, error);
  }

  static #onUpgrade(this: PolledRequest): void {
    this[EXCHANGE].#fail(new Error('the response switched protocols'));
  }

  static #onClose(this: PolledRequest): void {
    const exchange = this[EXCHANGE];
    // An error costs as much as a fifth of the call: it is made only for a call that fails.
    if (exchange.#outgoing === this) exchange.#end(this, new Error('closed without a response'));
  }

  static #onResponse(this: PolledRequest, incoming: http.IncomingMessage): void {
    const exchange = this[EXCHANGE];
    if (exchange.#outgoing === this && exchange.#connected) exchange.#receive(incoming);
  }

  /** Takes the connection that the agent gives. */
  #take(outgoing: PolledRequest, socket: Socket): void {
    if (this.#outgoing !== outgoing) return;
    if (this.#connection !== undefined) return this.#fail(new Error('the runtime tried to resend it'));
    this.#connection = connectionOf(socket, outgoing.reusedSocket);
    // Deno sends what it takes for a request on a reused connection again by itself when that breaks.
    outgoing.reusedSocket = false;
    if (this.#waits) whenReady(socket, () => void this.#renewAndWrite(outgoing));
    else whenPolled(outgoing);
  }

  /** Ends a request without a response. */
  #end(outgoing: http.ClientRequest, cause: unknown): void {
    if (this.#outgoing !== outgoing) return;
    const connection = this.#connection;
    if (this.#connected || connection?.used !== true) this.#fail(connection?.unasked === true ? UNASKED : cause);
    else this.#giveUp(outgoing);
  }

  async #renewAndWrite(outgoing: PolledRequest): Promise<void> {
    const { renew } = this.#request;
    try {
      if (this.#outgoing !== outgoing) return;
      const renewed = await renew?.();
      if (this.#outgoing !== outgoing) return;
      if (renewed !== undefined) {
        // Headers are written with the first byte: until then they can be replaced.
        for (const name in this.#headers) outgoing.removeHeader(name);
        setHeaders(outgoing, renewed);
        this.#headers = renewed;
      }
      whenPolled(outgoing);
    } catch (error) {
      this.#fail(error);
    }
  }

  static #onPolled(this: PolledRequest): void {
    const exchange = this[EXCHANGE];
    if (exchange.#outgoing === this) exchange.#writeIfClean(this, exchange.#connection!);
  }

  #writeIfClean(outgoing: http.ClientRequest, connection: Connection): void {
    if (!connection.clean) return connection.used ? this.#giveUp(outgoing) : this.#fail(UNASKED);
    try {
      this.#connected = true;
      connection.begin();
      outgoing.end(this.#request.body);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Destroys a connection on which nothing of this request was written, and asks for another one. */
  #giveUp(outgoing: http.ClientRequest): void {
    if (++this.#givenUp > MAX_GIVEN_UP) return this.#fail(UNASKED);
    this.#outgoing = undefined;
    outgoing.destroy();
    this.start();
  }

  #receive(incoming: http.IncomingMessage): void {
    const { maxBodyBytes } = this.#request;
    if (announcesMore(incoming.headers['content-length'], maxBodyBytes)) return this.#fail(tooLarge(this.#request));
    this.#received = new Body(maxBodyBytes);
    const answer = incoming as IncomingResponse;
    answer[EXCHANGE] = this;
    answer.on('data', HttpExchange.#onData);
    answer.on('error', HttpExchange.#onBroken);
    answer.on('end', HttpExchange.#onEnd);
  }

  static #onData(this: IncomingResponse, chunk: Buffer): void {
    const exchange = this[EXCHANGE];
    if (!exchange.#received!.add(chunk)) exchange.#fail(tooLarge(exchange.#request));
  }

  static #onBroken(this: IncomingResponse, error: Error): void {
    this[EXCHANGE].#fail(error);
  }

  static #onEnd(this: IncomingResponse): void {
    this[EXCHANGE].#read(this);
  }

  #read(incoming: http.IncomingMessage): void {
    this.#connection!.end(incoming);
    const coding = incoming.headers['content-encoding'];
    try {
      if (coding === undefined) this.#succeed(incoming, this.#received!.text());
      else {
        // Nothing that happens to the connection from here on concerns this response.
        this.#outgoing = undefined;
        decode(this.#received!, coding, this.#request).then(
          (text) => this.#succeed(incoming, text),
          (error: unknown) => this.#fail(error),
        );
      }
    } catch (error) {
      // More than a string can hold.
      this.#fail(error);
    }
  }

  #succeed(incoming: http.IncomingMessage, text: string): void {
    if (this.#settled) return;
    this.#settle();
    this.#resolve({
      status: incoming.statusCode!,
      header: (name) => headerOf(incoming, name),
      headerNames: () => Object.keys(incoming.headers),
      text,
    });
  }

  #fail(cause: unknown): void {
    if (this.#settled) return;
    const outgoing = this.#outgoing;
    this.#settle();
    outgoing?.destroy();
    const request = { ...this.#request, headers: this.#headers };
    this.#reject(
      cause instanceof FuturesError
        ? cause
        : broken(request, this.#connected, cause, connectionHint(cause, request.origin)),
    );
  }

  /** No event of a request that was asked for changes anything from here on. */
  #settle(): void {
    this.#settled = true;
    this.#outgoing = undefined;
    this.#watch.end();
  }
}

/** Runs `then` as soon as bytes can leave: at once on a socket that is connected, the handshake of TLS included. */
function whenReady(socket: Socket & { encrypted?: boolean; secureConnecting?: boolean }, then: () => void): void {
  if (!socket.connecting && socket.secureConnecting !== true) then();
  else socket.once(socket.encrypted === true ? 'secureConnect' : 'connect', then);
}

function setHeaders(outgoing: http.ClientRequest, headers: SignedHeaders): void {
  for (const name in headers) outgoing.setHeader(name, headers[name]!);
}

function headerOf(incoming: http.IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
