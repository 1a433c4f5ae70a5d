import { addTo, getOrMake } from '../model/groups.js';
import type { CheckInfo, Clause, PremiseResult, Report, Result, Verdict } from '../model/report-model.js';
import { clauseText, isJudgement } from '../model/verdicts.js';
import { isSameObservation } from './same-observation.js';

/*
 *   report A ─┐                    ┌─► declared checks, by clause ──┐
 *             ├─► pair by check id ─┤                                ├─► comparison ─► result, text, JSON
 *   report B ─┘                    └─► open questions, by id ───────┘
 */

/** The change of a declared check's verdict from the first report to the second. */
export type Change =
  | 'fails-now'
  | 'no-longer-fails'
  /** It fails in both, by another clause. */
  | 'fails-otherwise'
  | 'no-longer-judged'
  | 'judged-now'
  /** It was judged in neither, for another reason. */
  | 'not-judged';

/** One side of a check; absent where that report does not have the check. */
export interface Side {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly observed?: unknown;
}

export interface ChangedCheck extends Pick<CheckInfo, 'id' | 'title'> {
  readonly change: Change;
  readonly before?: Side;
  readonly after: Side;
}

/** A sentence of the service document, and the checks of it whose verdicts differ. */
export interface ChangedClause {
  readonly clause: Clause;
  readonly checks: readonly ChangedCheck[];
}

/** An open question that the two targets answer differently, as far as a check or a premise shows it. */
export interface ChangedQuestion {
  readonly id: string;
  readonly checks: readonly Required<Omit<ChangedCheck, 'change'>>[];
  /** The reading that each run used, where they differ. Null: as the kit expects. */
  readonly premise?: { readonly before: string | null; readonly after: string | null };
}

export type ReportOrigin = Pick<Report, 'target' | 'mode' | 'startedAt' | 'calls' | 'digests' | 'ok'>;

export interface Comparison {
  readonly version: 1;
  readonly before: ReportOrigin;
  readonly after: ReportOrigin;
  /**
   * `worse`: a declared fact fails in the second report that did not fail in the first; `different`: they differ in other ways;
   * `same`: the verdicts and what was observed agree.
   */
  readonly result: 'same' | 'different' | 'worse';
  readonly clauses: readonly ChangedClause[];
  readonly questions: readonly ChangedQuestion[];
  /** Checks that one of the reports does not have: another version of the kit, or another selection. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

/**
 * Compares two reports: of two deployments, or of one deployment on two days. Durations, calls and order do not count.
 *
 * @example
 * const { result, clauses } = compareReports(yesterday, today);
 * if (result === 'worse') console.error(clauses);
 */
export function compareReports(before: Report, after: Report): Comparison {
  const earlier = new Map(before.results.map((result) => [result.id, result]));
  const later = new Map(after.results.map((result) => [result.id, result]));
  const clauses = changedClauses(earlier, after.results);
  const questions = changedQuestions(earlier, before, after);
  const onlyBefore = before.results.map(({ id }) => id).filter((id) => !later.has(id));
  const onlyAfter = after.results.map(({ id }) => id).filter((id) => !earlier.has(id));
  const isWorse = clauses.some(({ checks }) => checks.some(({ change }) => change === 'fails-now'));
  const differences = [clauses, questions, onlyBefore, onlyAfter];
  const isSame = differences.every((list) => list.length === 0);
  return {
    version: 1,
    before: originOf(before),
    after: originOf(after),
    result: isWorse ? 'worse' : isSame ? 'same' : 'different',
    clauses,
    questions,
    onlyBefore,
    onlyAfter,
  };
}

const originOf = ({ target, mode, startedAt, calls, digests, ok }: Report): ReportOrigin => ({
  ...{ target, mode, startedAt, calls, digests, ok },
});

function changedClauses(earlier: ReadonlyMap<string, Result>, results: readonly Result[]): readonly ChangedClause[] {
  const groups = new Map<string, { clause: Clause; checks: ChangedCheck[] }>();
  for (const now of results) {
    if (now.clause.kind !== 'declared') continue;
    const old = earlier.get(now.id);
    const change = changeOf(old, now);
    if (change === undefined) continue;
    const group = getOrMake(groups, textOf(now.clause), () => ({ clause: now.clause, checks: [] }));
    const { id, title } = now;
    group.checks.push({ id, title, change, ...(old && { before: sideOf(old) }), after: sideOf(now) });
  }
  return [...groups.values()];
}

function changeOf(old: Result | undefined, now: Result): Change | undefined {
  if (old === undefined) return now.verdict === 'fail' ? 'fails-now' : undefined;
  if (now.verdict === 'fail') {
    if (old.verdict !== 'fail') return 'fails-now';
    return textOf(old.clause) === textOf(now.clause) ? undefined : 'fails-otherwise';
  }
  if (old.verdict === now.verdict) return undefined;
  if (now.verdict === 'pass') return old.verdict === 'fail' ? 'no-longer-fails' : 'judged-now';
  return isJudgement(old.verdict) ? 'no-longer-judged' : 'not-judged';
}

const textOf = (clause: Clause): string =>
  clause.kind === 'declared' ? `${clause.heading}\n${clause.quote}` : clauseText({ clause });

function changedQuestions(
  earlier: ReadonlyMap<string, Result>,
  before: Report,
  after: Report,
): readonly ChangedQuestion[] {
  const checks = new Map<string, ChangedQuestion['checks'][number][]>();
  for (const now of after.results) {
    const old = earlier.get(now.id);
    if (now.clause.kind !== 'unknown' || old === undefined) continue;
    if (old.verdict === now.verdict && isSameObservation(old.observed, now.observed)) continue;
    const { id, title } = now;
    const changed = { id, title, before: sideOf(old), after: sideOf(now) };
    addTo(checks, now.clause.id, changed);
  }
  const premises = changedPremises(before.premises ?? [], after.premises ?? []);
  return [...new Set([...checks.keys(), ...premises.keys()])].map((id) => {
    const premise = premises.get(id);
    return { id, checks: checks.get(id) ?? [], ...(premise && { premise }) };
  });
}

type ChangedPremise = NonNullable<ChangedQuestion['premise']>;

function changedPremises(
  before: readonly PremiseResult[],
  after: readonly PremiseResult[],
): ReadonlyMap<string, ChangedPremise> {
  const textIn = (list: readonly PremiseResult[], id: string): string | null =>
    list.find((premise) => premise.id === id)?.text ?? null;
  const pairs = [...before, ...after].map(
    ({ id }) => [id, { before: textIn(before, id), after: textIn(after, id) }] as const,
  );
  return new Map(pairs.filter(([, premise]) => premise.before !== premise.after));
}

function sideOf({ verdict, reason, observed, clause }: Result): Side {
  const isAnswer = clause.kind === 'unknown' && verdict === 'not-specified';
  return {
    verdict,
    ...(reason !== undefined && !isAnswer && { reason }),
    ...(isAnswer && { observed }),
  };
}
