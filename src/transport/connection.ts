import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

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
  /** True when a request has been written to it. */
  used: boolean;
  /** True when a byte came that no request had asked for. */
  unasked = false;
  #awaits = false;
  /** Finds the end of the response that is awaited. One for all of them, because each would be memory at each call. */
  readonly #response = new ResponseEnd();
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

  /** Tells whether each byte that came belonged to a response that was asked for. */
  get clean(): boolean {
    return this.#clean && !this.#socket.destroyed;
  }

  /** To be called in the turn in which a request is written. */
  begin(): void {
    this.used = true;
    this.#awaits = true;
  }

  /** To be called at the end of the response. A connection that is not proven clean then is not used again. */
  end(response: IncomingMessage): void {
    const isReached = this.#awaits && this.#response.isReached(response);
    this.#awaits = false;
    this.#response.reset();
    if (isReached) return;
    this.#clean = false;
    this.#socket.destroy();
  }

  /** Does not destroy it: it may be in use by another part of the program that shares the agent. */
  readonly #read = (chunk: Buffer): void => {
    if (this.#awaits) return this.#response.add(chunk);
    this.#clean = false;
    this.unasked = true;
  };
}

const connections = new WeakMap<Socket, Connection>();

/** The state of the connection of a socket; `reused` says whether the agent has taken it from its idle ones. */
export function connectionOf(socket: Socket, reused: boolean): Connection {
  let connection = connections.get(socket);
  if (connection === undefined) connections.set(socket, (connection = new Connection(socket, reused)));
  return connection;
}

/** A turn of the event loop that took longer has run other code after it read the connections. */
const LONG_TURN_MS = 10;
/** A program that stays busy longer than this must get on all the same. */
const MAX_LONG_TURNS = 2;

/** Called when the connections have been read. A method, because a closure would be memory at each call. */
export const POLLED: unique symbol = Symbol('polled');

interface PolledRequest {
  [POLLED](): void;
}

/** The requests that wait for the same reading of the connections. */
interface Poll {
  readonly waiting: PolledRequest[];
  startMs: number;
  longTurns: number;
}

/** The poll that requests of this turn join. */
let joining: Poll | undefined;

/**
 * Calls the method POLLED, which must not throw, when every connection has been read once more. What has arrived while the program was
 * computing lies in a buffer of the operating system until then. The first turn may be the one under way, which has read
 * already; so it takes two. When a turn was long, bytes may have come since it read, and there is one more.
 */
export function whenPolled(waiting: PolledRequest): void {
  if (joining !== undefined) return void joining.waiting.push(waiting);
  joining = { waiting: [waiting], startMs: 0, longTurns: 0 };
  nextTurn(beginPoll, joining);
}

function beginPoll(poll: Poll): void {
  if (joining === poll) joining = undefined;
  poll.startMs = performance.now();
  nextTurn(endPoll, poll);
}

function endPoll(poll: Poll): void {
  const isLong = performance.now() - poll.startMs > LONG_TURN_MS;
  if (isLong && poll.longTurns++ < MAX_LONG_TURNS) return nextTurn(beginPoll, poll);
  poll.waiting.forEach(tell);
}

const tell = (waiting: PolledRequest): void => waiting[POLLED]();

/** Deno reads in its own threads, and the next turn does not wait for them; what a timer takes is enough. */
function nextTurn(then: (poll: Poll) => void, poll: Poll): void {
  if ('Deno' in globalThis) setTimeout(then, 0, poll);
  else setImmediate(then, poll);
}

const HEAD_END = '\r\n\r\n';
/** The end of a chunked body without trailers, after the last chunk or the head. */
const LAST_CHUNK = '\r\n0\r\n\r\n';
/** Where the first digit of the status stands: `HTTP/1.1 200`. */
const STATUS_AT = 9;
const ONE = 0x31;

/**
 * Finds out whether a response ended with the last byte that has arrived. Node.js drops what stands behind it when that is
 * only the start of another response, so the bytes are counted here.
 */
export class ResponseEnd {
  #bytes = 0;
  /** The last bytes: at least as many as a mark is long, and the whole chunk where that is enough. */
  #tail: Buffer | undefined;
  #headStart = 0;
  #headEnd = -1;
  #informational = false;

  /** Forgets a response: the next one begins with the next byte. */
  reset(): void {
    this.#bytes = 0;
    this.#tail = undefined;
    this.#headStart = 0;
    this.#headEnd = -1;
    this.#informational = false;
  }

  add(chunk: Buffer): void {
    const start = this.#bytes;
    this.#bytes += chunk.length;
    if (this.#headEnd < 0) {
      const seen = this.#tail === undefined ? chunk : Buffer.concat([this.#tail, chunk]);
      this.#findHead(seen, start + chunk.length - seen.length);
    }
    const isLong = this.#tail === undefined || chunk.length >= LAST_CHUNK.length;
    this.#tail = isLong ? chunk : Buffer.concat([this.#tail!, chunk]).subarray(-LAST_CHUNK.length);
  }

  /** False also when it cannot be told: after trailers, and where the response states no length. */
  isReached({ statusCode, headers }: IncomingMessage): boolean {
    if (this.#headEnd < 0) return false;
    if (statusCode === 204 || statusCode === 304) return this.#bytes === this.#headEnd;
    if (headers['transfer-encoding'] !== undefined)
      return this.#tail?.toString('latin1', this.#tail.length - LAST_CHUNK.length) === LAST_CHUNK;
    const length = headers['content-length'];
    return length !== undefined && this.#bytes === this.#headEnd + Number(length);
  }

  /** Finds the end of the final head; any number of informational ones (100, 103) may stand before it. */
  #findHead(seen: Buffer, offset: number): void {
    for (;;) {
      const status = this.#headStart + STATUS_AT - offset;
      if (status >= 0 && status < seen.length) this.#informational = seen[status] === ONE;
      const at = seen.indexOf(HEAD_END, Math.max(this.#headStart - offset, 0), 'latin1');
      if (at < 0) return;
      const end = offset + at + HEAD_END.length;
      if (!this.#informational) {
        this.#headEnd = end;
        return;
      }
      this.#headStart = end;
    }
  }
}
