import { createFuturesClient } from '../../src/futures-client.js';
import type { ClientOptions } from '../../src/client/options.js';
import type { Limiter } from '../../src/limits/limiter.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { credentials, NOW_MS } from './test-client.js';

export interface Answer {
  readonly status?: number;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, or what makes one of the request; what it throws is what the transport fails with. */
export type Reply = Answer | ((request: TransportRequest) => Answer | Promise<Answer>);

/** Lets everything pass at once: nothing here waits unless a test wants it. */
export const openLimiter: Limiter = { tryAcquire: () => true, acquire: () => Promise.resolve() };

/** Options with which {@link serve} leaves the client as it is by itself: it waits, and follows the clock of the service. */
export const AS_USUAL = { now: undefined, clock: undefined, limiter: undefined, retry: undefined } as const;

/** A service without a network that gives these replies, the last one again and again. Reads are tried again at once. */
export function serve(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  /** Every request, with the headers as they were at that moment. */
  const requests: TransportRequest[] = [];
  const client = createFuturesClient({
    baseUrl: 'https://futures.example',
    credentials,
    now: () => NOW_MS,
    clock: 'local',
    retry: { baseDelayMs: 0, maxDelayMs: 0 },
    limiter: openLimiter,
    async transport(request) {
      requests.push({ ...request, headers: { ...request.headers } });
      const reply = replies[Math.min(requests.length, replies.length) - 1]!;
      const { status = 200, text = '', headers = {} } = typeof reply === 'function' ? await reply(request) : reply;
      return { status, text, header: (name) => headers[name], headerNames: () => Object.keys(headers) };
    },
    ...options,
  });
  return { client, requests };
}
