import type { Reading } from '../call/answer.js';
import { type Broken, broken, type Context, decidedBy, shown } from '../findings/check.js';
import { PURPOSES } from '../model/clauses.js';
import { clear, otherContracts, TRIED } from '../orders/orders.js';
import { close } from '../orders/trading.js';
import { validInput } from '../orders/valid-inputs.js';

/*
 *   a level ─► the next higher one ─► the level again: which levels there are is not shown, and one that was taken is one of them
 */

const setLevel = (context: Context, level: number, contractName = context.contract): Promise<Reading> =>
  context.call('changeLeverage', { contractName, nowLevel: String(level) });

const usualLevel = async (context: Context): Promise<number> =>
  Number((await validInput(context, 'changeLeverage')).nowLevel);

/** Sets the usual level and the one above it by turns; the usual one where the other is not taken. */
export async function levelByTurns(context: Context, time: number): Promise<Reading> {
  const level = await usualLevel(context);
  const raised = time % 2 === 0 ? await setLevel(context, level + 1) : undefined;
  return raised?.kind === 'accepted' ? raised : setLevel(context, level);
}

/** A position or an order may be the reason of a refusal. */
async function isFlat(context: Context, contract: string): Promise<boolean> {
  await clear(context, contract);
  return (
    (await close(context, contract, 'SELL')) === 'refused' && (await close(context, contract, 'BUY')) === 'refused'
  );
}

/**
 * A level that was taken is refused after the one above it, twice, and one above both is taken in between: so no limit of calls refuses
 * it. Undefined where this does not show.
 */
export async function neverLower(context: Context): Promise<Broken | undefined> {
  for (const contract of [context.contract, ...(await otherContracts(context)).slice(0, TRIED)]) {
    if (!(await isFlat(context, contract))) continue;
    const set = (level: number): Promise<Reading> => setLevel(context, level, contract);
    const level = (await usualLevel(context)) + 1;
    if ((await set(level)).kind !== 'accepted' || (await set(level + 1)).kind !== 'accepted') continue;
    const refusals = [await set(level)];
    if ((await set(level + 2)).kind !== 'accepted') continue;
    refusals.push(await set(level));
    if (refusals.some(({ kind }) => kind !== 'refused')) return undefined;
    const problem = `nowLevel ${level} was taken, and is refused after a higher one, with nothing open on ${contract}: ${refusals[0]!.summary}`;
    return decidedBy(shown(broken(problem, undefined, PURPOSES.changeLeverage)), refusals[1]!);
  }
  return undefined;
}
