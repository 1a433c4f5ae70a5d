import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { submitOrder } from '../../src/orders/submit.js';
import type { FetchLike } from '../../src/index.js';
import { type FaultKind, type Sandbox } from '../../src/sandbox/index.js';
import { FAULT_KINDS } from '../../src/sandbox/http/faults.js';
import { createDesk, held, order, settle, warmUp } from './desk.js';
import { changeRowIds, ignoreSelector } from './scripted-exchange.js';

beforeAll(warmUp);

/** Three megabytes in each answer would make it a test of patience. */
const kinds = FAULT_KINDS.filter((kind) => kind !== 'large-after');

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 60);

const worlds = fc.record({
  share: fc.constantFrom(0, 0.1, 0.3, 0.6),
  kinds: fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1 }),
  first: fc.option(fc.constantFrom<FaultKind>('reset-before', 'reset-after', '504-after', 'stall-after', 'html')),
  seed: fc.nat(1000),
  skewMs: fc.integer({ min: -4500, max: 900 }),
  synced: fc.boolean(),
  /** The clock of this machine is set; milliseconds after the start, and by how many. */
  jumps: fc.array(
    fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.constantFrom(-86_400_000, -3000, -450, 450, 3000, 3_600_000)),
    { maxLength: 3 },
  ),
  /** The network loses the connection at once and delivers the order later all the same. */
  deliveredAfterMs: fc.option(fc.integer({ min: 0, max: 9000 })),
  ignoresSelector: fc.boolean(),
  rowIds: fc.constantFrom<'kept' | 'none' | '0'>('kept', 'none', '0'),
  newestFirst: fc.boolean(),
  /** Orders of the same account, just like it, and moves of the price; milliseconds after the start. */
  likeIt: fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 3 }),
  likeItBefore: fc.boolean(),
  moves: fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.constantFrom('59000', '66000')), { maxLength: 2 }),
});

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

/** Whatever fails on the way: what is claimed afterwards is so, and there is one order at most. */
async function live(world: World): Promise<string> {
  let { skewMs } = world;
  const { client, sandbox, service, creates } = createDesk({
    seed: world.seed,
    skewMs: () => skewMs,
    dialect: { newestFirst: world.newestFirst },
    fetch: (box) => late(box, world.deliveredAfterMs, () => creates() === 1),
  });
  if (world.ignoresSelector) ignoreSelector(client, service);
  if (world.rowIds !== 'kept') changeRowIds(client, world.rowIds === '0' ? '0' : undefined);
  if (world.synced) await client.clock.sync();
  const other = (id: string) =>
    service.createOrder({ ...order, clientOrderId: id }, { timeoutMs: 500 }).catch(() => undefined);
  if (world.likeItBefore) await other('before');
  world.likeIt.forEach((ms, i) => setTimeout(() => void other(`like-${i}`), ms));
  for (const [ms, byMs] of world.jumps) setTimeout(() => (skewMs += byMs), ms);
  for (const [ms, price] of world.moves) setTimeout(() => sandbox.setPrice(order.contractName, price), ms);
  if (world.first !== null) sandbox.faults.next({ kind: world.first, operation: 'createOrder' });
  sandbox.faults.random(world.share, world.kinds);

  const clientOrderId = 'the-one';
  const result = await settle(submitOrder(client, { ...order, clientOrderId }, { timeoutMs: 1500 })).catch(
    (error: { outcome: string }) => ({ outcome: error.outcome, orderId: undefined }),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  const mine = held(sandbox, clientOrderId);
  expect(creates()).toBe(1);
  expect(mine.length).toBeLessThanOrEqual(1);
  if (result.outcome === 'accepted')
    expect(mine.map(({ id }) => id)).toEqual([(result as { orderId: string }).orderId]);
  if (['absent', 'rejected', 'not-sent'].includes(result.outcome)) expect(mine).toEqual([]);
  vi.useRealTimers();
  return result.outcome;
}

/** Loses the connection of the first order at once, and delivers the bytes later. */
function late({ fetch }: Sandbox, afterMs: number | null, isFirst: () => boolean): FetchLike {
  let isDone = afterMs === null;
  return async (url, init) => {
    if (isDone || init?.method !== 'POST' || new URL(url).pathname !== '/fapi/v1/order' || !isFirst())
      return fetch(url, init);
    isDone = true;
    const { signal: _, ...sent } = init;
    setTimeout(() => void fetch(url, sent).catch(() => {}), afterMs!);
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
  };
}

describe('whatever goes wrong', () => {
  test(
    'there is one order at most, none where it is absent, and that one where it is accepted',
    async () => {
      const seen: Record<string, number> = {};
      await fc.assert(
        fc.asyncProperty(worlds, async (given) => {
          const outcome = await live(given);
          seen[outcome] = (seen[outcome] ?? 0) + 1;
        }),
        { numRuns: RUNS },
      );
      // A claim that is never made would never be wrong.
      expect(seen['accepted']).toBeGreaterThan(3);
      expect(seen['absent']).toBeGreaterThan(0);
      expect(seen['unknown']).toBeGreaterThan(3);
    },
    Math.max(120_000, RUNS * 500),
  );
});
