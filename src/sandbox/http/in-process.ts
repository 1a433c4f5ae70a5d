import type { RawRequest, SandboxResponse } from './request.js';
import { damage, type Delivery } from './damage.js';

/** A standard `fetch`. Headers may also be any pairs. */
export type SandboxFetch = (input: string | URL | Request, init?: Init) => Promise<Response>;

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: RequestInit['headers'] | Pairs };
type Pairs = Iterable<readonly [name: string, value: string]>;

/** The parts of a response that the conformance kit reads. Making a Response takes longer than most calls do. */
export type PlainFetch = (
  url: string | URL,
  init?: Init,
) => Promise<{
  readonly status: number;
  readonly headers: Pairs;
  readonly text: () => Promise<string>;
}>;

/**
 * A `fetch` without a socket: the request is answered at once, in this process. What goes wrong on the way looks as it does
 * with a real one: a reset is a TypeError with a cause, a stalled body ends with the signal only.
 */
export function createFetch(respond: (request: RawRequest) => SandboxResponse): SandboxFetch {
  return async function fetch(input, init = {}) {
    if (input instanceof Request) return fetch(...(await withoutRequest(input, init)));
    return toResponse(await deliver(respond, input, init), init.signal ?? undefined);
  };
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
  init: Init,
): Promise<Arriving> {
  const { signal, body } = init;
  if (signal?.aborted === true) throw signal.reason;
  // A text is not waited for, so that calls arrive in the order in which they are made.
  const text = typeof body === 'string' ? body : body == null ? '' : await new Response(body).text();
  const { response, fault } = respond(readRequest(url, init, text));
  if (response.held !== undefined) await response.held;
  const delivery = damage(response, fault);
  if (delivery.kind === 'reset') {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
  }
  return delivery.kind === 'silent' ? untilAborted(signal ?? undefined) : delivery;
}

function toResponse(delivery: Arriving, signal: AbortSignal | undefined): Response {
  const { status, headers } = delivery.response;
  return new Response(content(delivery, signal), { status, headers });
}

/** A call of `fetch` with a Request, as one with an address and an init. */
export async function withoutRequest(request: Request, init: Init = {}): Promise<[url: string, init: Init]> {
  const { url, method, headers, signal, redirect } = request;
  return [url, { method, headers, signal, redirect, body: await request.text(), ...init }];
}

function readRequest(url: string | URL, { method = 'GET', headers = {} }: Init, body: string): RawRequest {
  const { pathname, search } = new URL(url);
  const sent = readHeaders(headers);
  return {
    method: method.toUpperCase(),
    target: pathname + search,
    headers: sent.headers,
    headerNames: sent.names,
    body,
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
function readHeaders(given: NonNullable<Init['headers']>) {
  const pairs = Symbol.iterator in given ? [...(given as Pairs)] : undefined;
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
