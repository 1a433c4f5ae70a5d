import { FuturesError, UnsupportedError } from '../core/errors.js';
import { assertMayBegin, watchLifetime } from './deadline.js';
import { broken, safeCause, stopped, tooLarge } from './failures.js';
import { readText } from './read-text.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** The form of `fetch` that this package calls: it is called with a URL and a plain init, never with a Request. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly redirect: 'manual';
  /** A cached response would belong to another request. */
  readonly cache: 'no-store';
  readonly credentials: 'omit';
  readonly signal: AbortSignal;
  readonly body?: string;
  /** On Deno only: a client that keeps no connection. */
  readonly client?: unknown;
  /** On Bun only, where it means that the connection is not kept. */
  readonly keepalive?: false;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null; keys?(): Iterable<string> };
  /** A ReadableStream, where there is one: a response that is too large is not read to its end then. */
  readonly body?: unknown;
  text(): Promise<string>;
}

/**
 * Creates a transport on a `fetch`. A break is `unknown`, also where no connection was made: the fetch may have tried
 * before, by itself (Node.js' does so after 421), and it fails as the last try did. `renew` is never asked: `fetch` does not say
 * when a request leaves.
 */
export function createFetchTransport(fetch: FetchLike): Transport {
  return (request) =>
    new Promise((resolve, reject) => {
      assertMayBegin(request);
      const controller = new AbortController();
      const end = (error: unknown): void => {
        watch.end();
        reject(error);
        controller.abort();
      };
      const watch = watchLifetime(request, (isAborted) => end(stopped(isAborted, request, true)));
      roundTrip(fetch, request, controller.signal).then((response) => {
        watch.end();
        resolve(response);
      }, end);
    });
}

async function roundTrip(fetch: FetchLike, request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
  const response = await start(fetch, request, signal);
  try {
    const text = await readText(response, request.maxBodyBytes, signal);
    if (text === undefined) throw tooLarge(request);
    // One that was followed all the same shows the response to another request: as browsers show one, it has no status.
    const status = (response as { readonly redirected?: boolean }).redirected === true ? 0 : response.status;
    return {
      status,
      // A standard fetch sends once more after 421, on another connection, and shows the second response only.
      ...(status === 421 && !request.readOnly && { maybeResent: true }),
      header: (name) => response.headers.get(name) ?? undefined,
      headerNames: () => [...(response.headers.keys?.() ?? [])],
      text,
    };
  } catch (cause) {
    throw cause instanceof FuturesError ? cause : broken(request, true, reasonOf(cause) ?? cause);
  }
}

/** Calls fetch; only what fails here, before there is a response, can have left nothing. */
async function start(fetch: FetchLike, request: TransportRequest, signal: AbortSignal): Promise<FetchResponse> {
  const { method, origin, target, headers, body } = request;
  const init: FetchInit = {
    method,
    headers: { ...headers },
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    signal,
    ...withoutPool(),
  };
  try {
    return await fetch(origin + target, body === undefined ? init : { ...init, body });
  } catch (cause) {
    // Bun puts the code on the error itself.
    const reason = reasonOf(cause) ?? cause;
    if (method === 'GET' && body !== undefined && refusesBody(cause)) throw unsupported(request, cause);
    throw broken(request, true, reason, isPage() && cause instanceof TypeError ? CORS : '');
  }
}

/** A browser says the same for a broken connection and for a response that the page may not read. */
const CORS =
  ' In a browser this is also how a service without CORS headers fails: call it through your own server or a proxy on the origin of the page.';

/** Tells whether the program is in a web page or a worker of one. Cloudflare and Deno have such a scope too, and another user agent. */
export const isPage = (): boolean =>
  ('window' in globalThis && 'document' in globalThis) ||
  ('WorkerGlobalScope' in globalThis && globalThis.navigator?.userAgent.startsWith('Mozilla/'));

interface Runtime {
  readonly Bun?: unknown;
  readonly Deno?: { createHttpClient?(options: { readonly poolMaxIdlePerHost: number }): unknown };
}

let withNoPool: Pick<FetchInit, 'client' | 'keepalive'> | undefined;

/**
 * Keeps `fetch` from using a connection again. When such a connection breaks, Deno's sends the request once more by
 * itself, orders too, and Bun's does so with reads. Deno's also takes bytes that nothing asked for as the next response.
 */
function withoutPool(): Pick<FetchInit, 'client' | 'keepalive'> {
  if (withNoPool !== undefined) return withNoPool;
  const { Bun: bun, Deno: deno } = globalThis as Runtime;
  if (typeof deno?.createHttpClient === 'function')
    return (withNoPool = { client: deno.createHttpClient({ poolMaxIdlePerHost: 0 }) });
  return (withNoPool = bun === undefined ? {} : { keepalive: false });
}

const reasonOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

/** True for the TypeError with which a standard fetch refuses a GET with a body, before it connects. */
function refusesBody(error: unknown): boolean {
  return error instanceof TypeError && error.cause === undefined && /\bGET\b.*\bbody\b/s.test(error.message);
}

function unsupported(request: TransportRequest, cause: unknown): UnsupportedError {
  return new UnsupportedError(
    `${request.operationId}: this runtime's fetch cannot send a GET with a body. Nothing was sent. ` +
      `Set dialect.getBody to 'query' to send the fields in the query (observed), or run on Node.js without the fetch option.`,
    { option: 'dialect.getBody', operationId: request.operationId, cause: safeCause(request, cause) },
  );
}
