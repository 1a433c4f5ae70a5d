import { catalogue } from '../checks/index.js';
import type { ConformanceOptions, Result } from '../model/report-model.js';
import { stoppedBy } from '../call/safety.js';

const signedIds: ReadonlySet<string> = new Set(catalogue.filter(({ signed }) => signed).map(({ id }) => id));

type JudgedBy = Pick<ConformanceOptions, 'mode' | 'permission' | 'strict' | 'credentials'>;

/**
 * Addresses of the checks that keep a run from being a success although nothing failed: what is declared and was not judged. A
 * check that could not tell is one, and a signed one without credentials; with `strict`, so is all else that the mode did not
 * rule out. What the mode rules out was not asked for.
 */
export function undecidedOf(results: readonly Result[], asked: JudgedBy): readonly string[] {
  return results.filter((result) => isUndecided(result, asked)).map(({ id }) => id);
}

function isUndecided(result: Result, { mode = 'read', permission, strict = false, credentials }: JudgedBy): boolean {
  const { id, clause, verdict } = result;
  if (clause.kind !== 'declared') return false;
  if (verdict === 'cannot-tell') return true;
  if (verdict !== 'not-run' && verdict !== 'not-applicable') return false;
  const check = catalogue.find((one) => one.id === id);
  if (check === undefined || stoppedBy(check, { mode, permission }) !== undefined) return false;
  return strict || (verdict === 'not-run' && check.signed && credentials === undefined);
}

/** False for a run in which nothing could be judged, and for one whose signed or public calls, as declared, all led nowhere. */
export function isJudged(results: readonly Result[]): boolean {
  const led = (signed: boolean): boolean => {
    const group = results.filter(
      ({ id, verdict, clause }) => clause.kind === 'declared' && signedIds.has(id) === signed && verdict !== 'not-run',
    );
    return group.length === 0 || group.some(({ verdict }) => verdict !== 'cannot-tell' && verdict !== 'not-applicable');
  };
  return results.some(({ verdict }) => verdict !== 'cannot-tell' && verdict !== 'not-run') && led(true) && led(false);
}
