import type { Readable } from 'node:stream';
import { Pool, RetryAgent, type Dispatcher } from 'undici';
import { ArgumentError, FuturesError, UnsupportedError } from '../core/errors.js';
import { ownOptions } from '../core/options.js';
import { decode } from './content-coding.js';
import { assertMayBegin, type Watch, watchLifetime } from './deadline.js';
import { announcesMore, Body } from './received-body.js';
import { connectionHint } from './connection-hint.js';
import { broken, stopped, tooLarge } from './failures.js';
import type { SignedHeaders, Transport, TransportRequest, TransportResponse } from './transport.js';

/*
 *   dispatch ─► queue, connection ─► onRequestStart ─► headers, body ─► TransportResponse
 *      ▲                                  │ it waited, and its signature has grown old
 *      └────────── headers re-signed ◄─────────┘ nothing is written, the connection stays
 */

/** Options of {@link createUndiciTransport}: one of the two, or none. */
export interface UndiciTransportOptions {
  /**
   * Options of the pool of each origin (`connections`, `connect` …), as undici documents them. Without `pipelining`: undici
   * sends a pipelined request again when the connection breaks, and nothing is ever sent twice here.
   */
  readonly pool?: Omit<Pool.Options, 'pipelining'> | undefined;
  /**
   * Dispatcher to send with, in place of pools: a `ProxyAgent`, an `EnvHttpProxyAgent`, an `Agent`. A `Pool` or `Client`
   * must be one for the origin of `baseUrl`, for it connects nowhere else. A `RetryAgent` is refused. undici's interceptors
   * that retry or follow redirects are told not to; another one that sends a request a second time fails with outcome
   * `unknown` instead. Closing it is
   * up to you.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

/**
 * Creates a transport on the `undici` package (an optional peer dependency): one pool for each origin, the response
 * collected without streams. Under load it needs less CPU than the default transport, at the price of a slower start. A
 * request that had to wait for its connection is re-signed before it leaves, should its signature have grown old.
 *
 * @throws {ArgumentError} When `dispatcher` is one that sends twice, or `pool` is given too.
 * @throws {UnsupportedError} On Bun, which replaces the `undici` package by a version that cannot dispatch.
 *
 * @example
 * import { createUndiciTransport } from 'futures-trading-client/undici';
 * const client = createFuturesClient({ baseUrl, transport: createUndiciTransport() });
 *
 * @example
 * import { ProxyAgent } from 'undici';
 * const transport = createUndiciTransport({ dispatcher: new ProxyAgent('http://proxy.example:3128') });
 */
export function createUndiciTransport(given: UndiciTransportOptions = {}): Transport {
  const { pool, dispatcher } = ownOptions(given, ['pool', 'dispatcher'] satisfies (keyof UndiciTransportOptions)[]);
  assertDispatches();
  if (dispatcher !== undefined) {
    assertSendsOnce(dispatcher);
    if (pool !== undefined) throw new ArgumentError('pool and dispatcher cannot both be set.', { field: 'dispatcher' });
    return (request) => {
      // Without a body, nothing shows that a first try went out.
      const sent: Sent = { mayBe: !request.readOnly && request.body === undefined };
      const once: Dispatch = (options, handler) => dispatcher.dispatch(withBodyOnce(options, sent), handler);
      return send(request, once, sent);
    };
  }
  const pools = new Map<string, Dispatch>();
  return (request) => {
    let dispatch = pools.get(request.origin);
    if (dispatch === undefined) {
      const own = new Pool(request.origin, { ...pool, pipelining: 1 });
      pools.set(request.origin, (dispatch = own.dispatch.bind(own)));
    }
    return send(request, dispatch);
  };
}

type Dispatch = Dispatcher['dispatch'];

const SECOND_TIME = 'the dispatcher tried to resend it';

function assertDispatches(): void {
  if (typeof Pool.prototype.dispatch === 'function') return;
  throw new UnsupportedError(
    'This runtime replaces undici with a version that cannot dispatch (as Bun does). Nothing was sent. ' +
      'Leave the transport option out: the default transport works here.',
    { option: 'transport' },
  );
}

/** The knowledge of whether a dispatcher may have sent a request in a try that it does not tell of. */
interface Sent {
  mayBe: boolean;
}

/**
 * The same request for a dispatcher of which nothing is known. Its body can be read once, and is read when it is sent: what sends it
 * a second time without saying so fails before the first byte. The headers are a copy, because a ProxyAgent writes the host into them.
 */
function withBodyOnce(options: Dispatcher.DispatchOptions, sent: Sent): Dispatcher.DispatchOptions {
  const headers = { ...(options.headers as SignedHeaders) };
  if (typeof options.body !== 'string') return { ...options, headers };
  const bytes = Buffer.from(options.body);
  let isRead = false;
  const body: AsyncIterable<Buffer> = {
    async *[Symbol.asyncIterator]() {
      if (isRead) throw new Error(SECOND_TIME);
      isRead = true;
      sent.mayBe = true;
      yield bytes;
    },
  };
  // Without a length it would be sent in chunks. undici takes any iterable, its types only a stream.
  return {
    ...options,
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: body as unknown as Readable,
  };
}

/** A RetryAgent of another copy of undici is known by its name. */
function assertSendsOnce(dispatcher: Dispatcher): void {
  if (!(dispatcher instanceof RetryAgent) && dispatcher.constructor.name !== 'RetryAgent') return;
  throw new ArgumentError('dispatcher is a RetryAgent, which would resend orders. Pass the dispatcher inside it.', {
    field: 'dispatcher',
  });
}

/** The settings that undici's own interceptors read of a request: none of them may send it again, or somewhere else. */
const ONCE = {
  retryOptions: {
    maxRetries: 0,
    methods: [],
    statusCodes: [],
    errorCodes: [],
    retry: (error: Error, _context: unknown, done: (error: Error) => void): void => done(error),
  },
  maxRedirections: 0,
};

/**
 * For this long a re-signed request is not checked again. It has gone to the end of undici's queue: were it put off there
 * once more, and the others with it, they could overtake one another forever.
 */
const FRESH_MS = 250;

/** Thrown in onRequestStart: undici lets go of the request then and keeps the connection, which `abort` would destroy. */
const STOPPED = new Error('stopped');

function send(
  request: TransportRequest,
  dispatch: Dispatch,
  sent: Sent = { mayBe: false },
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    assertMayBegin(request);
    new UndiciRequest(request, dispatch, sent, resolve, reject).start();
  });
}

