import type * as http from 'node:http';
import type { Socket } from 'node:net';
import { type Connection, connectionOf, POLLED, whenPolled } from './connection.js';

/*
 *   start ─► a connection of the agent: kept alive, or new ─► renew, if it waited ─► proven clean ─► written (hasLeft)
 *     ▲                                                                              │                   │
 *     └────────── used before, and not clean: destroyed ◄────────────────────────────┘                   ▼
 *   received ─► ended; or, at any point: error, upgrade, close ─► failed, once                        received
 */

/** The part that requests to one origin have in common. */
export interface HttpOrigin {
  readonly open: typeof http.request;
  readonly agent: http.Agent;
  readonly host: string;
  readonly port: number | undefined;
}

/** The modules are taken here, not imported: TLS alone would cost every import of this package several milliseconds. */
export function openOrigin(origin: string, agent?: http.Agent): HttpOrigin {
  const { protocol, hostname, port } = new URL(origin);
  const { Agent, request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  return {
    open: request,
    agent: agent ?? new Agent({ keepAlive: true }),
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? undefined : Number(port),
  };
}

/** A request, as far as it is written. */
export interface WritableRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly body: string | Uint8Array | undefined;
  /** Names and values in turn, written as they are; undefined: `setHeaders` sets them. */
  readonly rawHeaders?: readonly string[];
  /** Milliseconds without a byte of the service after which `silent` is called. */
  readonly silenceMs?: number;
}

const UNASKED = new Error('bytes arrived before the request was sent');

/** More connections than this are not given up for one request. */
const MAX_GIVEN_UP = 64;

/** Where `node:http` keeps the request that its objects belong to. */
const OWNER: unique symbol = Symbol('owner');

type OwnedRequest = http.ClientRequest & { [OWNER]: CleanRequest; [POLLED]: (this: OwnedRequest) => void };
type OwnedResponse = http.IncomingMessage & { [OWNER]: CleanRequest };

/**
 * One request that is written once, on a connection that is proven clean, and its response: the only way of this package to
 * a socket of `node:http`. What extends it says what is written, and takes the response.
 */
export abstract class CleanRequest {
  /** True when bytes may have left. */
  hasLeft = false;
  readonly #origin: HttpOrigin;
  readonly #request: WritableRequest;
  #outgoing: http.ClientRequest | undefined;
  #incoming: http.IncomingMessage | undefined;
  #connection: Connection | undefined;
  #waits = false;
  #givenUp = 0;
  #isOver = false;

  constructor(origin: HttpOrigin, request: WritableRequest) {
    this.#origin = origin;
    this.#request = request;
  }

  /** Takes the head of the response; its body follows. */
  protected abstract received(incoming: http.IncomingMessage): void;
  /** Takes a piece of the body, where the response is not streamed. */
  protected took?(chunk: Buffer): void;
  /** Takes the end of the response. */
  protected abstract ended(incoming: http.IncomingMessage): void;
  /** Takes why there is no response, or not all of it; called once, and never after `settle`. */
  protected abstract failed(cause: unknown): void;

  protected setHeaders?(outgoing: http.ClientRequest): void;
  /** Called before a request that had to wait for its connection is written. */
  protected renew?(outgoing: http.ClientRequest): Promise<void>;
  protected silent?(): void;

