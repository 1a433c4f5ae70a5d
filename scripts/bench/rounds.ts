import { medianOf } from './row.js';

/** The comparison: the same work done by us and by another program. */
export interface Contest {
  readonly ours: () => unknown;
  readonly theirs: () => unknown;
}

/**
 * The CPU of our side over that of the other. Both run in turn, round by round, so that a machine that gets slower gets slower for
 * both; the ratio is taken within each round. Asynchronous work is awaited, `inFlight` calls at a time.
 */
export async function compare({ ours, theirs }: Contest, { rounds = 20, roundMs = 12, inFlight = 1 } = {}) {
  const time = async (work: () => unknown, calls: number): Promise<number> => {
    const startedMs = cpuMs();
    let left = calls;
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        const pending = work();
        if (pending instanceof Promise) await pending;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
    return cpuMs() - startedMs;
  };
  let calls = inFlight;
  while ((await time(theirs, calls)) < roundMs) calls *= 2;
  const ratios: number[] = [];
  for (let i = -3; i < rounds; i++) {
    const first = i % 2 === 0 ? await time(ours, calls) : await time(theirs, calls);
    const second = i % 2 === 0 ? await time(theirs, calls) : await time(ours, calls);
    if (i >= 0) ratios.push(i % 2 === 0 ? first / second : second / first);
  }
  return medianOf(ratios);
}

/** Milliseconds of CPU that this process has used, beside other work of the machine. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
