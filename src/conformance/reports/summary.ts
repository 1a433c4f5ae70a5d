import { createColors } from 'picocolors';
import type { Report, Result } from '../model.js';
import { cut, exchangeLine } from './evidence.js';
import { isKnownFailure, VERDICTS } from './verdicts.js';
import { visibleLine } from './visible.js';

interface SummaryOptions {
  /** Whether a terminal shows it; default false: no colour codes. */
  readonly colour?: boolean;
  /** The JSON report that was written, for the command that replays a failure. */
  readonly jsonFile?: string | undefined;
}

type Colours = ReturnType<typeof createColors>;

/** What a person reads at the end of a run: totals, each failure with why and where, and what to do next. */
export function toSummary(report: Report, { colour = false, jsonFile }: SummaryOptions = {}): string {
  const colours = createColors(colour);
  const failed = report.results.filter((result) => result.verdict === 'fail' && !isKnownFailure(report, result));
  const broken = report.results.filter(({ verdict }) => verdict === 'harness-error');
  const sections = [
    ...[...failed, ...broken].map((result) => problem(result, colours)),
    ...report.unexpectedPasses.map(
      (id) => `${colours.red('UNEXPECTED PASS')}  ${visibleLine(id)}\n  It is listed as a known failure and passed.`,
    ),
    ...(report.leftBehind ?? []).map((order) => `${colours.red('LEFT BEHIND')}  ${visibleLine(order)}`),
    unjudged(report),
    totals(report),
    headline(report, failed.length, colours),
    nextSteps(report, [...failed, ...broken], jsonFile),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function problem({ verdict, id, title, reason, clause, exchanges }: Result, colours: Colours): string {
  const last = exchanges.at(-1);
  const by = clause.kind === 'declared' ? `service document, ${clause.heading}` : `unknown ${clause.id}`;
  return [
    `${colours.red(verdict === 'fail' ? 'FAIL' : 'HARNESS ERROR')}  ${visibleLine(id)}  ${colours.dim(visibleLine(title))}`,
    `  why    ${visibleLine(cut(reason ?? 'no reason was given', LINE))}`,
    `  where  ${visibleLine(by)}${last === undefined ? '' : `; ${visibleLine(cut(exchangeLine(last), LINE))}`}`,
  ].join('\n');
}

const LINE = 300;

/** What was not judged, by reason: forty checks that a rate limit stopped are one line. */
function unjudged({ results }: Report): string {
  const reasons = new Map<string, number>();
  for (const { verdict, reason } of results) {
    if (verdict !== 'cannot-tell' && verdict !== 'not-run') continue;
    const line = `${verdict}: ${visibleLine(cut(reason ?? 'no reason was given', LINE))}`;
    reasons.set(line, (reasons.get(line) ?? 0) + 1);
  }
  return [...reasons].map(([line, count]) => `${String(count).padStart(4)} ${line}`).join('\n');
}

function totals(report: Report): string {
  const { byVerdict, specifiedAndChecked, specifiedNotReached, notSpecifiedObserved } = report.totals;
  const known = report.results.filter((result) => isKnownFailure(report, result)).length;
  const counts = VERDICTS.filter((verdict) => byVerdict[verdict] > 0).map(
    (verdict) => `${byVerdict[verdict]} ${verdict}${verdict === 'fail' && known > 0 ? ` (${known} known)` : ''}`,
  );
  return [
    counts.join(', '),
    `${specifiedAndChecked} specified and checked, ${specifiedNotReached} specified but not reached, ${notSpecifiedObserved} not specified and observed`,
  ].join('\n');
}

function headline(report: Report, failures: number, colours: Colours): string {
  const { target, mode, calls, durationMs, clockOffsetMs, seed, ok } = report;
  const clock = clockOffsetMs === null ? 'clock not measured' : `clock offset ${clockOffsetMs} ms`;
  const result = ok
    ? colours.green('Nothing declared failed.')
    : colours.red(failures > 0 ? `${failures} declared ${failures === 1 ? 'fact fails' : 'facts fail'}.` : 'Not ok.');
  const run = `${visibleLine(target.baseUrl)}, mode ${mode}: ${calls} calls in ${(durationMs / 1000).toFixed(1)} s, ${clock}, seed ${seed}`;
  return `${colours.bold(result)} ${run}`;
}

function nextSteps(
  { target, unexpectedPasses, leftBehind, journal, ok, totals: { specifiedAndChecked } }: Report,
  problems: readonly Result[],
  jsonFile: string | undefined,
): string {
  const steps: string[] = [];
  const [first] = problems;
  if (first !== undefined) {
    steps.push(
      jsonFile === undefined
        ? 'Run it again with --report json=report.json --report html=report.html to keep the evidence.'
        : `Run one alone, signed anew: futures conformance replay ${jsonFile} ${first.id} --base-url ${visibleLine(target.baseUrl)}`,
    );
  }
  if (leftBehind !== undefined && journal !== undefined) {
    steps.push(
      `Cancel what was left behind: futures conformance clean-up ${visibleLine(journal)} --base-url ${visibleLine(target.baseUrl)}`,
    );
  }
  if (unexpectedPasses.length > 0) steps.push('Take what passed off the list of known failures.');
  if (ok && specifiedAndChecked === 0)
    steps.push('No declared fact was judged: the reasons above say what is missing.');
  return steps.join('\n');
}
