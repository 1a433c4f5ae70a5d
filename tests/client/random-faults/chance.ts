import { createRandom } from '../../../src/sandbox/http/faults.js';

/** Seeded choices. */
export interface Chance {
  /** True in this share of the cases. */
  happens(share: number): boolean;
  /** A whole number from 0 to `below` - 1. */
  upTo(below: number): number;
  pick<T>(choices: readonly T[]): T;
}

export function createChance(seed: number): Chance {
  const random = createRandom(seed);
  const upTo = (below: number): number => Math.floor(random() * below);
  return { happens: (share) => random() < share, upTo, pick: (choices) => choices[upTo(choices.length)]! };
}

/** Calls `action` after so many turns of the event loop; the returned function prevents it. */
export function afterTurns(turns: number, action: () => void): () => void {
  let wanted = true;
  const turn = (left: number): void => {
    if (!wanted) return;
    if (left === 0) action();
    else setImmediate(turn, left - 1);
  };
  setImmediate(turn, turns);
  return () => void (wanted = false);
}

export const turns = (count: number): Promise<void> => new Promise((resolve) => void afterTurns(count, resolve));
