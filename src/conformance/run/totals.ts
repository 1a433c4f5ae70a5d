import type { Result, Totals, Verdict } from '../model/report-model.js';
import { VERDICTS } from '../model/verdicts.js';

export function countTotals(results: readonly Result[]): Totals {
  const count = (wanted: (result: Result) => boolean): number => results.filter(wanted).length;
  const declared = ({ clause }: Result): boolean => clause.kind === 'declared';
  const judged = ({ verdict }: Result): boolean => verdict === 'pass' || verdict === 'fail';
  const byVerdict = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, count((result) => result.verdict === verdict)]),
  ) as Record<Verdict, number>;
  return {
    checks: results.length,
    byVerdict,
    specifiedAndChecked: count((result) => declared(result) && judged(result)),
    specifiedNotReached: count((result) => declared(result) && !judged(result)),
    notSpecifiedObserved: byVerdict['not-specified'],
  };
}
