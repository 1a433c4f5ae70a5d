import { onTestFinished, vi } from 'vitest';
import type { CreateOrderInput } from '../../generated/client.js';
import { type CallOptions, createFuturesClient, type ServiceClock } from '../../src/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import type { SubmitClient } from '../../src/orders/submit.js';
import { limitOrder } from '../support/orders.js';

export const START_MS = 1_760_000_000_000;

export const order = { ...limitOrder, price: '60000.10', volume: 2 } as const satisfies CreateOrderInput;

export interface DeskOptions extends SandboxOptions {
  /** This machine's clock minus the sandbox's, milliseconds. */
  readonly skewMs?: number;
  /** Stands between the client and the sandbox. */
  readonly fetch?: (sandbox: Sandbox) => Sandbox['fetch'];
}

/** A sandbox, a client of it, and the clock of both in the hands of the test: timers and dates are vitest's. */
export function createDesk({ skewMs = 0, fetch, ...options }: DeskOptions = {}) {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = createSandbox({ now: Date.now, ...options });
  const clock = createTestClock(
    () => Date.now() + skewMs,
    (callOptions) => service.getServerTime({}, callOptions),
  );
  const service = createFuturesClient({
    baseUrl: sandbox.url,
    credentials: sandbox.credentials,
    fetch: fetch?.(sandbox) ?? sandbox.fetch,
    now: () => clock.timestampMs(),
  });
  let creates = 0;
  const client: SubmitClient = {
    clock,
    createOrder(input, callOptions) {
      creates++;
      return service.createOrder(input, callOptions);
    },
    getOrder: service.getOrder,
    getOpenOrders: service.getOpenOrders,
    getOrderHistory: service.getOrderHistory,
    getTradeHistory: service.getTradeHistory,
  };
  return { sandbox, client, service, creates: () => creates };
}

export interface TestClock extends ServiceClock {
  jumps: number;
}

/** A clock that measures as plainly as can be: half the round trip, and a millisecond for rounding. */
export function createTestClock(
  localMs: () => number,
  readTime: (options?: CallOptions) => Promise<{ readonly serverTime?: number }>,
): TestClock {
  let offsetMs = 0;
  let uncertaintyMs = Infinity;
  const clock: TestClock = {
    get offsetMs() {
      return offsetMs;
    },
    get uncertaintyMs() {
      return uncertaintyMs;
    },
    source: 'time',
    jumps: 0,
    timestampMs: () => localMs() + offsetMs,
    bounds: () => ({
      earliestMs: localMs() + offsetMs - uncertaintyMs,
      latestMs: localMs() + offsetMs + uncertaintyMs,
    }),
    async sync(options) {
      const startedMs = localMs();
      const { serverTime = Number.NaN } = await readTime(options);
      const tripMs = localMs() - startedMs;
      offsetMs = Math.floor(serverTime - startedMs - tripMs / 2);
      uncertaintyMs = Math.ceil(tripMs / 2) + 1;
    },
  };
  return clock;
}

/** Lets time pass, from timer to timer, until the work is done. */
export async function settle<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const done = (): void => void (state.isDone = true);
  work.then(done, done);
  while (!state.isDone) {
    for (let i = 0; i < 8 && !state.isDone; i++) await new Promise((resolve) => setImmediate(resolve));
    if (!state.isDone) await vi.advanceTimersToNextTimerAsync();
  }
  return work;
}

interface HeldOrder {
  readonly id: string;
  readonly accountId: string;
  readonly clientOrderId: string;
}

/** What the sandbox holds, open or done. */
export function held(sandbox: Sandbox, clientOrderId?: string): HeldOrder[] {
  const { orders } = sandbox.snapshot() as { orders: [string, HeldOrder][] };
  return orders
    .map(([, found]) => found)
    .filter(({ accountId }) => accountId === 'account-1')
    .filter((found) => clientOrderId === undefined || found.clientOrderId === clientOrderId);
}

/** What is loaded on first use is loaded before the clock stands still. */
export async function warmUp(): Promise<void> {
  const sandbox = createSandbox();
  const client = createFuturesClient({
    baseUrl: sandbox.url,
    credentials: sandbox.credentials,
    fetch: sandbox.fetch,
  });
  await client.getOrder({ contractName: order.contractName, orderId: '1' }).catch(() => {});
}
