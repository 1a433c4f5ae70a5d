import { createDefaultTransport } from '../transport/default-transport.js';
import { createFetchTransport } from '../transport/fetch.js';
import type { Transport } from '../transport/transport.js';
import { type Credentials, readCredentials } from './signing/credentials.js';
import { choices, type Dialect, documented } from './dialect.js';
import { readHeaders } from '../core/http-headers.js';
import { LOOPBACK } from '../core/local-caller.js';
import { assertKnown, ownOptions } from '../core/options.js';
import type { Limiter } from '../limits/limiter.js';
import { LEVELS, type Log } from './logging/log.js';
import { type CallSettings, readMs, show } from './call-options.js';
import type { ClientOptions, RetryOptions } from './options.js';
import type { PassingTime } from '../transport/real-time.js';
import { mayTrade } from './page-guard.js';
import { createPassingTime } from './clock/passing-time.js';
import { refuse } from '../core/argument.js';
import { MAX_BODY_BYTES, maxValuesOf } from './response-bounds.js';
import { createSigner, type Signer } from './signing/signer.js';

/** {@link ClientOptions}, checked and filled in. */
export interface Settings {
  readonly origin: string;
  readonly prefix: string;
  readonly credentials: Credentials | undefined;
  /** Undefined without credentials. */
  readonly signer: Signer | undefined;
  readonly dialect: Dialect;
  /** Headers of a request without a body; those of its signature come on top. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same for a request with a body. */
  readonly headersWithBody: Readonly<Record<string, string>>;
  readonly transport: Transport;
  /** True when operations of effect `money` and `wipe` may be sent. */
  readonly mayTrade: boolean;
  readonly now: () => number;
  readonly time: PassingTime;
  readonly clock: 'service' | 'local';
  /** The options of a call that sets none. */
  readonly call: CallSettings;
  readonly maxBodyBytes: number;
  /** Most JSON values of a body. */
  readonly maxValues: number;
  readonly retry: Retry;
  /** The caller's; undefined for the one that only reacts. */
  readonly limiter: Limiter | undefined;
  readonly log: Log;
  /** True when `sign` replaces the signing rule. */
  readonly ownRule: boolean;
}

/** {@link RetryOptions}, filled in. */
export type Retry = { readonly [Name in keyof RetryOptions]-?: number };

type Names = readonly (keyof ClientOptions)[];
const FUNCTIONS = ['fetch', 'transport', 'now', 'wait', 'sign', 'logger'] as const satisfies Names;
const VALUES: Names = ['baseUrl', 'credentials', 'dialect', 'clock', 'timeoutMs', 'maxBodyBytes', 'retry', 'limiter'];
const NAMES: Names = [...FUNCTIONS, ...VALUES, 'logLevel', 'dangerouslyAllowBrowser'];

const JSON_TYPE = 'application/json';

const RETRY: Retry = { retries: 2, baseDelayMs: 200, maxDelayMs: 5000, maxRetryAfterMs: 10_000 };

