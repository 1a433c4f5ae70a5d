import { expect } from 'vitest';

/*
 * Four times as much from a service takes four times as long, or twice that on a busy machine; quadratic time takes sixteen
 * times. Processor time is measured, so this belongs to the benchmarks.
 */
const MAX_GROWTH = 9;
/** Below this, nothing is slow, and what else a process does is too much of it. */
const FAST_MS = 40;

type Run = (size: number) => unknown;

async function cpuMs(run: Run, size: number): Promise<number> {
  const before = process.cpuUsage();
  await run(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export async function expectLinear(run: Run, size: number): Promise<void> {
  let large = await cpuMs(run, 4 * size);
  let small = Infinity;
  for (let sample = 0; sample < 6 && large >= FAST_MS && large / small >= MAX_GROWTH; sample++) {
    small = Math.min(small, await cpuMs(run, size), await cpuMs(run, size));
    large = Math.min(large, await cpuMs(run, 4 * size));
  }
  if (large >= FAST_MS) expect(large / small).toBeLessThan(MAX_GROWTH);
}
