import { REPORT_FAMILIES, type Report, type Result } from '../model/report-model.js';
import { causeLine, causesOf } from './causes.js';
import { evidenceText, observedText } from './evidence.js';
import { isExplained, recordingLine, signingText } from './run-texts.js';
import { cdata, type Markup, markup } from './markup.js';
import { breaksRun, clauseText, isUnexpectedPass, reasonOf } from '../model/verdicts.js';

/** CI systems keep these files in memory, and refuse big ones. */
const BODY_LIMIT = 16_384;
/** A case shows at most so many calls: a check that pages through a history makes thousands. */
const MOST_CALLS = 20;

/**
 * JUnit XML as Jenkins and GitLab read it: one suite for each family, one case for each check. A failure is what breaks
 * the run; a fault of the kit is an error; what was not judged is skipped; an observation passes, with its value.
 */
export function toJunit(report: Report): string {
  const suites = REPORT_FAMILIES.map((family) => report.results.filter((result) => result.family === family))
    .filter((results) => results.length > 0)
    .map((results) => suite(report, results));
  const left = report.leftBehind ?? [];
  const name = `conformance of ${report.target.label ?? report.target.baseUrl}`;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" ${counts(report, report.results, left.length)} time="${seconds(report.durationMs)}">
${suites}${left.length === 0 ? undefined : cleanUpSuite(left)}</testsuites>
`.text;
}

type CaseKind = 'failure' | 'error' | 'skipped' | 'passed';

/** The way in which a result counts in a test report: what breaks the run is a failure or an error. */
export function kindOf(report: Report, result: Result): CaseKind {
  const { id, verdict } = result;
  if (isUnexpectedPass(report, result)) return 'failure';
  if (breaksRun(report, result)) return verdict === 'fail' ? 'failure' : 'error';
  if (verdict === 'pass' || verdict === 'not-specified') return 'passed';
  return report.undecided?.includes(id) === true ? 'error' : 'skipped';
}

function counts(report: Report, results: readonly Result[], left = 0): Markup {
  const count = (kind: CaseKind): number => results.filter((result) => kindOf(report, result) === kind).length;
  return markup`tests="${results.length + left}" failures="${count('failure') + left}" errors="${count('error')}"`;
}

/** Number of skipped cases of one suite; the schema of Jenkins has no such attribute for all suites. */
const skipped = (report: Report, results: readonly Result[]): number =>
  results.filter((result) => kindOf(report, result) === 'skipped').length;

const troubleOf = (order: string): string => (isExplained(order) ? order : `${order} could not be shown to be gone`);

/** An order that is still there breaks the run, and belongs to no check. */
function cleanUpSuite(left: readonly string[]): Markup {
  return markup`<testsuite name="CLEAN-UP" tests="${left.length}" failures="${left.length}" errors="0" skipped="0" time="0.000">
${left.map(
  (order) => markup`<testcase classname="conformance.CLEAN-UP" name="${order}" time="0.000">
<failure type="left-behind" message="${troubleOf(order)}">${cdata(troubleOf(order))}</failure>
</testcase>
`,
)}</testsuite>
`;
}

/** The settings that the evidence of every case depends on. The JUnit schemas allow properties only in a suite. */
function properties(report: Report): Markup {
  const { target, mode, seed, clockOffsetMs, signing, digests, totals, budget, recording } = report;
  const pairs: readonly (readonly [string, string | number | undefined])[] = [
    ['target', target.baseUrl],
    ['label', target.label],
    ['mode', mode],
    ['recording', recording && recordingLine(recording)],
    ['not-in-the-recording', recording && recording.notContained.join('; ')],
    ['seed', seed],
    ['clockOffsetMs', clockOffsetMs ?? 'not measured'],
    ['signing', signing && signingText(signing)],
    ['causes', causesOf(report).map(causeLine).join('; ') || undefined],
    ['digest.description', digests.description],
    ['digest.suite', digests.suite],
    ['specifiedAndChecked', totals.specifiedAndChecked],
    ['specifiedNotReached', totals.specifiedNotReached],
    ['notSpecifiedObserved', totals.notSpecifiedObserved],
    ['coverage.percent', report.coverage?.percent],
    ['budget.weight', budget?.weight],
  ];
  const known = pairs.filter(([, value]) => value !== undefined);
  return markup`<properties>
${known.map(([name, value]) => markup`<property name="${name}" value="${value}"/>\n`)}</properties>
`;
}

function suite(report: Report, results: readonly Result[]): Markup {
  const time = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const timestamp = report.startedAt.replace(/(\.\d+)?Z$/, '');
  return markup`<testsuite name="${results[0]!.family}" ${counts(report, results)} skipped="${skipped(report, results)}" time="${time}" timestamp="${timestamp}">
${properties(report)}${results.map((result) => testcase(report, result))}</testsuite>
`;
}

/** GitLab shows the class as the suite, and the text of a failure but not its message; so the text says it all. */
function testcase(report: Report, result: Result): Markup {
  const judged = judgement(report, result);
  const output = outputOf(result);
  return markup`<testcase classname="conformance.${result.family}" name="${result.id}" time="${seconds(result.durationMs)}">
${judged}${output === '' ? undefined : markup`<system-out>${cdata(output)}</system-out>\n`}</testcase>
`;
}

function judgement(report: Report, result: Result): Markup | undefined {
  const type = isUnexpectedPass(report, result) ? 'unexpected-pass' : result.verdict;
  const reason = reasonOf(report, result);
  const text = `${result.title}\n${reason}\n${clauseText(result)}`;
  switch (kindOf(report, result)) {
    case 'failure':
      return markup`<failure type="${type}" message="${reason}">${cdata(text)}</failure>\n`;
    case 'error':
      return markup`<error type="${type}" message="${reason}">${cdata(text)}</error>\n`;
    case 'skipped': {
      const prefix = result.verdict === 'fail' ? 'known failure' : type;
      return markup`<skipped message="${`${prefix}: ${reason}`}"/>\n`;
    }
    case 'passed':
      return undefined;
  }
}

function outputOf(result: Result): string {
  if (result.verdict === 'pass') return '';
  const parts = [`${result.verdict}: ${result.title}`, clauseText(result)];
  if (result.observed !== undefined) parts.push(`seen here: ${observedText(result.observed, BODY_LIMIT)}`);
  return [...parts, evidenceText(result, BODY_LIMIT, MOST_CALLS)].join('\n');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
