import { descriptionDigest } from '../../../generated/description.js';
import { coverageOf, type CoveredCheck, describedReach } from '../coverage/coverage.js';
import type { CoveredCall } from '../coverage/reached-points.js';
import type { Coverage } from '../model/coverage-model.js';
import type { Report, Result, Totals, Verdict } from '../model/report-model.js';
import { breaksRun, VERDICTS } from '../model/verdicts.js';
import { digestOfSuite } from './result.js';

/*
 *   results ─► totals, known failures and unexpected passes ─┬─► ok
 *   undecided, and what else keeps it from being a success ──┘         a live run and a judged recording alike
 */

/** The verdicts of a run, live or over a recording, and what else decides whether it is a success. */
interface Judged {
  readonly results: readonly Result[];
  readonly knownFailures: readonly string[] | undefined;
  readonly undecided: readonly string[];
  /** False when it is not a success, with any verdicts. */
  readonly isWhole: boolean;
  /** The calls of each check, and those that no check came to; undefined where nothing was sent. */
  readonly covered: (() => readonly [checks: readonly CoveredCheck[], others: readonly CoveredCall[]]) | undefined;
}

type Derived = keyof Judged | 'version' | 'digests' | 'totals' | 'coverage' | 'unexpectedPasses' | 'ok';

export function reportOf(about: Omit<Report, Derived>, judged: Judged): Report {
  const { results, knownFailures = [], undecided, isWhole, covered } = judged;
  const known = results.filter(({ id }) => knownFailures.includes(id));
  const unexpectedPasses = known.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  let coverage: Coverage | undefined;
  return {
    version: 1,
    ...about,
    digests: { description: descriptionDigest, suite: digestOfSuite() },
    results,
    totals: countTotals(results),
    // Computed when a report is printed or written: a self-test and judging while calls flow do not need it.
    get coverage() {
      if (covered === undefined) return undefined;
      const [checks, others] = covered();
      return (coverage ??= coverageOf(checks, describedReach(), others));
    },
    unexpectedPasses,
    knownFailures: known.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
    ...(undecided.length > 0 && { undecided }),
    ok:
      isWhole &&
      undecided.length === 0 &&
      unexpectedPasses.length === 0 &&
      !results.some((result) => breaksRun({ knownFailures }, result)),
  };
}

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
