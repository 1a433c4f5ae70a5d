import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PagingError } from '../../src/core/errors.js';
import { itHolds, numRuns } from '../core/runs.js';
import { idsUpTo, ModelHistory, type Rules } from './model-history.js';
import { walk } from './walking.js';

const gaps = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 350 });
/** Ids that doubles cannot tell apart, ids of few digits (8764, 100211 are observed), and ids around a change of length. */
const top = fc.constantFrom(2n ** 63n - 1n, 2n ** 53n + 200n, 1200n, 10_100n);
const cap = fc.oneof(fc.integer({ min: 3, max: 12 }), fc.constantFrom(50, 100, 500, 1000));
const sizes = fc.constantFrom(undefined, 1, 2, 3, '7', 100n, 1000);
const order = fc.constantFrom('ascending', 'descending', 'mixed' as const);
const begins = fc.constantFrom('oldest', 'newest' as const);
const rules = fc.record({
  fromId: fc.constantFrom('up', 'down' as const),
  inclusive: fc.boolean(),
  begins,
  order,
  cap,
});

/** Every record once, in the order in which the service pages; one or two records show no way, and come as they rise. */
const expected = (ids: readonly bigint[], { fromId }: Rules): string[] =>
  (fromId === 'up' || ids.length < 3 ? ids : ids.toReversed()).map(String);

const asked = (limit: unknown): object => (limit === undefined ? {} : { limit });

describe('whatever the document leaves open', () => {
  itHolds(
    'every record comes once, in the order of the ids, in either direction',
    fc.asyncProperty(top, gaps, rules, sizes, async (highest, between, how, size) => {
      const ids = idsUpTo(highest, between);
      const model = new ModelHistory(ids, how);
      expect(await walk(model, asked(size))).toEqual({ seen: expected(ids, how), error: undefined });
      // At least one new record in each page, and six calls to find the way where both ends have to be looked at.
      const page = Math.min(how.cap, Math.max(3, Number(size ?? 100)));
      expect(model.calls.length).toBeLessThanOrEqual(Math.ceil(ids.length / (page - 2)) + 6);
    }),
    1 / 5,
  );

  itHolds(
    'every record on the way from the fromId given comes once',
    fc.asyncProperty(top, gaps, rules, fc.nat(1100), async (highest, between, how, below) => {
      const ids = idsUpTo(highest, between);
      const fromId = highest - BigInt(below);
      const reached = ids.filter(
        (id) => (how.inclusive && id === fromId) || (how.fromId === 'up' ? id > fromId : id < fromId),
      );
      const seen = await walk(new ModelHistory(ids, how), { fromId });
      expect(seen).toEqual({ seen: expected(reached, how), error: undefined });
    }),
    1 / 5,
  );

  itHolds(
    'records that arrive meanwhile make none of the others repeat or miss',
    fc.asyncProperty(gaps, rules, sizes, fc.infiniteStream(fc.nat(4)), async (between, how, size, arrivals) => {
      const ids = idsUpTo(2n ** 62n, between);
      const old = new Set(ids.map(String));
      const model = new ModelHistory(ids, how);
      model.beforeAnswer = (call) => {
        const count = call > 8 ? 0 : arrivals.next().value!;
        for (let i = 0; i < count; i++) ids.push((ids.at(-1) ?? 2n ** 62n) + 1n);
      };
      const { seen, error } = await walk(model, asked(size));
      expect(error).toBeUndefined();
      expect(new Set(seen).size).toBe(seen.length);
      // None of the records that were there at the beginning is missing, and none that came between two others.
      const positions = seen.map(BigInt).sort((a, b) => (a < b ? -1 : 1));
      if (positions.length > 0) {
        const all = ids.filter((id) => id <= positions.at(-1)!);
        expect(positions.filter((id) => id >= all[0]!)).toEqual(all);
        if (old.size > 0) expect(positions[0]).toBe(all[0]);
      } else expect(old.size).toBe(0);
    }),
    1 / 5,
  );
});

const broken = fc.record({
  fromId: fc.constantFrom('newest-above', 'oldest-below', 'ignored' as const),
  inclusive: fc.boolean(),
  begins,
  order,
  cap,
  ignoresLimit: fc.boolean(),
});

it('a service on which paging cannot work is reported, unless all is shown all the same', async () => {
  const few = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 350 });
  let reported = 0;
  await fc.assert(
    fc.asyncProperty(top, few, broken, sizes, async (highest, between, how, size) => {
      const all = idsUpTo(highest, between).map(String);
      const { seen, error } = await walk(new ModelHistory(all.map(BigInt), how), asked(size));
      if (error === undefined) {
        expect(how.fromId).not.toBe('ignored');
        expect(how.fromId === 'newest-above' ? seen : seen.toReversed()).toEqual(all);
      } else {
        reported++;
        expect(error).toBeInstanceOf(PagingError);
        expect(seen).toEqual([]);
      }
    }),
    { numRuns: Math.ceil(numRuns / 5) },
  );
  expect(reported).toBeGreaterThan(0);
});
