import type { Stress } from './stresses.js';

/** Runs one stress test with a seed; says whether it held. */
export type RunStress = (stress: Stress, seed: number) => boolean;

export interface Rounds {
  readonly stresses: readonly Stress[];
  /** No round begins after this many milliseconds; the first one always does. */
  readonly lastMs: number;
  /** Seed of the first round; each round adds one. */
  readonly seed: number;
  readonly now: () => number;
  readonly run: RunStress;
  readonly print: (line: string) => void;
}

/** What did not hold, and how it is repeated. */
export interface Failure {
  readonly name: string;
  readonly seed: number;
}

/** Repeats the stress tests, with a new seed in each round, until the time is over; prints one line for each round. */
export function runRounds({ stresses, lastMs, seed: first, now, run, print }: Rounds): readonly Failure[] {
  const startMs = now();
  const failures: Failure[] = [];
  for (let round = 0; round === 0 || now() - startMs < lastMs; round++) {
    const seed = (first + round) % 2 ** 31;
    const roundMs = now();
    const failed = stresses.filter((stress) => !run(stress, seed)).map(({ name }) => name);
    const seconds = Math.round((now() - roundMs) / 1000);
    const end = failed.length === 0 ? `${stresses.length} held` : `FAILED: ${failed.join(', ')}`;
    print(`round ${round + 1}  seed ${seed}  ${end}  ${seconds} s`);
    failures.push(...failed.map((name) => ({ name, seed })));
  }
  return failures;
}

/** The command that repeats one failure. */
export const repeatCommand = ({ name, seed }: Failure): string =>
  `npm run stress -- --only ${name} --seed ${seed} --minutes 0`;
