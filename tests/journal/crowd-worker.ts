import type { CreateOrderInput } from '../../generated/client.js';
import { ApiError } from '../../src/core/errors.js';
import { isShared, type SharedJournal } from '../../src/journal/journal.js';
import { recover } from '../../src/orders/recover.js';
import { submitOrder, type SubmitClient } from '../../src/orders/submit.js';
import { REAL_TIME } from '../../src/transport/real-time.js';
import { limitBuy } from '../support/orders.js';
import { openCrowdJournal } from './crowd-store.js';

/*
 * One of many programs that share a journal; started, stopped and killed by crowd.ts.
 *
 *   next ─► submitOrder ─► done { outcome } ─► next … ; and recover, again and again
 */
const { CROWD_STORE = '', CROWD_URL = '', CROWD_LEASE_MS = '', CROWD_WINDOW_MS = '' } = process.env;
const journal: SharedJournal = await openCrowdJournal(CROWD_STORE, Number(CROWD_LEASE_MS));
if (!isShared(journal)) throw new Error('not a shared journal');

async function ask(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${CROWD_URL}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

const refusal = (operationId: string, apiCode: string): ApiError =>
  new ApiError(`${operationId}: refused`, {
    ...{ outcome: 'rejected', operationId, status: 400, body: '', apiCode, apiMessage: undefined, data: undefined },
  } as never);

/** A client of the exchange of crowd.ts, which signs as the real one does: timestamp, guard, request. */
const client: SubmitClient = {
  time: REAL_TIME,
  clock: {
    ...{ offsetMs: 0, uncertaintyMs: 0, source: 'time', jumps: 0 },
    timestampMs: Date.now,
    bounds: () => ({ earliestMs: Date.now(), latestMs: Date.now() }),
    sync: async () => {},
  },
  async createOrder({ clientOrderId }, _options, beforeSigning) {
    // Each wait here has a reason: the process may be stopped at any point of it.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    const timestampMs = Date.now();
    beforeSigning(timestampMs);
    const { orderId } = await ask('/order', { clientOrderId, timestampMs });
    if (orderId === undefined) throw refusal('createOrder', '-1021');
    return { orderId: String(orderId) };
  },
  async getOrder({ clientOrderId, contractName }) {
    const { orderId } = await ask('/find', { clientOrderId });
    if (orderId === undefined) throw refusal('getOrder', '-2013');
    return { orderId: String(orderId), contractName, clientOrderId } as never;
  },
  getOpenOrders: async () => [],
  getOrderHistory: async () => [],
  getTradeHistory: async () => [],
};

const window = Number(CROWD_WINDOW_MS);
const limits = { resolveWithinMs: 20 * window, acceptanceWindowMs: window, settleMs: window / 2 };
const order = { ...limitBuy, price: '60000.10', volume: 2 } satisfies CreateOrderInput;

async function work(): Promise<void> {
  for (;;) {
    const { clientOrderId } = await ask('/next', {});
    if (clientOrderId === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const given = { ...order, clientOrderId: String(clientOrderId) };
    const { outcome } = await submitOrder(client, given, { ...limits, journal }).catch(
      (error: { readonly outcome: string }) => ({ outcome: error.outcome }),
    );
    await ask('/done', { clientOrderId, outcome });
  }
}

async function lookAfter(): Promise<void> {
  for (;;) {
    const { orders } = await recover(client, journal, limits);
    for (const { clientOrderId, outcome, journalError } of orders)
      await ask('/recovered', { clientOrderId, outcome, fenced: journalError !== undefined });
    await new Promise((resolve) => setTimeout(resolve, Number(CROWD_LEASE_MS) / 4));
  }
}

/** A connection that the exchange cut is part of the game; anything else ends the program, which is seen. */
const forever = (body: () => Promise<void>): Promise<void> =>
  body().catch((error: unknown) => {
    if (error instanceof TypeError) return forever(body);
    throw error;
  });

await Promise.all([forever(work), forever(work), forever(lookAfter)]);
