import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ResponseEnd } from './response-end.js';

/*
 *   new ──► proven (nothing came for a turn of the event loop) ─► request written ─► response ended with its last byte ─┐
 *                ▲                                                                                                      │
 *                └───────────────────────────────── idle, in the pool of the agent ◄────────────────────────────────────┘
 *   a byte while nothing was asked, or behind the end of a response ─► dirty: destroyed
 */

/**
 * One connection, as far as it must be known before a request is written to it. A byte that arrives while nothing is
 * asked would be taken for the start of the next response: an order would have the response of another request.
 */
export class Connection {
  /** Whether a request has been written to it. */
  used: boolean;
  /** Whether a byte came that no request had asked for. */
  unasked = false;
  #awaited: ResponseEnd | undefined;
  #clean: boolean;
  readonly #socket: Socket;

  /** One that another part of the program has used cannot be judged, so it is not clean. */
  constructor(socket: Socket, used: boolean) {
    this.#socket = socket;
    this.used = used;
    this.#clean = !used;
    // Stays for the life of the connection, so that one that lies idle is watched as well.
    socket.on('data', this.#read);
  }

  /** Whether each byte that came belonged to a response that was asked for. */
  get clean(): boolean {
    return this.#clean && !this.#socket.destroyed;
  }

  /** To be called in the turn in which a request is written. */
  begin(): void {
    this.used = true;
    this.#awaited = new ResponseEnd();
  }

  /** To be called at the end of the response. A connection that is not proven clean then is not used again. */
  end(response: IncomingMessage): void {
    const isReached = this.#awaited?.isReached(response) === true;
    this.#awaited = undefined;
    if (isReached) return;
    this.#clean = false;
    this.#socket.destroy();
  }

  /** Does not destroy it: it may be in use by another part of the program that shares the agent. */
  readonly #read = (chunk: Buffer): void => {
    if (this.#awaited !== undefined) return this.#awaited.add(chunk);
    this.#clean = false;
    this.unasked = true;
  };
}

const connections = new WeakMap<Socket, Connection>();

/** What is known of the connection of a socket; `reused` says whether the agent has taken it from its idle ones. */
export function connectionOf(socket: Socket, reused: boolean): Connection {
  let connection = connections.get(socket);
  if (connection === undefined) connections.set(socket, (connection = new Connection(socket, reused)));
  return connection;
}
