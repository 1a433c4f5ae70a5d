import { createDefaultTransport } from '#default-transport';
import type { FetchLike } from '../transport/fetch.js';
import { createLazyTransport } from '../transport/lazy.js';
import type { Transport } from '../transport/transport.js';
import { type Credentials, readCredentials } from './credentials.js';
import { choices, type Dialect, documented } from './dialect.js';
import { type HeadersInput, readHeaders } from './headers.js';
import { refuse } from './refuse.js';
import type { Sign } from './sign.js';

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
  /** Clock: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds from a call to the last byte of its answer. Default 10000. */
  readonly timeoutMs?: number | undefined;
  /** Bytes that the body of an answer may have, decompressed. Default 16 MiB; more is a ResponseTooLargeError. */
  readonly maxBodyBytes?: number | undefined;
  /** Replaces the signing rule: returns the value of X-CH-SIGN for the exact bytes that go out. */
  readonly sign?: Sign | undefined;
}

/** Options of one call. `null` is as good as leaving a member out. */
export interface CallOptions {
  /** Ends the call, waiting included, when aborted. */
  readonly signal?: AbortSignal | null | undefined;
  /** Deadline of this call in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** More headers for this call. The signing headers and those that frame the body are refused. */
  readonly headers?: HeadersInput | null | undefined;
}

/** {@link CallOptions}, checked and filled in. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** {@link ClientOptions}, checked and filled in. */
export interface Settings {
  readonly origin: string;
  readonly prefix: string;
  readonly credentials: Credentials | undefined;
  readonly dialect: Dialect;
  readonly transport: Transport;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly sign: Sign | undefined;
}

const NAMES: ReadonlySet<string> = new Set<keyof ClientOptions>([
  'baseUrl',
  'credentials',
  'dialect',
  'fetch',
  'transport',
  'now',
  'timeoutMs',
  'maxBodyBytes',
  'sign',
]);

const CALL_NAMES: ReadonlySet<string> = new Set<keyof CallOptions>(['signal', 'timeoutMs', 'headers']);

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The longest delay of a timer; beyond it, runtimes fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws {ArgumentError} naming the option that is wrong. */
export function readOptions(options: ClientOptions): Settings {
  if (typeof options !== 'object' || options === null) refuse('options', 'must be an object with a baseUrl');
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) refuse(name, `is not an option (options: ${[...NAMES].join(', ')})`);
  }
  for (const name of ['fetch', 'transport', 'now', 'sign'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'function') refuse(name, 'must be a function');
  }
  const {
    credentials,
    fetch,
    transport,
    now = Date.now,
    timeoutMs = 10_000,
    maxBodyBytes = 16 * 2 ** 20,
    sign,
  } = options;
  const url = readBaseUrl(options.baseUrl);
  if (credentials !== undefined && url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    refuse('baseUrl', `is plain http: to ${url.hostname}: credentials are sent over https: only, or to loopback`);
  }
  if (fetch !== undefined && transport !== undefined) refuse('transport', 'and fetch exclude each other');
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ''),
    credentials: credentials === undefined ? undefined : readCredentials(credentials),
    dialect: readDialect(options.dialect ?? documented),
    transport: transport ?? (fetch === undefined ? createDefaultTransport() : onFetch(fetch)),
    now,
    timeoutMs: readTimeout(timeoutMs),
    maxBodyBytes: readMaxBodyBytes(maxBodyBytes),
    sign,
  };
}

/** @throws {ArgumentError} naming the option of the call that is wrong. */
export function readCallOptions(options: CallOptions | null | undefined, settings: Settings): CallSettings {
  if (options === undefined || options === null)
    return { signal: undefined, timeoutMs: settings.timeoutMs, headers: undefined };
  const given = options;
  for (const name of Object.keys(given)) {
    if (!CALL_NAMES.has(name)) refuse(name, `is not an option of a call (options: ${[...CALL_NAMES].join(', ')})`);
  }
  const { signal, timeoutMs, headers } = given;
  return {
    signal: readSignal(signal ?? undefined),
    timeoutMs: readTimeout(timeoutMs ?? settings.timeoutMs),
    headers: headers ? readHeaders(headers) : undefined,
  };
}

function readTimeout(timeoutMs: number): number {
  if (typeof timeoutMs !== 'number' || !(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS)) {
    refuse(
      'timeoutMs',
      `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}, got ${JSON.stringify(timeoutMs)}`,
    );
  }
  return timeoutMs;
}

function readMaxBodyBytes(bytes: number): number {
  if (Number.isSafeInteger(bytes) && bytes >= 1) return bytes;
  return refuse('maxBodyBytes', `must be a whole number of bytes from 1, got ${JSON.stringify(bytes)}`);
}

/** A controller in place of its signal would fail after the request has begun. */
function readSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (
    signal === undefined ||
    (typeof signal.aborted === 'boolean' && typeof signal.removeEventListener === 'function')
  ) {
    return signal;
  }
  return refuse('signal', 'must be an AbortSignal');
}

function onFetch(fetch: FetchLike): Transport {
  return createLazyTransport(async () => (await import('../transport/fetch.js')).createFetchTransport(fetch));
}

function readBaseUrl(baseUrl: string | URL): URL {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return refuse('baseUrl', `must be an absolute http(s) URL such as "https://host.example"`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    refuse('baseUrl', 'must not have a query, a fragment or a user name');
  }
  if (url.pathname.includes('/fapi'))
    refuse('baseUrl', 'must end before /fapi: the paths of the operations are added to it');
  return url;
}

function readDialect(dialect: Partial<Dialect>): Dialect {
  if (Object.getPrototypeOf(Object(dialect)) !== Object.prototype) {
    refuse('dialect', 'must be a plain object such as the exported documented or observed');
  }
  for (const [name, value] of Object.entries(dialect)) {
    if (!Object.hasOwn(documented, name)) {
      refuse(`dialect.${name}`, `is not a member (members: ${Object.keys(documented).join(', ')})`);
    }
    const type = typeof documented[name as keyof Dialect];
    if (value === null || typeof value !== type) refuse(`dialect.${name}`, `must be a ${type}`);
    const allowed: readonly unknown[] | undefined = choices[name as keyof typeof choices];
    if (allowed?.includes(value) === false) refuse(`dialect.${name}`, `must be one of ${allowed.join(', ')}`);
  }
  return { ...documented, ...dialect, headers: readHeaders(dialect.headers ?? {}, 'dialect.headers') };
}
