/** What is compared: the same work done by us and by another program. */
export interface Contest {
  readonly ours: () => unknown;
  readonly theirs: () => unknown;
}

/** A ratio ours/theirs over interleaved rounds. */
export interface Ratio {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** How a comparison is made. */
export interface Size {
  readonly rounds?: number;
  readonly roundMs?: number;
  /** `cpu`: what this process used, whatever else the machine does. `wall`: for work that waits. */
  readonly clock?: 'cpu' | 'wall';
}

/**
 * Runs both sides in turn, round by round, so that a machine that gets slower gets slower for both; the ratio is taken
 * within each round. Asynchronous work is awaited call by call.
 */
export async function compare(
  { ours, theirs }: Contest,
  { rounds = 40, roundMs = 12, clock = 'cpu' }: Size = {},
): Promise<Ratio> {
  const readMs = CLOCKS[clock];
  const time = async (work: () => unknown, calls: number): Promise<number> => {
    const startedMs = readMs();
    for (let i = 0; i < calls; i++) {
      const pending = work();
      if (pending instanceof Promise) await pending;
    }
    return readMs() - startedMs;
  };
  let calls = 1;
  while ((await time(theirs, calls)) < roundMs) calls *= 2;
  const ratios: number[] = [];
  for (let i = -3; i < rounds; i++) {
    const first = i % 2 === 0 ? await time(ours, calls) : await time(theirs, calls);
    const second = i % 2 === 0 ? await time(theirs, calls) : await time(ours, calls);
    if (i >= 0) ratios.push(i % 2 === 0 ? first / second : second / first);
  }
  return quartiles(ratios);
}

export function quartiles(values: readonly number[]): Ratio {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)]!;
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) };
}

/** Milliseconds from some start: of time, or of CPU of this process. */
export const CLOCKS = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
