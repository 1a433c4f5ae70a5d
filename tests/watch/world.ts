import fc from 'fast-check';
import { vi } from 'vitest';
import { createOperationsClient } from '../../src/client/operations-client.js';
import {
  createFuturesClient,
  type FetchLike,
  type FuturesClient,
  type OrderEvent,
  PagingError,
} from '../../src/index.js';
import { DEFAULT_CONTRACTS } from '../../src/sandbox/exchange/markets/contracts.js';
import { createRandom, FAULT_KINDS } from '../../src/sandbox/http/faults.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { createPatchedSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';
import { settle } from '../orders/desk.js';
import { limitBuy } from '../support/orders.js';
import { createLedger, type Ledger } from './ledger.js';

/*
 * One exchange, two programs that trade on one account, a counterparty, and consumers that watch, crash and resume. Time is vitest's.
 * Reads come from replicas that lag behind, and fail; the ledger is what the exchange itself says happened.
 */

export const { contractName } = limitBuy;
const START_MS = 1_760_000_000_000;
const TRADING_MS = 60_000;
const WATCHING = { contractName, fastestMs: 500, slowestMs: 4000, settleMs: 3000, interruptions: true } as const;
/** After this long nothing is open to doubt any more. */
const QUIET_MS = 60_000;
/** The client pauses for two minutes after status 418, and once more for what was under way. */
const BAN_MS = 240_000;

/** Three megabytes in each response would make it a test of patience. */
const kinds = FAULT_KINDS.filter((kind) => kind !== 'large-after');

const action = fc.record({
  atMs: fc.integer({ min: 0, max: TRADING_MS }),
  what: fc.constantFrom(
    ...(['limit', 'limit', 'limit', 'market', 'condition', 'counter', 'counter', 'cancel', 'cancel'] as const),
    ...(['cancelContract', 'cancelAll', 'price', 'crash', 'other'] as const),
  ),
  side: fc.constantFrom('BUY', 'SELL'),
  open: fc.constantFrom('OPEN', 'OPEN', 'OPEN', 'CLOSE'),
  ticks: fc.integer({ min: -300, max: 300 }),
  volume: fc.integer({ min: 1, max: 9 }),
  timeInForce: fc.constantFrom(undefined, undefined, undefined, 'IOC', 'FOK', 'POST_ONLY'),
  id: fc.constantFrom('a', 'b', undefined),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const life = fc.record({ events: fc.integer({ min: 1, max: 12 }), back: fc.integer({ min: 0, max: 12 }) });

export const worlds = fc.record({
  seed: fc.nat(100_000),
  actions: fc.array(action, { minLength: 1, maxLength: 40, size: 'max' }),
  startMs: fc.constantFrom(0, 0, 20_000),
  lagMs: fc.constantFrom(0, 500, 2500),
  latencyMs: fc.constantFrom(0, 0, 200),
  share: fc.constantFrom(0, 0, 0.1, 0.4),
  kinds: fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1 }),
  /** The details of an order can never be read. */
  noDetails: fc.constantFrom(false, false, false, true),
  lives: fc.array(life, { maxLength: 4, size: 'max' }),
  watchers: fc.constantFrom(1, 1, 2),
  newestFirst: fc.boolean(),
  fromIdInclusive: fc.boolean(),
  cancelDelayMs: fc.constantFrom(0, 0, 1500),
  pageLimit: fc.constantFrom(1, 2, 3, 7, 1000, 1000, 1000, 1000),
  /** Finished orders that the exchange remembers. */
  memory: fc.constantFrom(5, 1000, 1000, 1000, 1000),
  jumps: fc.array(fc.tuple(fc.integer({ min: 0, max: TRADING_MS }), fc.integer({ min: -7_200_000, max: 7_200_000 })), {
    maxLength: 2,
  }),
});
export type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

/** The remains of a world. */
export interface Result {
  readonly ledger: Ledger;
  readonly watches: readonly Watched[];
  /** Calls that were sent when nothing watched. */
  readonly sentOutside: number;
  readonly calls: number;
}

