import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { warmUp } from '../orders/desk.js';
import { storyOf, toldStories } from './ledger.js';
import { live, type Result, type World, worlds } from './world.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20);
const SEED = process.env['FUZZ_SEED'] === 'random' ? Date.now() : Number(process.env['FUZZ_SEED'] ?? 27);

beforeAll(warmUp);

/** Short pages and a short memory leave gaps; everything else must not. */
const mayGap = ({ pageLimit, memory }: World): boolean => pageLimit < 3 || memory < 1000;

function check(world: World, { ledger, watches, sentOutside }: Result, seen: Record<string, number>): void {
  expect(sentOutside, 'calls after the end').toBe(0);
  for (const { log, beganMs, startedMs, isHopeless } of watches) {
    const stories = toldStories(log);
    if (isHopeless) {
      expect(mayGap(world)).toBe(true);
      expect(log.filter(({ type }) => type !== 'interrupted')).toEqual([]);
      continue;
    }
    const gaps = log.filter(({ type }) => type === 'gap');
    for (const { type } of log) seen[type] = (seen[type] ?? 0) + 1;
    // No later read can tell the part of the first moment that a lagging list shows.
    const ofStart = (id: string | undefined): boolean => ledger.get(id!)!.createdMs <= startedMs;
    const wrong = gaps.filter((gap) => !mayGap(world) && !(gap.type === 'gap' && gap.orderId && ofStart(gap.orderId)));
    expect(wrong).toEqual([]);
    for (const id of stories.keys()) expect([...ledger.keys()], 'an order that is not there').toContain(id);
    for (const [id, order] of ledger) {
      const whole = storyOf(order);
      const told = stories.get(id) ?? [];
      seen['orders'] = (seen['orders'] ?? 0) + 1;
      // An order that was forgotten before there was anything to remember it by leaves no trace.
      const isExplained = gaps.length > 0 || told.includes('gone') || world.memory < 1000;
      if (mayGap(world) && isExplained) {
        let last = -1;
        const places = told.filter((part) => part !== 'gone').map((part) => whole.indexOf(part));
        for (const place of places) {
          expect(place, `${id}: ${told.join()} of ${whole.join()}`).toBeGreaterThan(last);
          last = place;
        }
        continue;
      }
      if (order.createdMs > startedMs) {
        expect(told, `order ${id}`).toEqual(whole);
        continue;
      }
      if (order.endedMs + world.lagMs < beganMs) {
        expect(told, `order ${id}, over before`).toEqual([]);
        continue;
      }
      // An order that is being cancelled is in no list of open ones.
      if (order.endedMs <= startedMs + world.cancelDelayMs && told.length === 0) continue;
      const missing = whole.length - told.length;
      expect(told, `order ${id}, of before the start`).toEqual(['opened', ...whole.slice(1 + missing)]);
      for (const { atMs } of order.fills.slice(0, missing))
        expect(atMs).toBeLessThanOrEqual(startedMs + (mayGap(world) ? world.lagMs : 0));
    }
  }
}

describe('whatever happens to the orders, the reads and the watch', () => {
  test(
    'each change is told once, in order for each order, or there is a gap',
    async () => {
      const seen: Record<string, number> = {};
      let calls = 0;
      await fc.assert(
        fc.asyncProperty(worlds, async (world) => {
          const result = await live(world);
          calls += result.calls;
          check(world, result, seen);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: process.env['FUZZ_RUNS'] !== undefined },
      );
      if (process.env['FUZZ_RUNS'] !== undefined) console.log(RUNS, 'histories', calls, 'calls', seen);
      // A case that never happens would never be wrong.
      for (const type of ['opened', 'partly-filled', 'filled', 'cancelled', 'interrupted', 'gap'])
        expect(seen[type], type).toBeGreaterThan(0);
    },
    Math.max(120_000, RUNS * 1000),
  );
});
