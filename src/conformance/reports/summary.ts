import { COMMAND } from '../../core/command-name.js';
import { createColors } from 'picocolors';
import type { Report, Result } from '../model/report-model.js';
import { type Cause, causeLine, causesOf, isFailing } from './causes.js';
import { coverageText, recordingLine, signingText, cleanUpLine } from './run-texts.js';
import { counted } from '../model/counted.js';
import { decidingCall, exchangeLine, namedLines, shortLine } from './evidence.js';
import { clauseText, isJudgement, isKnownFailure, outcomeText, VERDICTS } from '../model/verdicts.js';
import { visibleLine } from './visible.js';

interface SummaryOptions {
  /** True when a terminal shows it; default false: no colour codes. */
  readonly colour?: boolean;
  /** The JSON report that was written, for the command that replays a failure. */
  readonly jsonFile?: string | undefined;
}

type Colours = ReturnType<typeof createColors>;

/** The text at the end of a run: causes, each failure with why and where, totals, and the next step. */
export function toSummary(report: Report, { colour = false, jsonFile }: SummaryOptions = {}): string {
  const colours = createColors(colour);
  const causes = causesOf(report);
  const hasMany = causes.some((cause) => untoldIn(cause) >= MANY);
  const named = causes.filter((cause) => isWorthNaming(cause, causes.some(isFailing), hasMany));
  const failed = report.results.filter((result) => result.verdict === 'fail' && !isKnownFailure(report, result));
  const broken = report.results.filter(({ verdict }) => verdict === 'harness-error');
  const sections = [
    named.map((cause) => causeText(cause, colours)).join('\n'),
    ...causes.flatMap(({ results }) => problemsOf(results, colours)),
    ...report.unexpectedPasses.map(
      (id) => `${colours.red('UNEXPECTED PASS')}  ${visibleLine(id)}\n  It is listed as a known failure and passed.`,
    ),
    ...(report.leftBehind ?? []).map((order) => `${colours.red('LEFT BEHIND')}  ${visibleLine(order)}`),
    unjudged(
      report,
      causes.filter((cause) => !named.includes(cause)),
    ),
    recorded(report),
    totals(report),
    report.coverage === undefined ? '' : coverageText(report.coverage),
    headline(report, colours),
    nextSteps(report, [...failed, ...broken], jsonFile),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** A single failure says for itself what is wrong. What could not be told is a finding about the server where nothing fails. */
const isWorthNaming = (cause: Cause, hasFailed: boolean, hasMany: boolean): boolean =>
  cause.advice !== undefined ||
  (hasFailed ? isFailing(cause) && cause.results.length > 1 : hasMany && untoldIn(cause) > 0);

const untoldIn = ({ results }: Cause): number => results.filter(({ verdict }) => verdict === 'cannot-tell').length;

const MANY = 10;

function causeText(cause: Cause, colours: Colours): string {
  const line = `${colours.bold(colours.red(shortLine(causeLine(cause))))}.`;
  const advice = cause.advice === undefined ? [] : [`  ${visibleLine(cause.advice)}`];
  // A failure is shown with its call further down.
  const example = isFailing(cause)
    ? undefined
    : (cause.example ?? cause.results.find(({ exchanges }) => exchanges.length > 0));
  return [line, ...advice, ...(example === undefined ? [] : callLines(example))].join('\n');
}

/** Failures of one cause that are shown whole; of the others, the address will do. */
const SHOWN = 3;

function problemsOf(results: readonly Result[], colours: Colours): readonly string[] {
  const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error');
  const [shown, more] = [failing.slice(0, SHOWN), failing.slice(SHOWN)];
  const rest = more.map(({ id }) => `  ${visibleLine(id)}`).join('\n');
  const blocks = shown.map((result) => problem(result, colours));
  return more.length === 0
    ? blocks
    : [...blocks, `${colours.red('FAIL')}  ${more.length} more of the same cause:\n${rest}`];
}

function problem(result: Result, colours: Colours): string {
  const { verdict, id, title, reason, clause } = result;
  const lines = [
    `${colours.red(verdict === 'fail' ? 'FAIL' : 'HARNESS ERROR')}  ${visibleLine(id)}  ${colours.dim(visibleLine(title))}`,
    `  why    ${shortLine(reason ?? 'no reason was given')}`,
    `  rule   ${shortLine(clauseText({ clause }))}`,
    ...callLines(result),
  ];
  return lines.join('\n');
}

/** The call that decides: what was sent and signed, and what came back; names are in a column of this width. */
export function callLines(result: Result, width = 7): readonly string[] {
  const call = decidingCall(result);
  if (call === undefined) return [];
  const { request, response } = call;
  const texts = [
    ['call', exchangeLine(call)],
    ['body', request.body],
    ['signed', request.signingString],
    ['got', response?.body],
  ] as const;
  return namedLines(texts, width);
}

/**
 * Groups the unjudged checks by cause: forty checks that a rate limit stopped are one line. Of a declared fact, also why there is
 * nothing to judge.
 */
function unjudged(report: Report, causes: readonly Cause[]): string {
  const lacking = report.results
    .filter(({ clause, verdict }) => clause.kind === 'declared' && verdict === 'not-applicable')
    .map((result) => ({ title: result.reason ?? '', results: [result] }));
  const lines = new Map<string, number>();
  // cannot-tell comes first: it is often why others were not run.
  for (const wanted of VERDICTS.filter((verdict) => verdict !== 'fail' && verdict !== 'harness-error'))
    for (const { title, results } of [...causes, ...lacking]) {
      const count = results.filter(({ verdict }) => verdict === wanted).length;
      const line = shortLine(`${wanted}: ${title}`);
      if (count > 0) lines.set(line, (lines.get(line) ?? 0) + count);
    }
  return [...lines].map(([line, count]) => `${String(count).padStart(4)} ${line}`).join('\n');
}

/** Describes the recording and its gaps: the reason why most is not judged. */
function recorded(report: Report): string {
  if (report.recording === undefined) return '';
  const { notContained, requestFaults } = report.recording;
  const missing = notContained.map((text) => `  not in it: ${shortLine(text)}`);
  const more = requestFaults.length - SHOWN_FAULTS;
  const wrong = [
    ...requestFaults.slice(0, SHOWN_FAULTS).map((text) => `  wrong request in it: ${shortLine(text)}`),
    ...(more > 0
      ? [`  wrong requests in it: ${counted(more, 'more kind', 'more kinds')}, in the JSON and HTML reports`]
      : []),
  ];
  return [shortLine(recordingLine(report.recording)), ...missing, ...wrong].join('\n');
}

const SHOWN_FAULTS = 5;

function totals(report: Report): string {
  const { byVerdict, specifiedAndChecked, specifiedNotReached, notSpecifiedObserved } = report.totals;
  const known = report.results.filter((result) => isKnownFailure(report, result)).length;
  const counts = VERDICTS.filter((verdict) => byVerdict[verdict] > 0).map(
    (verdict) => `${byVerdict[verdict]} ${verdict}${verdict === 'fail' && known > 0 ? ` (${known} known)` : ''}`,
  );
  return [
    counts.join(', '),
    `declared: ${specifiedAndChecked} judged, ${specifiedNotReached} not judged; not declared: ${notSpecifiedObserved} seen here`,
    ...goesBy(report),
  ].join('\n');
}

/** The premises of the judgements that the document does not state: behaviour seen at this server, and assumptions. */
function goesBy({ premises = [], results }: Report): readonly string[] {
  const all = new Set<string>(
    results.filter(({ verdict }) => isJudgement(verdict)).flatMap((result) => result.premises),
  );
  for (const { id } of premises) all.delete(id);
  const seen = premises.filter(({ by }) => by === 'target').map(({ text }) => shortLine(text));
  return [
    ...(seen.length === 0 ? [] : [`seen here, and taken into account: ${seen.join('; ')}`]),
    ...(all.size === 0 ? [] : [`assumed: ${questions(all.size)} (--list --json names what each check rests on)`]),
  ];
}

const questions = (count: number): string =>
  count === 1 ? 'the answer to 1 open question' : `answers to ${count} open questions`;

function headline(report: Report, colours: Colours): string {
  const { target, mode, calls, durationMs, clockOffsetMs, signing, seed, ok } = report;
  const clock = clockOffsetMs === null ? 'clock not measured' : `clock offset ${clockOffsetMs} ms`;
  const result = (ok ? colours.green : colours.red)(visibleLine(outcomeText(report)));
  const signed = signing === undefined ? '' : `, signed ${visibleLine(signingText(signing))}`;
  if (mode === 'observe' && calls === 0)
    return `${colours.bold(result)} No recorded call is one of a described operation, so that nothing was judged. Look at the addresses in the recording; --base-url names that of the service.`;
  if (mode === 'observe')
    return `${colours.bold(result)} ${visibleLine(target.baseUrl)}: ${counted(calls, 'recorded call')} judged in ${(durationMs / 1000).toFixed(1)} s, none sent${signed}`;
  const run = `${visibleLine(target.baseUrl)}, mode ${mode}: ${counted(calls, 'call')} in ${(durationMs / 1000).toFixed(1)} s, ${clock}, seed ${seed}${signed}`;
  return `${colours.bold(result)} ${run}`;
}

function nextSteps(report: Report, problems: readonly Result[], jsonFile: string | undefined): string {
  const { target, mode, unexpectedPasses, ok } = report;
  const steps: string[] = [];
  const [first] = problems;
  const to = `--base-url ${visibleLine(target.baseUrl)}`;
  const again = mode === 'observe' ? 'Judge' : 'Run';
  if (first !== undefined && jsonFile === undefined)
    steps.push(
      `${again} it again with --report json=report.json to keep the evidence.` +
        (mode === 'observe' ? ' After --listen, only a file with --keep-signatures does.' : ''),
    );
  else if (first !== undefined && mode !== 'observe')
    steps.push(`Run one again, re-signed: ${COMMAND} conformance replay ${jsonFile} ${first.id} ${to}`);
  const cleanUp = cleanUpLine(report);
  if (cleanUp !== undefined) steps.push(`Cancel what was left behind: ${visibleLine(cleanUp)}`);
  if (unexpectedPasses.length > 0) steps.push('Take what passed off the list of known failures.');
  if (ok && report.totals.specifiedAndChecked === 0)
    steps.push('No declared fact was judged: the reasons above say what is missing.');
  return steps.join('\n');
}