/** The events of one consumer, over all its lives. */
export interface Watched {
  readonly log: readonly OrderEvent[];
  readonly beganMs: number;
  /** When it was told that the watch has started. */
  readonly startedMs: number;
  /** It ended because histories cannot be paged. */
  readonly isHopeless: boolean;
}

export async function live(world: World): Promise<Result> {
  // A module that is loaded while the clock stands still never arrives.
  await import('../../src/watch/watch-orders.js');
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  try {
    return await play(world);
  } finally {
    vi.useRealTimers();
  }
}

async function play(world: World): Promise<Result> {
  const random = createRandom(world.seed);
  const { exchange, replicaAt, remember } = createExchange(world);
  const ledger = createLedger(exchange, contractName);
  const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
  let skewMs = 0;
  for (const [atMs, jumpMs] of world.jumps) setTimeout(() => (skewMs += jumpMs), atMs);
  const trade = createTrading(exchange, random);
  for (const each of world.actions) setTimeout(() => void trade(each).finally(remember), each.atMs);

  let watching = 0;
  /** Code that is loaded takes time that is not the test's. */
  let turnsToLoad = 0;
  let calls = 0;
  let sentOutside = 0;
  const fetch: FetchLike = async (url, init) => {
    calls++;
    turnsToLoad = 0;
    if (watching === 0) sentOutside++;
    if (world.latencyMs > 0) await after(random() * world.latencyMs);
    const { pathname } = new URL(url);
    const isTime = pathname.endsWith('/time');
    if (world.noDetails && pathname.endsWith('/order')) return new Response('<html>', { status: 502 });
    const lagMs = isTime || random() < 0.3 ? 0 : random() * world.lagMs;
    const box = lagMs === 0 ? exchange : replicaAt(Date.now() - lagMs);
    box.faults.random(isTime || Date.now() > START_MS + TRADING_MS ? 0 : world.share, world.kinds);
    const response = box.fetch(url, init);
    box.faults.clear();
    response.catch(() => {});
    if (world.latencyMs > 0) await after(random() * world.latencyMs);
    return response;
  };
  const createClient = (): FuturesClient =>
    createFuturesClient({
      baseUrl: exchange.url,
      credentials: exchange.credentials,
      fetch,
      now: () => Date.now() + skewMs,
    });

  const endMs = START_MS + TRADING_MS + QUIET_MS + (world.kinds.includes('status-418') ? BAN_MS : 0);
  const shared = createClient();
  const consume = async (): Promise<Watched> => {
    await after(world.startMs);
    const beganMs = Date.now();
    let startedMs = Infinity;
    const log: OrderEvent[] = [];
    for (const { events, back } of [...world.lives, { events: Infinity, back: 0 }]) {
      const client = world.watchers > 1 ? shared : createClient();
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), endMs - Date.now());
      watching++;
      turnsToLoad = 100;
      let told = 0;
      try {
        for await (const event of client.watchOrders({
          ...WATCHING,
          since: log.at(-1)?.token,
          signal: controller.signal,
        })) {
          log.push(event);
          if (event.type === 'started') startedMs = Date.now();
          if (++told >= events) break;
        }
      } catch (error) {
        if (!(error instanceof PagingError)) throw error;
        return { log, beganMs, startedMs, isHopeless: true };
      }
      watching--;
      clearTimeout(timer);
      if (Date.now() >= endMs) break;
      log.length = Math.max(log.length - back, 0);
      await after(random() * 8000);
    }
    return { log, beganMs, startedMs, isHopeless: false };
  };
  const consuming = Promise.all(Array.from({ length: world.watchers }, consume));
  const watches = await settle(consuming, 3, () => turnsToLoad-- > 0);
  return { ledger, watches, sentOutside, calls };
}

