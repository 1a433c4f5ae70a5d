import { counted } from './counted.js';
import type { Report, Result, Verdict } from './report-model.js';

/** The meaning of each verdict for a person, in the order of a report: those that need attention come first. */
export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  fail: 'The claim does not hold.',
  'harness-error': 'A fault of the kit itself; the service is not judged.',
  'cannot-tell': 'The positive control failed, or the network, the clock or a rate limit was in the way.',
  'not-specified': 'The service document does not say; what was seen here is stored.',
  'not-run': 'A safety rule or a missing input stopped it; the reason says which.',
  'not-applicable': 'The target has nothing that the check is about.',
  pass: 'The claim holds.',
};

export const VERDICTS = Object.keys(VERDICT_MEANINGS) as readonly Verdict[];

/** True when a claim was found to hold or not to. */
export const isJudgement = (verdict: Verdict): boolean => verdict === 'pass' || verdict === 'fail';

type KnownFailures = Pick<Report, 'knownFailures'>;

/** True when a check failed and was expected to. */
export const isKnownFailure = ({ knownFailures = [] }: KnownFailures, { id, verdict }: Result): boolean =>
  verdict === 'fail' && knownFailures.includes(id);

/** True when a result breaks the run: a failure that was not known, or a fault of the kit. */
export const breaksRun = (report: KnownFailures, result: Result): boolean =>
  result.verdict === 'harness-error' || (result.verdict === 'fail' && !isKnownFailure(report, result));

/** True when a check passed that was expected to fail: the list of known failures is out of date. */
export const isUnexpectedPass = ({ unexpectedPasses }: Report, { id }: Result): boolean =>
  unexpectedPasses.includes(id);

/** Why a result is what it is, in one sentence that is never empty. */
export function reasonOf(report: Report, result: Result): string {
  if (isUnexpectedPass(report, result)) return 'It passed, and is listed as a known failure: take it off the list.';
  return result.reason ?? VERDICT_MEANINGS[result.verdict];
}

/** Where a check's judgement comes from. */
export function clauseText({ clause }: Pick<Result, 'clause'>): string {
  switch (clause.kind) {
    case 'declared':
      return `“${clause.quote}” (service document, ${clause.heading})`;
    case 'caller':
      return `“${clause.quote}” (expected of a program, not declared)`;
    case 'unknown':
      return `not declared: open question ${clause.id}`;
  }
}

/** More undecided checks are counted only. */
const NAMED = 3;

/** The result of a run in one line: what makes it good, or each thing that does not. */
export function outcomeText(report: Report): string {
  const { ok, mode, results, unexpectedPasses, leftBehind = [], undecided = [], totals } = report;
  const known = results.filter((result) => isKnownFailure(report, result)).length;
  if (ok && known > 0) return `Nothing new failed. Known failures: ${known}.`;
  if (ok) return mode === 'caller' ? 'No problem found.' : 'Nothing declared failed.';
  const fact = mode === 'caller' ? 'scene' : 'declared fact';
  const named = undecided.length > NAMED ? '' : ` (${undecided.join(', ')})`;
  const reasons = [
    [totals.byVerdict.fail - known, `${fact} fails`, `${fact}s fail`],
    [totals.byVerdict['harness-error'], 'fault of the kit', 'faults of the kit'],
    [leftBehind.length, 'order was left behind', 'orders were left behind'],
    [undecided.length, `declared check is undecided${named}`, `declared checks are undecided${named}`],
  ] as const;
  const texts = [
    ...reasons.flatMap(([count, one, many]) => (count > 0 ? counted(count, one, many) : [])),
    ...(unexpectedPasses.length > 0 ? [`known failures that passed: ${unexpectedPasses.join(', ')}`] : []),
    ...(totals.byVerdict['not-run'] === results.length ? ['no check was run'] : []),
  ];
  const { pass, fail } = totals.byVerdict;
  if (texts.length === 0 && pass + fail === 0) return 'Not ok: nothing could be judged.';
  return `Not ok${texts.length === 0 ? '' : `: ${texts.join('; ')}`}.`;
}