/** `more`: names of options that the caller has read. @throws {ArgumentError} naming the option that is wrong. */
export function readOptions(given: ClientOptions, more: readonly string[] = []): Settings {
  const options = ownOptions(given, [...NAMES, ...more]);
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined && typeof options[name] !== 'function') refuse(name, 'must be a function');
  }
  const { credentials, fetch, transport, now = Date.now, clock = 'service', limiter, retry = {} } = options;
  const { timeoutMs = 10_000, maxBodyBytes = MAX_BODY_BYTES, dangerouslyAllowBrowser = false } = options;
  const url = readBaseUrl(options.baseUrl);
  if (credentials !== undefined && url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    refuse('baseUrl', `is plain http: to ${url.hostname}: with credentials, use https: (http: only to loopback)`);
  }
  if (typeof dangerouslyAllowBrowser !== 'boolean') refuse('dangerouslyAllowBrowser', 'must be true or false');
  if (fetch !== undefined && transport !== undefined) refuse('transport', 'and fetch cannot both be set');
  if (clock !== 'service' && clock !== 'local') refuse('clock', 'must be service or local');
  if (limiter !== undefined && typeof limiter?.acquire !== 'function') refuse('limiter', 'must have an acquire method');
  const held = credentials === undefined ? undefined : readCredentials(credentials);
  const dialect = readDialect(options.dialect ?? documented);
  const headers = { accept: JSON_TYPE, ...dialect.headers };
  const headersWithBody = { ...headers, 'content-type': JSON_TYPE };
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ''),
    credentials: held,
    signer: held && createSigner(held, dialect, options.sign),
    dialect,
    headers: dialect.contentType === 'always' ? headersWithBody : headers,
    headersWithBody,
    transport: transport ?? (fetch === undefined ? createDefaultTransport() : createFetchTransport(fetch)),
    mayTrade: mayTrade(url.hostname, dangerouslyAllowBrowser),
    now,
    time: createPassingTime(now, options.wait),
    clock,
    call: { signal: undefined, timeoutMs: readMs('timeoutMs', timeoutMs, 1), headers: undefined },
    maxBodyBytes: readMaxBodyBytes(maxBodyBytes),
    maxValues: maxValuesOf(maxBodyBytes),
    retry: readRetry(retry),
    limiter,
    log: readLog(options),
    ownRule: options.sign !== undefined,
  };
}

function readRetry(retry: RetryOptions | false): Retry {
  if (retry === false) return { ...RETRY, retries: 0 };
  if (typeof retry !== 'object' || retry === null) refuse('retry', 'must be false or an object');
  const result = { ...RETRY } as Record<keyof Retry, number>;
  assertKnown(retry, Object.keys(RETRY), 'a member', { within: 'retry.' });
  for (const [name, value] of Object.entries(retry) as [keyof Retry, number | undefined][]) {
    if (value === undefined) continue;
    if (name !== 'retries') result[name] = readMs(`retry.${name}`, value);
    else if ([0, 1, 2].includes(value)) result[name] = value;
    else refuse('retry.retries', `must be 0, 1 or 2, got ${show(value)}`);
  }
  return result;
}

function readLog({ logger, logLevel = 'info' }: ClientOptions): Log {
  if (!LEVELS.includes(logLevel)) refuse('logLevel', `must be one of ${LEVELS.join(', ')}`);
  return { logger, level: logLevel };
}

function readMaxBodyBytes(bytes: number): number {
  if (Number.isSafeInteger(bytes) && bytes >= 1) return bytes;
  return refuse('maxBodyBytes', `must be a whole number of bytes from 1, got ${show(bytes)}`);
}

export function readBaseUrl(baseUrl: string | URL): URL {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const text = String(baseUrl ?? '');
    const advice =
      text === ''
        ? ': it is empty (is FUTURES_URL set?)'
        : /^[\w.-]+(:\d+)?$/.test(text)
          ? `: write http://${text} or https://${text}`
          : '';
    return refuse('baseUrl', `must be an absolute http(s) URL such as "https://host.example"${advice}`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    refuse('baseUrl', 'must not have a query, a fragment or a user name');
  }
  if (url.pathname.includes('/fapi')) refuse('baseUrl', 'must not contain /fapi: the path of each call begins with it');
  return url;
}

/** @throws {ArgumentError} Naming the member that is wrong. */
export function readDialect(dialect: Partial<Dialect>): Dialect {
  if (Object.getPrototypeOf(Object(dialect)) !== Object.prototype) {
    refuse('dialect', 'must be a plain object, such as `documented` or `observed`');
  }
  assertKnown(dialect, Object.keys(documented), 'a member', { within: 'dialect.' });
  for (const [name, value] of Object.entries(dialect)) {
    const type = typeof documented[name as keyof Dialect];
    if (value === null || typeof value !== type) refuse(`dialect.${name}`, `must be a ${type}`);
    const allowed: readonly unknown[] = Object.hasOwn(choices, name) ? choices[name as keyof typeof choices] : [value];
    if (!allowed.includes(value)) refuse(`dialect.${name}`, `must be one of ${allowed.join(', ')}`);
  }
  const whole = { ...documented, ...dialect };
  return { ...whole, headers: readHeaders(whole.headers, 'dialect.headers') };
}