function createExchange({ newestFirst, fromIdInclusive, cancelDelayMs, pageLimit, memory, seed }: World) {
  const contracts = DEFAULT_CONTRACTS.map((rules) => ({ ...rules, depth: { ...rules.depth, volume: '4' } }));
  const options: SandboxOptions = {
    now: Date.now,
    seed,
    contracts,
    accounts: [{ balance: '1000' }, { balance: '100000000' }].map((a, i) => ({ ...a, ...KEYS[i]! })),
    dialect: { newestFirst, fromIdInclusive, cancelDelayMs },
    maxFinishedOrders: memory,
  };
  const shortPages: Patch = ({ readInput }) => ({
    readInput(operation, request) {
      const input = readInput(operation, request);
      const isPaged = operation.operationId.endsWith('History');
      return isPaged ? { ...input, limit: String(Math.min(Number(input.limit ?? 100), pageLimit)) } : input;
    },
  });
  const exchange = createPatchedSandbox(options, shortPages);
  interface Replica {
    readonly atMs: number;
    readonly snapshot: unknown;
    nowMs: number;
    box?: Sandbox;
  }
  const replicas: Replica[] = [{ atMs: 0, snapshot: exchange.snapshot(), nowMs: 0 }];
  return {
    exchange,
    remember: () => replicas.push({ atMs: Date.now(), snapshot: exchange.snapshot(), nowMs: 0 }),
    replicaAt(ms: number): Sandbox {
      const replica = replicas.findLast(({ atMs }) => atMs <= ms)!;
      // The effects of its clock alone, such as the end of a cancellation, did not happen in between.
      replica.nowMs = ms;
      const own = {
        now: () => replica.nowMs,
        window: { behindMs: 60_000, aheadMs: 60_000 },
        restore: replica.snapshot,
      };
      return (replica.box ??= createPatchedSandbox({ ...options, ...own }, shortPages));
    },
  };
}

const KEYS = ['one', 'two'].map((name) => ({ apiKey: `key-${name}`, apiSecret: `secret-${name}` }));

/** The actions of programs on the exchange; a refused one did not happen. */
function createTrading(exchange: Sandbox, random: () => number): (action: Action) => Promise<unknown> {
  const clientOf = (credentials: (typeof KEYS)[number]) =>
    createOperationsClient({ baseUrl: exchange.url, credentials, fetch: exchange.fetch, clock: 'local' }).client;
  const [own, other] = [clientOf(KEYS[0]!), clientOf(KEYS[1]!)];
  let count = 0;
  return async ({ what, side, open, ticks, volume, timeInForce, id }) => {
    const price = (65_000 + ticks / 100).toFixed(2);
    const clientOrderId = id === undefined ? undefined : `${id}-${count++}`;
    const order = { ...limitBuy, side, open, price, volume, ...(clientOrderId && { clientOrderId }) };
    switch (what) {
      case 'limit':
        return own.createOrder({ ...order, ...(timeInForce && { timeInForce }) }).catch(() => {});
      case 'market':
        return own
          .createOrder({ ...order, type: 'MARKET', volume: open === 'OPEN' ? volume * 66 : volume })
          .catch(() => {});
      case 'condition': {
        const { clientOrderId: _, ...condition } = order;
        return own.createConditionOrder({ ...condition, triggerType: '3', triggerPrice: '65050' }).catch(() => {});
      }
      case 'counter':
        return other.createOrder({ ...order, open: 'OPEN' }).catch(() => {});
      case 'other':
        return own.createOrder({ ...order, contractName: 'E-ETH-USDT', price: '3000' }).catch(() => {});
      case 'cancel': {
        const orders = await own.getOpenOrders({ contractName });
        const chosen = orders[Math.floor(random() * orders.length)]?.orderId;
        return chosen === undefined ? undefined : own.cancelOrder({ contractName, orderId: chosen }).catch(() => {});
      }
      case 'cancelContract':
        return own.cancelContractOrders({ contractName }).catch(() => {});
      case 'cancelAll':
        return own.cancelAllOrders().catch(() => {});
      case 'price':
        return exchange.setPrice(contractName, 65_000 + ticks);
      case 'crash':
        return exchange.setPrice(contractName, side === 'BUY' ? 32_000 : 99_000);
    }
  };
}
