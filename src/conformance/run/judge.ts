import type { CheckInfo, Finding, Result } from '../model/report-model.js';

interface Grounds {
  readonly control?: Control | undefined;
  /** Why the target may be something that answers everything alike; undefined when there is no reason to think so. */
  readonly doubt?: FindingJudgement | undefined;
}

type Control = Pick<Result, 'id' | 'verdict' | 'cause' | 'reason'>;

export type FindingJudgement = Pick<Result, 'verdict' | 'reason' | 'observed' | 'cause'> &
  Partial<Pick<Result, 'clause'>>;

/** Turns what was found into a verdict. Only a declared clause can fail, and only where its control passed. */
export function judge(check: Pick<CheckInfo, 'clause'>, finding: Finding, grounds: Grounds): FindingJudgement {
  if ('reason' in finding) {
    const { outcome, reason } = finding;
    return { verdict: outcome, reason, ...('cause' in finding && { cause: finding.cause }) };
  }
  const missing = missingControl(grounds.control);
  if (missing !== undefined) return missing;
  const observed = finding.observed;
  const seen = observed === undefined ? {} : { observed };
  if (check.clause.kind === 'unknown') {
    const stored = observed ?? (finding.outcome === 'broken' ? finding.problem : true);
    return { verdict: 'not-specified', reason: `the document is silent (${check.clause.id})`, observed: stored };
  }
  switch (finding.outcome) {
    case 'broken':
      return { verdict: 'fail', reason: finding.problem, ...(finding.clause && { clause: finding.clause }), ...seen };
    case 'seen':
      return { verdict: 'not-specified', reason: 'seen, and not judged', ...seen };
    case 'holds':
      // A server that answers everything alike also answers as expected now and then.
      if (grounds.doubt !== undefined) return { ...grounds.doubt, ...seen };
      return { verdict: 'pass', ...seen };
  }
}

/** Why nothing can be concluded without the control; undefined when it passed, was taken in a form that is not shown, or none is needed. */
export function missingControl(control: Control | undefined): FindingJudgement | undefined {
  if (control === undefined || control.verdict === 'pass' || control.verdict === 'not-specified') return undefined;
  if (control.cause !== undefined && control.reason !== undefined)
    return { verdict: 'cannot-tell', reason: control.reason, cause: control.cause };
  const why = control.reason === undefined ? '' : `: ${control.reason}`;
  const reason = `${control.id}, on which this rests, is ${control.verdict}${why}`;
  if (control.verdict === 'not-run' || control.verdict === 'not-applicable')
    return { verdict: control.verdict, reason };
  return { verdict: 'cannot-tell', reason };
}
