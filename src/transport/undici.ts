import type { Readable } from 'node:stream';
import { Pool, RetryAgent, type Dispatcher } from 'undici';
import { ArgumentError, FuturesError, UnsupportedError } from '../core/errors.js';
import { decode } from './content-coding.js';
import { announcesMore, assertMayBegin, Body, watchLifetime } from './bounds.js';
import { broken, tooLarge } from './failures.js';
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
 * @throws {UnsupportedError} On Bun, which replaces the `undici` package by parts of its own that cannot dispatch.
 *
 * @example
 * import { createUndiciTransport } from 'futures-trading-client/undici';
 * const client = createFuturesClient({ baseUrl, transport: createUndiciTransport() });
 *
 * @example
 * import { ProxyAgent } from 'undici';
 * const transport = createUndiciTransport({ dispatcher: new ProxyAgent('http://proxy.example:3128') });
 */
export function createUndiciTransport({ pool, dispatcher }: UndiciTransportOptions = {}): Transport {
  assertDispatches();
  if (dispatcher !== undefined) {
    assertSendsOnce(dispatcher);
    if (pool !== undefined) throw new ArgumentError('pool and dispatcher cannot both be set.', { field: 'dispatcher' });
    return (request) => send(request, (options, handler) => dispatcher.dispatch(withBodyOnce(options), handler));
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

/**
 * The same request for a dispatcher of which nothing is known. Its body can be read once: what sends it a second time
 * without saying so fails before the first byte. The headers are a copy, because a ProxyAgent writes the host into them.
 */
function withBodyOnce(options: Dispatcher.DispatchOptions): Dispatcher.DispatchOptions {
  const headers = { ...(options.headers as SignedHeaders) };
  if (typeof options.body !== 'string') return { ...options, headers };
  const bytes = Buffer.from(options.body);
  let isRead = false;
  const body: AsyncIterable<Buffer> = {
    async *[Symbol.asyncIterator]() {
      if (isRead) throw new Error(SECOND_TIME);
      isRead = true;
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

/** What undici's own interceptors read of a request: none of them may send it again, or somewhere else. */
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

function send(request: TransportRequest, dispatch: Dispatch): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    assertMayBegin(request);
    const { method, origin, target, body = null, maxBodyBytes, renew } = request;
    const received = new Body(maxBodyBytes);
    let sent = request.headers;
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let freshUntilMs = 0;

    const release = watchLifetime(request, (failure) => fail(failure(controller !== undefined)));
    const fail = (cause: unknown): void => {
      if (settled) return;
      settled = true;
      release();
      const connected = controller !== undefined;
      reject(cause instanceof FuturesError ? cause : broken({ ...request, headers: sent }, connected, cause));
      controller?.abort(STOPPED);
    };

    const attempt = (): void => {
      let waited = false;
      let renewal: ReturnType<NonNullable<typeof renew>>;
      let status = 0;
      let answered: Record<string, string | string[] | undefined> = {};
      const succeed = (text: string): void => {
        if (settled) return;
        settled = true;
        release();
        resolve({
          status,
          header: (name) => answered[name]?.toString(),
          headerNames: () => Object.keys(answered),
          text,
        });
      };
      const options = {
        origin,
        method: method as Dispatcher.HttpMethod,
        path: target,
        headers: sent as Record<string, string>,
        body,
        ...ONCE,
        // Not even a read may go out behind another on the same connection: undici would send it again when that breaks.
        idempotent: false,
      };
      dispatch(options, {
        onRequestStart(started) {
          if (controller !== undefined) fail(new Error(SECOND_TIME));
          // A request whose call has ended while it waited for a connection must not leave any more.
          if (settled) throw STOPPED;
          if (waited && performance.now() > freshUntilMs) renewal = renew?.();
          if (renewal !== undefined) throw STOPPED;
          controller = started;
        },
        onResponseStart(_controller, statusCode, headers) {
          if (announcesMore(headers['content-length'], maxBodyBytes)) return fail(tooLarge(request));
          status = statusCode;
          answered = headers;
        },
        onResponseData(_controller, chunk) {
          if (!received.add(chunk)) fail(tooLarge(request));
        },
        onResponseEnd() {
          if (settled) return;
          const coding = answered['content-encoding']?.toString();
          if (coding === undefined) return succeed(received.text());
          decode(received, coding, request).then(succeed, fail);
        },
        onResponseError(_controller, error) {
          if (error === STOPPED && renewal !== undefined) void renewAndAttempt(renewal);
          else fail(error);
        },
      });
      // Ready connections have taken it by then: undici looks at one for a turn of the event loop before it is used again.
      if (renew !== undefined) setImmediate(() => (waited = true));
    };
    const renewAndAttempt = async (renewal: SignedHeaders | Promise<SignedHeaders | undefined>): Promise<void> => {
      try {
        sent = (await renewal) ?? sent;
        freshUntilMs = performance.now() + FRESH_MS;
        if (!settled) attempt();
      } catch (error) {
        fail(error);
      }
    };
    try {
      attempt();
    } catch (error) {
      fail(error);
    }
  });
}
