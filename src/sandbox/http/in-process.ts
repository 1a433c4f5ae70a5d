import type { SandboxResponse } from './sandbox-response.js';
import { damage, type Delivery } from './damage.js';
import type { RawRequest } from './request.js';

/** The init of `fetch` here; a standard one fits. */
export interface SandboxFetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | Iterable<readonly [string, string]>;
  readonly body?: string | null;
  readonly signal?: AbortSignal | null;
}

export type SandboxFetch = (url: string | URL, init?: SandboxFetchInit) => Promise<Response>;

/** The parts of a response that the conformance kit reads. Making a Response takes longer than most calls do. */
export type PlainFetch = (
  url: string | URL,
  init?: SandboxFetchInit,
) => Promise<{
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: () => Promise<string>;
}>;

/**
 * A `fetch` without a socket: the request is answered at once, in this process. What goes wrong on the way looks as it does
 * with a real one: a reset is a TypeError with a cause, a stalled body ends with the signal only.
 */
export function createFetch(respond: (request: RawRequest) => SandboxResponse): SandboxFetch {
  return async (url, init = {}) => toResponse(await deliver(respond, url, init), init.signal ?? undefined);
}

/** The same `fetch`, which makes a Response only of a body that does not arrive at once. */
export function createPlainFetch(respond: (request: RawRequest) => SandboxResponse): PlainFetch {
  return async (url, init = {}) => {
    const delivery = await deliver(respond, url, init);
    if (delivery.kind === 'stall' || delivery.kind === 'slow') return toResponse(delivery, init.signal ?? undefined);
    const { status, headers, body } = delivery.response;
    return { status, headers: Object.entries(headers), text: async () => body };
  };
}

type Arriving = Exclude<Delivery, { kind: 'reset' }>;

async function deliver(
  respond: (request: RawRequest) => SandboxResponse,
  url: string | URL,
  init: SandboxFetchInit,
): Promise<Arriving> {
  const { signal } = init;
  if (signal?.aborted === true) throw signal.reason;
  const { response, fault } = respond(readRequest(url, init));
  if (response.held !== undefined) await response.held;
  const delivery = damage(response, fault);
  if (delivery.kind === 'reset') {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    });
  }
  return delivery.kind === 'silent' ? untilAborted(signal ?? undefined) : delivery;
}

function toResponse(delivery: Arriving, signal: AbortSignal | undefined): Response {
  const { status, headers } = delivery.response;
  return new Response(content(delivery, signal), { status, headers });
}

function readRequest(url: string | URL, { method = 'GET', headers = {}, body }: SandboxFetchInit): RawRequest {
  const { pathname, search } = new URL(url);
  const sent = readHeaders(headers);
  return {
    method: method.toUpperCase(),
    target: pathname + search,
    headers: sent.headers,
    headerNames: sent.names,
    body: body ?? '',
  };
}

/** The body, in the pieces in which it arrives. */
function content(delivery: Arriving, signal: AbortSignal | undefined): string | ReadableStream<Uint8Array> {
  const { body } = delivery.response;
  switch (delivery.kind) {
    case 'stall':
      return endless(signal);
    case 'slow':
      return byteByByte(new TextEncoder().encode(body));
    // A fetch has unpacked what came compressed.
    default:
      return body;
  }
}

function byteByByte(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream({
    pull(controller) {
      if (position === bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(position, ++position));
    },
  });
}

/** Headers by their names in lower case, and the names as they were spelled. */
function readHeaders(given: NonNullable<SandboxFetchInit['headers']>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly names: () => readonly string[];
} {
  const pairs = Symbol.iterator in given ? [...given] : undefined;
  const byName = pairs === undefined ? (given as Readonly<Record<string, string>>) : Object.fromEntries(pairs);
  const headers: Record<string, string> = {};
  for (const name of Object.keys(byName)) headers[name.toLowerCase()] = byName[name]!;
  return { headers, names: () => pairs?.map(([name]) => name) ?? Object.keys(byName) };
}

/** Nothing arrives. */
const untilAborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

/** A body of which one byte arrives. */
function endless(signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}
