import { countsOfProgram } from '../model/caller-verdicts.js';
import type { Report, Result } from '../model/report-model.js';
import { type Coverage, POINT_KINDS } from '../model/coverage-model.js';
import { causeLine, causesOf } from './causes.js';
import { KIND_NAMES, ONE_FORM, recordingLine, signingText } from './run-texts.js';
import { counted } from '../model/counted.js';
import { cut } from './evidence.js';
import { breaksRun, clauseText, outcomeText, reasonOf, VERDICTS } from '../model/verdicts.js';
import { visibleLine } from './visible.js';

/** Job summaries hold a megabyte. */
const MOST_FAILURES = 100;
const LINE = 400;
/** A cause is a heading: what it explains stands below. */
const CAUSE = 160;

/** Markdown for the summary of a CI job: causes first, then each failure in a row, and what could not be judged. */
export function toMarkdown(report: Report): string {
  const { target, clockOffsetMs, signing, leftBehind = [], totals, unexpectedPasses } = report;
  const failed = report.results.filter((result) => breaksRun(report, result));
  const causes = causesOf(report);
  const isCaller = report.mode === 'caller';
  const sections = [
    `## ${report.ok ? '✅' : '❌'} Conformance of ${text(target.label ?? target.baseUrl)}`,
    text(outcomeText(report)),
    causes.length === 0
      ? ''
      : `### Causes\n\n${causes.map((cause) => `- **${text(causeLine(cause), CAUSE)}**${cause.advice === undefined ? '' : `<br>${text(cause.advice)}`}`).join('\n')}`,
    leftBehind.length === 0 ? '' : `### Left behind\n\n${leftBehind.map((order) => `- ${text(order)}`).join('\n')}`,
    unexpectedPasses.length === 0
      ? ''
      : `### Known failures that passed\n\n${unexpectedPasses.map((id) => `- ${text(id)}`).join('\n')}`,
    failed.length === 0 ? '' : `### Failures\n\n${table(report, failed)}`,
    `| verdict | ${isCaller ? 'scenes' : 'checks'} |\n| --- | ---: |\n${countsOf(report)
      .map(([verdict, count]) => `| ${verdict} | ${count} |`)
      .join('\n')}`,
    report.coverage === undefined ? '' : coverageTable(report.coverage),
    report.recording === undefined
      ? ''
      : [
          `### Recording\n\n${text(recordingLine(report.recording))}`,
          ...report.recording.notContained.map((missing) => `- not in it: ${text(missing)}`),
        ].join('\n'),
    [
      `Mode ${report.mode}, ${counted(report.calls, 'call')} in ${(report.durationMs / 1000).toFixed(1)} s`,
      ...(isCaller ? [] : [clockOffsetMs === null ? 'clock offset not measured' : `clock offset ${clockOffsetMs} ms`]),
      ...(signing === undefined ? [] : [`signed ${text(signingText(signing))}`]),
      ...(isCaller
        ? []
        : [
            `declared: ${totals.specifiedAndChecked} judged, ${totals.specifiedNotReached} not judged; not declared: ${totals.notSpecifiedObserved} seen here`,
          ]),
    ].join('; '),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function countsOf({ mode, results, totals }: Report): readonly (readonly [string, number])[] {
  if (mode === 'caller') return countsOfProgram(results).map(([name, count]) => [text(name), count]);
  return VERDICTS.flatMap((verdict) => (totals.byVerdict[verdict] > 0 ? [[verdict, totals.byVerdict[verdict]]] : []));
}

function coverageTable({ byKind }: Coverage): string {
  const rows = POINT_KINDS.map((kind) => {
    const { described, reachable, reached, judged } = byKind[kind];
    return `| ${KIND_NAMES[kind]} | ${described} | ${reachable} | ${reached} | ${judged} |`;
  });
  return `### Coverage of the description\n\n${ONE_FORM}\n\n| | described | reachable | reached | judged |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('\n')}`;
}

function table(report: Report, failed: readonly Result[]): string {
  const rows = failed
    .slice(0, MOST_FAILURES)
    .map((result) => `| ${text(result.id)} | ${text(reasonOf(report, result))} | ${text(clauseText(result))} |`);
  const more = failed.length - MOST_FAILURES;
  return `| check | why | rule |\n| --- | --- | --- |\n${rows.join('\n')}${more > 0 ? `\n\n${more} more: see the HTML report.` : ''}`;
}

/** In one line, without any markup: a server's text is text. */
const text = (raw: string, limit = LINE): string =>
  visibleLine((limit === LINE ? cut(raw, LINE) : shortened(raw, limit)).replaceAll('\n', ' '))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#|~>@]|:(?=\S)/g, (char) => `&#${char.codePointAt(0)};`);

const shortened = (raw: string, limit: number): string =>
  raw.length <= limit ? raw : `${raw.slice(0, raw.lastIndexOf(' ', limit)).replace(/[;,:]$/, '')} …`;
