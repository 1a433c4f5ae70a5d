import type { Reading } from '../call/answer.js';
import type { Context } from '../findings/check.js';
import { validInput } from '../orders/valid-inputs.js';

export interface LevelsByTurns {
  send(time: number): Promise<Reading>;
  /** A level that was taken and then refused; in words. */
  refused(): string | undefined;
}

/** Sets a level and the one above it by turns, and the usual one alone where the other is not taken: which ones there are is not shown. */
export async function levelsByTurns(context: Context): Promise<LevelsByTurns> {
  const { contractName, nowLevel } = await validInput(context, 'changeLeverage');
  const usual = Number(nowLevel);
  const taken = new Set([usual]);
  let refused: string | undefined;
  const set = async (level: number): Promise<Reading> => {
    const reading = await context.call('changeLeverage', { contractName, nowLevel: String(level) });
    if (reading.kind === 'accepted') taken.add(level);
    else if (reading.kind === 'refused' && taken.has(level))
      refused = `nowLevel ${level} was taken, and is refused after another one`;
    return reading;
  };
  return {
    async send(time) {
      const raised = time % 2 === 0 ? await set(usual + 1) : undefined;
      return raised !== undefined && taken.has(usual + 1) ? raised : set(usual);
    },
    refused: () => refused,
  };
}
