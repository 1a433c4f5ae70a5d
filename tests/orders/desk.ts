import { vi } from 'vitest';
import type { CreateOrderInput } from '../../generated/client.js';
import { createOperationsClient } from '../../src/client/operations-client.js';
import type { Journal, JournalEntry } from '../../src/journal/journal.js';
import { createFuturesClient, type FetchLike, type FuturesClientOptions, type Limiter } from '../../src/index.js';
import { createSandbox, type FaultKind, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { type SubmitClient, submitOrder, type SubmitOptions } from '../../src/orders/submit.js';
import type { Submitted } from '../../src/orders/submitted.js';
import { limitOrder } from '../support/orders.js';

export const order = { ...limitOrder, price: '60000.10', volume: 2 } as const satisfies CreateOrderInput;

export const START_MS = 1_760_000_000_000;

export interface DeskOptions extends SandboxOptions {
  /** This machine's clock minus the sandbox's, milliseconds. */
  readonly skewMs?: () => number;
  /** Stands between the client and the sandbox. */
  readonly fetch?: (sandbox: Sandbox) => FetchLike;
}

/** A sandbox, a client of it, and the clock of both in the hands of the test: timers and dates are vitest's. */
export function createDesk({ skewMs = () => 0, fetch, ...options }: DeskOptions = {}) {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const sandbox = createSandbox({ now: Date.now, ...options });
  const {
    client: service,
    createOrder,
    getOrder,
    time,
  } = createOperationsClient({
    baseUrl: sandbox.url,
    credentials: sandbox.credentials,
    fetch: fetch?.(sandbox) ?? sandbox.fetch,
    now: () => Date.now() + skewMs(),
  });
  let creates = 0;
  const client: SubmitClient = {
    ...{ clock: service.clock, time },
    createOrder(...given) {
      creates++;
      return createOrder(...given);
    },
    getOrder,
    getOpenOrders: service.getOpenOrders,
    getOrderHistory: service.getOrderHistory,
    getTradeHistory: service.getTradeHistory,
  };
  /** Submits an order whose createOrder meets a fault, and lets time pass until it is found out. */
  const submitUnder = (kind: FaultKind, input: CreateOrderInput = order, given?: SubmitOptions): Promise<Submitted> => {
    sandbox.faults.next({ kind, operation: 'createOrder' });
    return settle(submitOrder(client, input, given));
  };
  return { sandbox, client, service, submitUnder, creates: () => creates };
}

/** An order whose second delivery is a repeat. */
export const job = { ...limitOrder, clientOrderId: 'job-42' };

/** A sandbox and a client of it on its clock; `onCreate` is called before an order leaves. */
export function openSandbox(onCreate?: () => Promise<void> | void, options?: Partial<FuturesClientOptions>) {
  const sandbox = createSandbox();
  const { url: baseUrl, credentials, fetch, now, wait } = sandbox;
  const acquire: Limiter['acquire'] = async ({ operationId }) => {
    if (operationId === 'createOrder') await onCreate?.();
  };
  const client = createFuturesClient({ baseUrl, credentials, fetch, now, wait, limiter: { acquire }, ...options });
  return { sandbox, client, openOrders: () => sandbox.state.accounts[0]!.openOrders };
}

/** Lets time pass from timer to timer, each after so many turns of the event loop, until the work is done. */
export async function settle<T>(work: Promise<T>, turns = 8, needsMore = () => false): Promise<T> {
  const state = { isDone: false };
  const done = (): void => void (state.isDone = true);
  work.then(done, done);
  while (!state.isDone) {
    for (let i = 0; (i < turns || needsMore()) && !state.isDone; i++) await new Promise(setImmediate);
    if (!state.isDone) await vi.advanceTimersToNextTimerAsync();
  }
  return work;
}

/** A journal in memory. */
export function createMemoryJournal(entries: JournalEntry[] = []) {
  return {
    entries,
    append: vi.fn<Journal['append']>(async (entry) => void entries.push(JSON.parse(JSON.stringify(entry)))),
    read: () => ({ entries: [...entries], damaged: [] }),
  };
}

interface HeldOrder {
  readonly id: string;
  readonly accountId: string;
  readonly clientOrderId: string;
}

/** The orders of the sandbox, open or done. */
export function held(sandbox: Sandbox, clientOrderId?: string): HeldOrder[] {
  const { orders } = sandbox.snapshot() as { orders: [string, HeldOrder][] };
  return orders
    .map(([, found]) => found)
    .filter(({ accountId }) => accountId === 'account-1')
    .filter((found) => clientOrderId === undefined || found.clientOrderId === clientOrderId);
}

/** Loads modules of the first use before the clock stands still. */
export async function warmUp(): Promise<void> {
  const sandbox = createSandbox();
  const client = createFuturesClient({ baseUrl: sandbox.url, credentials: sandbox.credentials, fetch: sandbox.fetch });
  await client.getOrder({ contractName: order.contractName, orderId: '1' }).catch(() => {});
}
