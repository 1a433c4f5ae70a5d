import type { Context } from './check.js';

/** Number of rests without effect, where none has ever paid, after which the next ones are short: a wrong target stays wrong. */
const MOST_VAIN_RESTS = 3;
const SHORT_MS = 100;

/** Waits before a suspicion is looked at once more. */
export async function rest({ rests, pause }: Pick<Context, 'rests' | 'pause'>, ms: number): Promise<void> {
  const isHopeless = !rests.paid && rests.vain >= MOST_VAIN_RESTS;
  await pause(isHopeless ? Math.min(SHORT_MS, ms) : ms);
}

/** Notes whether a suspicion was still there after a rest. */
export function noteRest({ rests }: Pick<Context, 'rests'>, isStillThere: boolean): void {
  if (isStillThere) rests.vain++;
  else rests.paid = true;
}
