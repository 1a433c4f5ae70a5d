import type { SandboxResponse } from './answer.js';
import { damage, type Delivery } from './damage.js';
import type { RawRequest } from './request.js';

/** What `fetch` is called with here; a standard init fits. */
export interface SandboxFetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | Iterable<readonly [string, string]>;
  readonly body?: string | null;
  readonly signal?: AbortSignal | null;
}

export type SandboxFetch = (url: string | URL, init?: SandboxFetchInit) => Promise<Response>;

/**
 * A `fetch` without a socket: the request is answered at once, in this process. What goes wrong on the way looks as it does
 * with a real one: a reset is a TypeError with a cause, a stalled body ends with the signal only.
 */
export function createFetch(answer: (request: RawRequest) => SandboxResponse): SandboxFetch {
  return async (url, init = {}) => {
    const { pathname, search } = new URL(url);
    const { method = 'GET', body, signal } = init;
    if (signal?.aborted === true) throw signal.reason;
    const sent = sentHeaders(init.headers ?? {});
    const { response, fault } = answer({
      method: method.toUpperCase(),
      target: pathname + search,
      headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
      headerNames: () => sent.map(([name]) => name),
      body: body ?? '',
    });
    const delivery = damage(response, fault);
    if (delivery.kind === 'reset') {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      });
    }
    const { status, headers } = delivery.response;
    return new Response(content(delivery, signal ?? undefined), { status, headers });
  };
}

/** The body, in the pieces in which it arrives. */
function content(
  delivery: Exclude<Delivery, { kind: 'reset' }>,
  signal: AbortSignal | undefined,
): string | ReadableStream<Uint8Array> {
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

function sentHeaders(
  headers: NonNullable<SandboxFetchInit['headers']>,
): readonly (readonly [name: string, value: string])[] {
  return Symbol.iterator in headers ? [...headers] : Object.entries(headers);
}

/** A body of which one byte arrives. */
function endless(signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}
