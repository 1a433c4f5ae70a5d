import type { Mode, Report, Result } from '../../conformance/model/report-model.js';
import { evidenceText } from '../../conformance/reports/evidence.js';
import { cleanUpLine } from '../../conformance/reports/run-texts.js';
import { toSummary } from '../../conformance/reports/summary.js';
import { visible } from '../../conformance/reports/visible.js';
import { COMMAND } from '../../core/command-name.js';
import type { CommandSurroundings } from './surroundings.js';
import { readTarget, type TargetRequest } from './conformance-options.js';
import { readReport } from './read-report.js';
import { wrong } from '../../core/argument.js';
import { printable } from '../printable.js';
import { exitCodeOfReport } from '../exit.js';
import { askPermission, keepReport, noteOfKept, runToReport } from './run-conformance.js';

/**
 * Runs one check of a JSON report alone, with the seed and the mode of that run, and prints its calls. The address comes
 * from the command line: a report from another person must not decide where a signed call goes.
 */
export async function replay(
  file: string,
  id: string,
  request: TargetRequest,
  around: CommandSurroundings,
): Promise<number> {
  const old = readReport(file);
  const before = old.results.find((result) => result.id === id);
  const { checks, run, plan } = await around.kit();
  // The beginning of an address would run more than the one check.
  if (!checks.some((check) => check.id === id))
    throw wrong('check', `${id} is not known: ${COMMAND} conformance --list shows all checks`);
  if (before === undefined) throw wrong('check', `${id} is not in ${file}: ${failures(old)}`);
  if (old.mode === 'observe')
    throw wrong('report', `${file} is about recorded calls: ${COMMAND} conformance observe judges them again`);
  if (!isMode(old.mode))
    throw wrong('report', `${file} is of a run in mode ${JSON.stringify(old.mode)}, which cannot be repeated`);
  const options = { ...readTarget(request, around.env), mode: old.mode, checks: [id], seed: old.seed };
  const permission = old.mode === 'mutate' ? await askPermission(request, options, around, plan) : undefined;
  const { report } = await runToReport(run, { ...options, permission }, around);
  const now = report.results.find((result) => result.id === id);
  around.stdout.write(now === undefined ? toSummary(report) : describe(before, now) + leftText(report));
  around.terminal.output.write(noteOfKept(keepReport(report)));
  return exitCodeOfReport(report);
}

function leftText(report: Report): string {
  const lines = (report.leftBehind ?? []).map((order) => `LEFT BEHIND  ${order}`);
  return [...lines, cleanUpLine(report) ?? []]
    .flat()
    .map((line) => `${printable(line)}\n`)
    .join('');
}

function describe(before: Result, now: Result): string {
  const calls =
    now.exchanges.length === 0
      ? 'The report keeps no calls of a check that passes.'
      : evidenceText(now, MOST_CHARACTERS, MOST_CALLS);
  return visible(
    `${now.id}: ${now.verdict}, was ${before.verdict}\n${now.title}\n${now.reason === undefined ? '' : `${now.reason}\n`}\n${calls}\n`,
  );
}

/** More than a person reads: a history has pages of a thousand records, and a check of it sends thousands of orders. */
const MOST_CHARACTERS = 20_000;
const MOST_CALLS = 20;

function failures({ results }: Report): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  return failed.length === 0 ? 'nothing failed there' : `what failed there is ${failed.join(', ')}`;
}

function isMode(mode: unknown): mode is Mode {
  return mode === 'read' || mode === 'sandbox' || mode === 'mutate';
}
