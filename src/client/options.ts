import type { FetchLike } from '../transport/fetch.js';
import type { Transport } from '../transport/transport.js';
import type { Credentials } from './signing/credentials.js';
import type { Dialect } from './dialect.js';
import type { HeadersInput } from '../core/http-headers.js';
import type { Limiter } from '../limits/limiter.js';
import type { Logger, LogLevel } from './logging/log.js';
import type { Sign } from './signing/sign-function.js';

/** Options of {@link createFuturesClient}. */
export interface ClientOptions {
  /** Base address of the service. A path in it is a gateway prefix: sent, not signed (see `dialect.signPrefix`). */
  readonly baseUrl: string | URL;
  /**
   * Without credentials the public operations work, and those for which no headers are declared (getOrder,
   * changePositionMode, changeMarginMode) go out unsigned; the others fail before anything is sent.
   */
  readonly credentials?: Credentials | undefined;
  /** Choices that the service document leaves open; members left out are as in {@link documented}. */
  readonly dialect?: Partial<Dialect> | undefined;
  /** A `fetch` to send with, in place of the default transport (`node:http` on Node.js). Called with URL and init. */
  readonly fetch?: FetchLike | undefined;
  /** A transport to send with, such as the one of `futures-trading-client/undici`. Not together with `fetch`. */
  readonly transport?: Transport | undefined;
  /** The clock of this machine: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /**
   * For tests: waits in place of a timer, between two attempts, in a pause that the service asked for and between the lookups
   * of `submitOrder` and `recover`. With it, `now` is the only clock, so that `wait` has to move what `now` returns. A `now` that stands
   * still ends a wait, and never hangs. Deadlines (`timeoutMs`, `resolveWithinMs`) are timers still.
   *
   * @example
   * const { url: baseUrl, credentials, fetch, now, wait } = createSandbox();
   * const client = createFuturesClient({ baseUrl, credentials, fetch, now, wait });
   */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => void | Promise<void>) | undefined;
  /**
   * Whose time goes into X-CH-TS. `service` (the default): `now`, unless what the service says about its time (Date headers
   * and, after code -1021, getServerTime) proves it wrong. `local`: `now` as it is.
   */
  readonly clock?: 'service' | 'local' | undefined;
  /**
   * Milliseconds that one attempt may take, from waiting for the rate budget to the last byte of its response. Default 10000.
   */
  readonly timeoutMs?: number | undefined;
  /** Retries of reads; nothing else is ever retried. `false`: never. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * A rate budget to take from, such as the one of `futures-trading-client/limits`. Default: no numeric limits (none are
   * declared), but a pause after each response that asks for one (410, 418, 429, code -1003).
   */
  readonly limiter?: Limiter | undefined;
  /** Receives an entry for each attempt. A logger that throws does not disturb the call. */
  readonly logger?: Logger | undefined;
  /** The lowest level that is logged. Default `info`. */
  readonly logLevel?: LogLevel | undefined;
  /** Bytes that the body of a response may have, decompressed. Default 16 MiB; more is a ResponseTooLargeError. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Lets a web page (and a worker of one) move money and cancel orders. Its browser may send an order twice when a connection
   * breaks, and the secret is in the page. Without it such calls throw UnsupportedError, and nothing is sent. Default false; elsewhere
   * it has no effect.
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** Replaces the signing rule: returns the value of X-CH-SIGN for the exact bytes that go out. */
  readonly sign?: Sign | undefined;
}

/** Retries of reads (`x-effect: read`, POST histories included). */
export interface RetryOptions {
  /** Number of retries after the first attempt. Default and maximum 2. */
  readonly retries?: 0 | 1 | 2 | undefined;
  /** Upper bound of the first wait; it doubles each time, and the wait is a random part of it. Default 200. */
  readonly baseDelayMs?: number | undefined;
  /** Upper bound of any wait that the service did not ask for. Default 5000. */
  readonly maxDelayMs?: number | undefined;
  /** The longest Retry-After that is waited for; a longer one fails the call. Default 10000. */
  readonly maxRetryAfterMs?: number | undefined;
}

/** Options of one call. `null` is as good as leaving a member out. */
export interface CallOptions {
  /** Ends the call when aborted, also while it waits: for the rate budget, for a response, between attempts. */
  readonly signal?: AbortSignal | null | undefined;
  /** Milliseconds that each attempt of this call may take. */
  readonly timeoutMs?: number | undefined;
  /** More headers for this call. The signing headers and those that frame the body are refused. */
  readonly headers?: HeadersInput | null | undefined;
}
