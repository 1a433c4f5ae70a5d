import { describe, expect, it } from 'vitest';
import { broken, cannotTell, holds } from '../../src/conformance/findings/check.js';
import { type Property, search } from '../../src/conformance/findings/property.js';

const numbers: Property<number[]> = {
  name: 'numbers',
  cases: (random) => Array.from({ length: 20 }, () => Array.from({ length: random(8) }, () => random(1000))),
};

/** Without one of several numbers, or with a smaller one. */
const smaller = (input: readonly number[]): readonly number[][] => [
  ...(input.length > 1 ? input.map((_, left) => input.filter((__, place) => place !== left)) : []),
  ...input.flatMap((value, at) => (value > 100 ? [input.with(at, 100)] : [])),
];

/** Notes what is tried; wrong for what `isWrong` says. */
function target(isWrong: (input: number[]) => boolean, onTry: (tries: number) => void = () => undefined) {
  const tried: number[][] = [];
  const test = async (input: number[]) => {
    tried.push(input);
    onTry(tried.length);
    return isWrong(input) ? broken('wrong') : holds();
  };
  return { tried, test };
}

const large = (input: readonly number[]): boolean => input.some((value) => value >= 100);
const options = { properties: [numbers], smaller, seed: 1, id: 'robust/x' };

describe('a search', () => {
  it('ends with the smallest counterexample, which is the last that was tried', async () => {
    const { tried, test } = target(large);
    const finding = await search({ ...options, shrinks: 100, test });
    expect(finding).toMatchObject({ outcome: 'broken', problem: 'wrong', observed: { smallest: [100], seed: 1 } });
    expect(tried.at(-1)).toEqual([100]);
  });

  it('draws the same for the same seed and check, and other inputs for another', async () => {
    const draw = async (more: object): Promise<number[][]> => {
      const { tried, test } = target(() => false);
      await search({ ...options, test, ...more });
      return tried;
    };
    expect(await draw({})).toEqual(await draw({}));
    expect(await draw({ seed: 2 })).not.toEqual(await draw({}));
    expect(await draw({ id: 'robust/y' })).not.toEqual(await draw({}));
  });

  it('tries no more than its runs, and no more than it is allowed while it shrinks', async () => {
    const right = target(() => false);
    await search({ ...options, test: right.test });
    expect(right.tried.length).toBeLessThanOrEqual(20);
    const wrong = target(large);
    let first = 0;
    const test = async (input: number[]) => {
      const finding = await wrong.test(input);
      if (first === 0 && finding.outcome === 'broken') first = wrong.tried.length;
      return finding;
    };
    const finding = await search({ ...options, shrinks: 3, test });
    expect(finding).toMatchObject({ observed: { smallest: wrong.tried.at(-1) } });
    expect(first).toBeGreaterThan(0);
    expect(wrong.tried.length).toBeLessThanOrEqual(first + 3 + 1);
  });

  it('tries nothing further when its time is over', async () => {
    let now = 0;
    const { tried, test } = target(
      () => false,
      () => (now += 2000),
    );
    await search({ ...options, test, clock: () => now });
    expect(tried).toHaveLength(3);
  });

  it('tries nothing twice', async () => {
    const { tried, test } = target(() => false);
    const few: Property<number[]> = {
      name: 'few',
      cases: (random) => Array.from({ length: 50 }, () => [random(2)]),
    };
    await search({ ...options, properties: [few], test });
    expect(tried.toSorted()).toEqual([[0], [1]]);
  });

  it('passes on what makes an input say nothing, unless a counterexample is there already', async () => {
    const unclear = async (): Promise<never> => cannotTell('a page');
    await expect(search({ ...options, test: unclear })).rejects.toMatchObject({ finding: { outcome: 'cannot-tell' } });
    let found = false;
    const test = async (input: number[]) => {
      if (found) return cannotTell('a page');
      found = large(input);
      return found ? broken('wrong') : holds();
    };
    expect(await search({ ...options, test })).toMatchObject({ outcome: 'broken' });
  });

  it('does not hide a fault of the kit behind a counterexample', async () => {
    let found = false;
    const test = async (input: number[]) => {
      if (found) throw new TypeError('a fault');
      found = large(input);
      return found ? broken('wrong') : holds();
    };
    await expect(search({ ...options, test })).rejects.toThrow('a fault');
  });
});
