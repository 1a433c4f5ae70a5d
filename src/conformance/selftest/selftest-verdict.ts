import type { UnknownId } from '../../../generated/description.js';
import type { Clause, Report, Result, Verdict } from '../model/report-model.js';

/** A server of which is known what it is. */
export interface ServerUnderTest {
  readonly id: string;
  readonly title: string;
  /** A mutant has to be caught, a control refused; the reference and a twin may not be accused. */
  readonly kind: 'reference' | 'mutant' | 'twin' | 'control';
  /** The checks that have to catch a mutant. */
  readonly expected: readonly string[];
  /** Words of the service document that are not true of a mutant. */
  readonly breaks?: readonly DocumentWords[] | undefined;
  /** Open questions that a twin answers in its own way. */
  readonly answers?: readonly UnknownId[] | undefined;
}

/** Words of the service document, under their heading. */
export interface DocumentWords {
  readonly heading: string;
  readonly quote: string;
}

/** The verdict of a selftest on one server. */
export interface ServerVerdict extends ServerUnderTest {
  /** `wrong`: the kit judged it as it should not; `not-judged`: the selftest was interrupted before. */
  readonly outcome: 'ok' | 'wrong' | 'not-judged';
  readonly caughtBy: readonly string[];
  /** True when one of them cites words that are not true of the server. */
  readonly isCited: boolean;
  readonly problems: readonly string[];
}

/** Compares what the kit said of a server with what the server is known to be. */
export function judgeServer(
  { id, title, kind, expected, breaks = [], answers }: ServerUnderTest,
  run: Report | Error | undefined,
  interrupted: boolean,
): ServerVerdict {
  const server = { id, title, kind, expected, ...(answers && { answers }), isCited: false };
  if (run === undefined) return { ...server, outcome: 'not-judged', caughtBy: [], problems: [] };
  if (run instanceof Error) {
    return { ...server, outcome: 'wrong', caughtBy: [], problems: [`the run broke off: ${run.message}`] };
  }
  const failed = run.results.filter(({ verdict }) => verdict === 'fail');
  const caughtBy = failed.map((result) => result.id);
  server.isCited = failed.some(({ clause }) => breaks.some((words) => isSameClause(clause, words)));
  const problems = problemsOf(server, run);
  if (!interrupted) return { ...server, outcome: problems.length === 0 ? 'ok' : 'wrong', caughtBy, problems };
  // An interrupted run has missed nothing; the verdicts that it reached stand.
  const caught = kind === 'mutant' && problems.length === 0;
  const accused = kind !== 'mutant' && kind !== 'control' ? told(run.results, ['fail', 'harness-error']) : [];
  if (accused.length > 0) return { ...server, outcome: 'wrong', caughtBy, problems: accused };
  return { ...server, outcome: caught ? 'ok' : 'not-judged', caughtBy, problems: [] };
}

function problemsOf({ kind, expected }: ServerUnderTest, { ok, results }: Report): readonly string[] {
  switch (kind) {
    case 'reference':
      return told(results, ['fail', 'harness-error', 'cannot-tell']);
    case 'twin':
      return told(results, ['fail', 'harness-error']);
    case 'mutant':
      return [
        ...(expected.length === 0 ? ['no check is named for it'] : []),
        ...expected.filter((check) => !results.some(({ id }) => id === check)).map((check) => `${check} was not run`),
        ...told(
          results.filter(({ id }) => expected.includes(id)),
          ['pass', 'cannot-tell', 'not-run', 'not-applicable', 'not-specified'],
        ),
        ...told(results, ['harness-error']),
      ];
    case 'control':
      return [
        ...(ok ? ['the run is ok'] : []),
        ...told(
          results.filter(({ family }) => family === 'SIGN'),
          ['pass'],
        ),
        ...told(results, ['harness-error']),
      ];
  }
}

/** The row or the sentence itself, or a part of it. */
function isSameClause(clause: Clause, { heading, quote }: DocumentWords): boolean {
  if (clause.kind !== 'declared' || clause.heading !== heading) return false;
  return clause.quote.includes(quote) || quote.includes(clause.quote);
}

const told = (results: readonly Result[], verdicts: readonly Verdict[]): readonly string[] =>
  results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id, verdict, reason }) => `${id} is ${verdict}${reason === undefined ? '' : `: ${reason}`}`);
