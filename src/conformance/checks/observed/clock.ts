import type { Context } from '../../findings/check.js';
import { doubtOf, ROUNDING_MS, stepBetween } from '../../findings/server-time.js';
import { observe } from './observation.js';

/** Calls in a row; others that the run has made count as well. */
const CALLS = 2;

/** The smallest difference that counts as a jump. Network delay, or a gradual correction of the clock, explains less. */
const STEP_MS = 500;

/** Measures whether the time of the target goes on like the local time. */
async function steadiness(context: Context): Promise<unknown> {
  for (let call = 0; call < CALLS; call++) await context.call('getServerTime', {});
  const times = context.serverTimes;
  const pairs = times.slice(1).map((next, place) => ({ one: times[place]!, next }));
  // Calls that overlap may be answered in any order.
  const inTurn = pairs.filter(({ one, next }) => next.startedMs + ROUNDING_MS >= one.endedMs);
  if (inTurn.length === 0) return 'no two responses with a time';
  const back = inTurn.filter(({ one, next }) => next.serverMs + ROUNDING_MS < one.serverMs);
  const jumps = inTurn.filter(({ one, next }) => Math.abs(stepBetween(one, next)) > STEP_MS + doubtOf(one, next));
  if (back.length === 0 && jumps.length === 0) return 'steady';
  const steps = [...back, ...jumps].map(({ one, next }) => Math.abs(stepBetween(one, next)));
  return { goesBack: back.length > 0, jumps: jumps.length > 0, largestStepMs: Math.round(Math.max(...steps)) };
}

export const clockObservation = observe(
  'time.steps',
  'getServerTime',
  CALLS,
)`shape/time/steady: whether server time goes on steadily, without steps and not backwards`(steadiness);
