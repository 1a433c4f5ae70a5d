import type { CheckInfo, Clause, Report, Verdict } from '../model/report-model.js';

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