  /** Asks for a connection; nothing is written before it is known to be clean. */
  start(): void {
    const { method, target, rawHeaders, silenceMs } = this.#request;
    // Written out, because spreading costs several times as much as the rest of this function.
    const { open, agent, host, port } = this.#origin;
    const options = { agent, host, port, method, path: target, headers: rawHeaders, timeout: silenceMs };
    let outgoing: http.ClientRequest;
    try {
      outgoing = open(options as http.RequestOptions);
    } catch (error) {
      return this.fail(error);
    }
    const asked = outgoing as OwnedRequest;
    asked[OWNER] = this;
    asked[POLLED] = CleanRequest.#onPolled;
    this.#outgoing = outgoing;
    this.#connection = undefined;
    // Otherwise it waits, for a new connection or for one that is in use.
    this.#waits = !outgoing.reusedSocket;
    asked.on('socket', CleanRequest.#onSocket);
    asked.on('error', CleanRequest.#onError);
    asked.on('upgrade', CleanRequest.#onUpgrade);
    asked.on('close', CleanRequest.#onClose);
    asked.on('response', CleanRequest.#onResponse);
    if (silenceMs !== undefined) asked.on('timeout', CleanRequest.#onTimeout);
    try {
      this.setHeaders?.(outgoing);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends it without a response, or without the rest of one; what is over already stays as it is. */
  fail(cause: unknown): void {
    const outgoing = this.#outgoing;
    if (!this.settle()) return;
    outgoing?.destroy();
    this.failed(cause);
  }

  /** No event changes anything from here on. False when it was over before. */
  protected settle(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#outgoing = undefined;
    return true;
  }

  protected isAsked(outgoing: http.ClientRequest): boolean {
    return this.#outgoing === outgoing;
  }

  // The listeners are the same functions for all requests: a closure for each would cost more than what it does.

  static #onSocket(this: OwnedRequest, socket: Socket): void {
    this[OWNER].#take(this, socket);
  }

  static #onError(this: OwnedRequest, error: Error): void {
    this[OWNER].#end(this, error);
  }

  static #onUpgrade(this: OwnedRequest): void {
    this[OWNER].fail(new Error('the response switched protocols'));
  }

  static #onTimeout(this: OwnedRequest): void {
    if (this[OWNER].#outgoing === this) this[OWNER].silent?.();
  }

  static #onClose(this: OwnedRequest): void {
    const owner = this[OWNER];
    // A response that came whole may still be read: its connection can close before.
    if (owner.#outgoing !== this || owner.#incoming?.complete === true) return;
    // An error costs as much as a fifth of the call: it is made only for a call that fails.
    owner.#end(this, new Error('closed before the whole response was here'));
  }

  static #onResponse(this: OwnedRequest, incoming: http.IncomingMessage): void {
    const owner = this[OWNER];
    if (owner.#outgoing === this && owner.hasLeft) owner.#receive(incoming);
  }

  /** Takes the connection that the agent gives. */
  #take(outgoing: OwnedRequest, socket: Socket): void {
    if (this.#outgoing !== outgoing) return;
    if (this.#connection !== undefined) return this.fail(new Error('the runtime tried to resend it'));
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
    if (this.hasLeft || connection?.used !== true) this.fail(connection?.unasked === true ? UNASKED : cause);
    else this.#giveUp(outgoing);
  }

  async #renewAndWrite(outgoing: OwnedRequest): Promise<void> {
    try {
      if (this.#outgoing !== outgoing) return;
      await this.renew?.(outgoing);
      if (this.#outgoing === outgoing) whenPolled(outgoing);
    } catch (error) {
      this.fail(error);
    }
  }

  static #onPolled(this: OwnedRequest): void {
    const owner = this[OWNER];
    if (owner.#outgoing === this) owner.#writeIfClean(this, owner.#connection!);
  }

  #writeIfClean(outgoing: http.ClientRequest, connection: Connection): void {
    if (!connection.clean) return connection.used ? this.#giveUp(outgoing) : this.fail(UNASKED);
    try {
      this.hasLeft = true;
      connection.begin();
      outgoing.end(this.#request.body);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Destroys a connection on which nothing of this request was written, and asks for another one. */
  #giveUp(outgoing: http.ClientRequest): void {
    if (++this.#givenUp > MAX_GIVEN_UP) return this.fail(UNASKED);
    this.#outgoing = undefined;
    outgoing.destroy();
    this.start();
  }

  #receive(incoming: http.IncomingMessage): void {
    this.#incoming = incoming;
    const owned = incoming as OwnedResponse;
    owned[OWNER] = this;
    if (this.took !== undefined) owned.on('data', CleanRequest.#onData);
    owned.on('error', CleanRequest.#onBroken);
    owned.on('end', CleanRequest.#onEnd);
    this.received(incoming);
  }

  static #onData(this: OwnedResponse, chunk: Buffer): void {
    this[OWNER].took!(chunk);
  }

  static #onBroken(this: OwnedResponse, error: Error): void {
    this[OWNER].fail(error);
  }

  static #onEnd(this: OwnedResponse): void {
    const owner = this[OWNER];
    owner.#connection!.end(this);
    // Nothing that happens to the connection from here on concerns this response.
    owner.#outgoing = undefined;
    owner.ended(this);
  }
}

/** Runs `then` as soon as bytes can leave: at once on a socket that is connected, the handshake of TLS included. */
function whenReady(socket: Socket & { encrypted?: boolean; secureConnecting?: boolean }, then: () => void): void {
  if (!socket.connecting && socket.secureConnecting !== true) then();
  else socket.once(socket.encrypted === true ? 'secureConnect' : 'connect', then);
}
