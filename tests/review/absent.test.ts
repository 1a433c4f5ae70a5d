import { beforeAll, expect, test, vi } from 'vitest';
import { createFuturesClient, type Transport } from '../../src/index.js';

const START_MS = 1_760_000_000_000;
const order = {
  contractName: 'E-BTC-USDT',
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 1,
  price: '60000.10',
  volume: 2,
} as const;

interface Script {
  /** Date header minus true time. */
  dateAheadMs?: number;
  /** Clock of the machine that answers /time, minus that of the machine that dates orders. */
  timeAheadMs?: number;
  tripMs?: number;
  stamp?: (trueMs: number) => unknown;
  /** What history answers. */
  history?: (own: Record<string, unknown> | undefined) => unknown[];
  isOpen?: boolean;
  selects?: boolean;
}

/** One order is taken and its answer lost. */
function exchange({
  dateAheadMs,
  timeAheadMs = 0,
  tripMs = 2,
  stamp = (ms) => ms,
  history,
  isOpen = true,
  selects = true,
}: Script) {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  let own: Record<string, unknown> | undefined;
  const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
  const transport: Transport = async ({ operationId, body = '', target }) => {
    await wait(tripMs / 2);
    let data: unknown = null;
    let answer: unknown;
    switch (operationId) {
      case 'ping':
        answer = {};
        break;
      case 'getServerTime':
        answer = { serverTime: Date.now() + timeAheadMs };
        break;
      case 'createOrder': {
        const input = JSON.parse(body) as Record<string, unknown>;
        own = {
          orderId: '77',
          clientOrderId: input['clientOrderId'],
          clientId: input['clientOrderId'],
          contractName: 'E-BTC-USDT',
          side: 'BUY',
          action: 'OPEN',
          type: 'LIMIT',
          price: '60000.10',
          origQty: '2',
          transactTime: stamp(Date.now()),
        };
        throw new Error('reset');
      }
      case 'getOrder':
        data =
          selects && own && (body + decodeURIComponent(target)).includes(String(own['clientOrderId'])) ? own : null;
        answer = data === null ? { code: '-2013', msg: 'no such order', data: null } : own;
        break;
      case 'getOpenOrders':
        answer = isOpen && own ? [own] : [];
        break;
      case 'getOrderHistory':
        answer = history ? history(own) : [];
        break;
      case 'getTradeHistory':
        answer = [];
        break;
    }
    await wait(tripMs / 2);
    const headers: Record<string, string> =
      dateAheadMs === undefined ? {} : { date: new Date(Date.now() + dateAheadMs).toUTCString() };
    return { status: 200, text: JSON.stringify(answer), header: (name) => headers[name] };
  };
  const client = createFuturesClient({
    baseUrl: 'https://x.example',
    credentials: { apiKey: 'k', apiSecret: 's' },
    transport,
  });
  return { client, own: () => own };
}

beforeAll(async () => {
  vi.useRealTimers();
  const { client } = exchange({});
  vi.useRealTimers();
  await client.ping();
  await client.submitOrder(order, { resolveWithinMs: 1000 });
  await client.getOrder({ contractName: 'E-BTC-USDT', clientOrderId: 'nobody' }).catch(() => {});
});

async function settle<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const w = work.finally(() => {
    done = true;
  });
  w.catch(() => {});
  // dynamic imports of the first call need real turns
  for (let i = 0; i < 4000 && !done; i++) {
    await vi.advanceTimersByTimeAsync(10);
    await new Promise((r) => setImmediate(r));
  }
  return w;
}

test('an open order with our own id is not absent because the Date header of an edge was 2.5 s ahead', async () => {
  const { client } = exchange({ dateAheadMs: 2500 });
  await settle(client.ping());
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).not.toBe('absent');
});

test('an open order with our own id is not absent because getServerTime is 50 ms ahead of what dates orders', async () => {
  const { client } = exchange({ timeAheadMs: 50 });
  await settle(client.clock.sync());
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).not.toBe('absent');
});

test('the same where the clock is measured only after the loss', async () => {
  const { client } = exchange({ timeAheadMs: 50 });
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).not.toBe('absent');
});

test.each([
  ['zero', () => 0],
  ['seconds', (ms: number) => Math.floor(ms / 1000)],
  ['minute', (ms: number) => ms - (ms % 60000)],
])('an open order with our own id is not absent because its time is in another unit: %s', async (_name, stamp) => {
  const { client } = exchange({ stamp: stamp as (ms: number) => unknown });
  const result = await settle(client.submitOrder(order));
  expect(result.outcome).not.toBe('absent');
});

test('20 rows of history, asked for 100, are no proof that there are no more', async () => {
  const old = Array.from({ length: 20 }, (_, i) => ({
    orderId: String(i + 1),
    clientId: `old-${i}`,
    ctimeMs: START_MS - 1e9 + i,
    contractName: 'E-BTC-USDT',
    side: 'BUY',
  }));
  const { client } = exchange({
    isOpen: false,
    selects: false,
    history: (own) => (own ? [...old, own].slice(0, 20) : old),
  });
  const result = await settle(client.submitOrder(order, { resolveWithinMs: 20_000 }));
  expect(result.outcome).not.toBe('absent');
});

test('carriedAtMostMs is not below the X-CH-TS that left, when getServerTime corrects a Date header meanwhile', async () => {
  const { client, held, stamps } = late();
  await settle(client.ping());
  const entries: { outcome?: string; carriedAtMostMs?: number }[] = [];
  const journal = {
    append: async (entry: object) => void entries.push(entry),
    read: () => ({ entries: [], damaged: [] }),
  };
  const submitted = client.submitOrder(order, { journal, resolveWithinMs: 0 });
  await vi.advanceTimersByTimeAsync(6000);
  await settle(client.clock.sync());
  held.reject(new Error('reset'));
  await settle(submitted);
  const sent = entries.find(({ outcome }) => outcome === 'sent');
  expect(sent?.carriedAtMostMs).toBeGreaterThanOrEqual(Number(stamps[0]));
});

function late() {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const stamps: string[] = [];
  const held = { reject: (_: Error) => {} };
  const transport: Transport = async ({ operationId, headers }) => {
    if (operationId === 'createOrder') {
      stamps.push(headers['X-CH-TS']!);
      return new Promise((_, reject) => (held.reject = reject));
    }
    const date = new Date(Date.now() + 30_000).toUTCString();
    return {
      status: 200,
      text: JSON.stringify({ serverTime: Date.now() }),
      header: (name) => (name === 'date' ? date : undefined),
    };
  };
  const limiter = {
    acquire: async ({ operationId }: { operationId: string }) => {
      if (operationId === 'createOrder') await new Promise((r) => setTimeout(r, 5000));
    },
  };
  const client = createFuturesClient({
    baseUrl: 'https://x.example',
    credentials: { apiKey: 'k', apiSecret: 's' },
    transport,
    limiter,
  });
  return { client, held, stamps };
}
