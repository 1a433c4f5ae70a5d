import type { CallOptions } from '../client/options.js';
import { RateLimitError } from '../core/errors.js';
import type { LookupClient } from '../orders/evidence.js';
import { onAbort } from '../transport/abort.js';
import { within } from '../transport/deadline.js';

/** The reads of the watches of one client: what one has just read, the others need not. */
export type SharedReads = Map<string, SharedRead>;

interface SharedRead {
  readonly startedMs: number;
  readonly response: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

const READS = ['getOrder', 'getOpenOrders', 'getOrderHistory', 'getTradeHistory'] as const;
type Reads = Pick<LookupClient, (typeof READS)[number]>;

/**
 * The reads of a client for one watch. A read that another watch started less than `maxAgeMs` ago is not sent again; it ends
 * when all that wait for it have gone.
 */
export function shareReads(client: LookupClient, shared: SharedReads, maxAgeMs: number): LookupClient {
  const { time } = client;
  const share = (name: keyof Reads) => (input: object | undefined, options: CallOptions | undefined) => {
    if (options?.signal?.aborted === true) return Promise.reject(options.signal.reason as Error);
    const nowMs = time.monotonic();
    for (const [key, { startedMs }] of shared) if (nowMs - startedMs > maxAgeMs) shared.delete(key);
    const key = `${name} ${JSON.stringify(input)} ${options?.timeoutMs}`;
    let read = shared.get(key);
    if (read === undefined || read.controller.signal.aborted) {
      const controller = new AbortController();
      const { signal } = controller;
      const send = client[name] as (...given: unknown[]) => Promise<unknown>;
      const response = inBudget(() => send(input, { ...options, signal }), time, signal);
      shared.set(key, (read = { startedMs: nowMs, response, controller, waiting: 0 }));
    }
    return waitFor(read, options?.signal ?? undefined);
  };
  const reads = Object.fromEntries(READS.map((name) => [name, share(name)])) as unknown as Reads;
  return { ...reads, clock: client.clock, time };
}

/** Waits for the rate budget, or a pause, however long: a look that began again each time might never get through a history. */
async function inBudget<T>(send: () => Promise<T>, time: LookupClient['time'], signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RateLimitError) || error.waitMs === Infinity) throw error;
      await time.wait(error.waitMs, signal);
    }
  }
}

async function waitFor(read: SharedRead, signal: AbortSignal | undefined): Promise<unknown> {
  read.waiting++;
  const leave = (): void => {
    if (--read.waiting === 0) read.controller.abort(signal?.reason);
  };
  const forget = signal && onAbort(signal, leave);
  try {
    return await within(read.response, Infinity, signal);
  } finally {
    if (signal?.aborted !== true) read.waiting--;
    forget?.();
  }
}