/** One request and its response. It is its own handler: a closure for each event would cost more than the event. */
class UndiciRequest implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #dispatch: Dispatch;
  readonly #before: Sent;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #watch: Watch;
  readonly #received: Body;
  /** Headers of the request as it leaves. */
  #sent: SignedHeaders;
  #turn: Turn | undefined;
  #renewal: ReturnType<NonNullable<TransportRequest['renew']>>;
  #freshUntilMs = 0;
  /** Set when the request leaves. */
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #responseHeaders: Record<string, string | string[] | undefined> = {};
  #settled = false;

  constructor(
    request: TransportRequest,
    dispatch: Dispatch,
    before: Sent,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#dispatch = dispatch;
    this.#before = before;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#received = new Body(request.maxBodyBytes);
    this.#sent = request.headers;
    this.#watch = watchLifetime(request, (isAborted) => this.#fail(stopped(isAborted, request, this.#mayHaveLeft())));
  }

  #mayHaveLeft(): boolean {
    return this.#controller !== undefined || this.#before.mayBe;
  }

  start(): void {
    try {
      this.#attempt();
    } catch (error) {
      this.#fail(error);
    }
  }

  #attempt(): void {
    const { method, origin, target, body = null, renew } = this.#request;
    this.#turn = undefined;
    this.#renewal = undefined;
    const options = {
      origin,
      method: method as Dispatcher.HttpMethod,
      path: target,
      headers: this.#sent as Record<string, string>,
      body,
      // Written out, because spreading ONCE costs as much as the rest of this function.
      retryOptions: ONCE.retryOptions,
      maxRedirections: ONCE.maxRedirections,
      // Not even a read may go out behind another on the same connection: undici would send it again when that breaks.
      idempotent: false,
    };
    this.#dispatch(options, this);
    // Ready connections have taken it by then: undici looks at one for a turn of the event loop before it is used again.
    if (renew !== undefined) this.#turn = thisTurn();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#controller !== undefined) this.#fail(new Error(SECOND_TIME));
    // A request whose call has ended while it waited for a connection must not leave any more.
    if (this.#settled) throw STOPPED;
    const waited = this.#turn?.isOver === true;
    if (waited && performance.now() > this.#freshUntilMs) this.#renewal = this.#request.renew?.();
    if (this.#renewal !== undefined) throw STOPPED;
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (announcesMore(headers['content-length'], this.#request.maxBodyBytes)) {
      return this.#fail(tooLarge(this.#request));
    }
    this.#status = status;
    this.#responseHeaders = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#received.add(chunk)) this.#fail(tooLarge(this.#request));
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    const coding = this.#responseHeaders['content-encoding']?.toString();
    if (coding === undefined) return this.#succeed(this.#received.text());
    decode(this.#received, coding, this.#request).then(
      (text) => this.#succeed(text),
      (error: unknown) => this.#fail(error),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (error === STOPPED && this.#renewal !== undefined) void this.#renewAndAttempt(this.#renewal);
    else this.#fail(error);
  }

  async #renewAndAttempt(renewal: SignedHeaders | Promise<SignedHeaders | undefined>): Promise<void> {
    try {
      this.#sent = (await renewal) ?? this.#sent;
      this.#freshUntilMs = performance.now() + FRESH_MS;
      if (!this.#settled) this.#attempt();
    } catch (error) {
      this.#fail(error);
    }
  }

  #succeed(text: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#watch.end();
    const responseHeaders = this.#responseHeaders;
    this.#resolve({
      status: this.#status,
      header: (name) => responseHeaders[name]?.toString(),
      headerNames: () => Object.keys(responseHeaders),
      text,
    });
  }

  #fail(cause: unknown): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#watch.end();
    const request = { ...this.#request, headers: this.#sent };
    this.#reject(
      cause instanceof FuturesError
        ? cause
        : broken(request, this.#mayHaveLeft(), cause, connectionHint(cause, request.origin)),
    );
    this.#controller?.abort(STOPPED);
  }
}

/** A turn of the event loop. */
interface Turn {
  isOver: boolean;
}

let latestTurn: Turn = { isOver: true };

/** The turn under way: one for all requests that start in it, because each look at the end of a turn costs a callback. */
function thisTurn(): Turn {
  if (latestTurn.isOver) {
    const turn = { isOver: false };
    latestTurn = turn;
    setImmediate(() => (turn.isOver = true));
  }
  return latestTurn;
}
