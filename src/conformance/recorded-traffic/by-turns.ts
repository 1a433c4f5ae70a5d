import type { Calls } from './recording-model.js';

/** Number of times, so that one change of the account or the service does not explain them. */
const ENOUGH = 2;

/** True where calls were refused at separate times, and others were taken before, between and after them. */
export function areByTurns(refused: Calls, taken: Calls): boolean {
  const wrong = new Set(refused);
  const all = [...refused, ...taken].sort((one, other) => one.startMs - other.startMs);
  const turns = all.slice(1).filter((call, at) => wrong.has(all[at]!) && !wrong.has(call)).length;
  return turns - Number(wrong.has(all[0]!)) >= ENOUGH;
}
