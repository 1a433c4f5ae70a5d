import { expect } from 'vitest';
import { cpuMs } from '../../scripts/bench/rounds.js';

/*
 * Four times as much from a service takes four times as long, or twice that on a busy machine; quadratic time takes sixteen
 * times. Processor time is measured, so this belongs to the benchmarks.
 */
const MAX_GROWTH = 9;
/** Below this, nothing is slow, and what else a process does is too much of it. */
const FAST_MS = 40;

type Run = (size: number) => unknown;

async function cpuOf(run: Run, size: number): Promise<number> {
  const startedMs = cpuMs();
  await run(size);
  return cpuMs() - startedMs;
}

export async function expectLinear(run: Run, size: number): Promise<void> {
  let large = await cpuOf(run, 4 * size);
  let small = Infinity;
  for (let sample = 0; sample < 6 && large >= FAST_MS && large / small >= MAX_GROWTH; sample++) {
    small = Math.min(small, await cpuOf(run, size), await cpuOf(run, size));
    large = Math.min(large, await cpuOf(run, 4 * size));
  }
  if (large >= FAST_MS) expect(large / small).toBeLessThan(MAX_GROWTH);
}
