import type { Report } from '../../conformance/model/report-model.js';
import { type TwinOptions, twinOptions } from '../../conformance/twin/twin-options.js';
import { DEFAULT_WINDOW } from '../../sandbox/access.js';
import { DEFAULT_DIALECT } from '../../sandbox/dialect.js';
import { printable } from '../printable.js';
import { readReport } from '../conformance/read-report.js';
import { askTwin, type TwinAnswers } from './ask-twin.js';

/** @throws {ArgumentError} When the file is not a report, or not one of a server. */
export async function readTwin(file: string): Promise<{ readonly options: TwinOptions; readonly text: string }> {
  const report = readReport(file, '--like');
  const options = twinOptions(report);
  return { options, text: describeTwin(report, options, await askTwin(report, options)) };
}

/** The sources of a twin's behaviour, in words; questions by their ids in openapi/unknowns.yaml. */
export function describeTwin(
  report: Report,
  options: TwinOptions,
  { measured, unclear, notTaken, assumed }: TwinAnswers,
): string {
  const { target, startedAt, mode, results } = report;
  const broken = results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  return [
    `Twin of ${printable(target.baseUrl)}, measured ${printable(startedAt.slice(0, 10))} in mode ${mode}`,
    ...section('options', 'taken from the report, where the sandbox has others by itself', chosen(options)),
    '  described: what the service document declares',
    ...section('described, and broken by the server', 'the twin keeps to the document', broken),
    ...section('measured', 'the twin gives the same answer', measured),
    ...section('measured, not compared', 'it depends on the orders and trades of the account', unclear),
    ...section('measured, not taken', 'the sandbox has no option for it', notTaken),
    ...section('assumed', 'not measured, so the sandbox chooses', assumed),
    '',
  ].join('\n');
}

/** The options that differ from the default, each as the documentation writes it. */
function chosen({ dialect, strict, window }: TwinOptions): readonly string[] {
  const usual: Readonly<Record<string, unknown>> = { ...DEFAULT_DIALECT, ...DEFAULT_WINDOW };
  const members = Object.entries({ ...dialect, ...window, ...(strict && { strict }) });
  const others = members.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]));
  return others.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

const section = (name: string, meaning: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`  ${name} (${items.length}): ${meaning}`, inLines(printable(items.join(', ')))];

/** Breaks a list at its commas, into lines of 100 columns where its items are shorter. */
const inLines = (list: string): string => list.replace(/(.{1,96}|\S+)(?:, |$)/g, '    $1\n').trimEnd();
