import { Option } from 'commander';
import type { Report } from '../../conformance/index.js';
import { once } from '../options.js';
import { EXIT, exitCodeOfReport } from '../exit.js';
import type { CommandSurroundings } from './surroundings.js';
import { wrong } from '../../core/argument.js';

export const minCoverageOption = (): Option =>
  once('--min-coverage <percent>', 'how much of what checks can reach in the description has to be judged, such as 40');

/** @throws {ArgumentError} When it is not a percentage. */
export function readMinCoverage(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : Infinity;
  // 0.9 is meant as 90 %.
  if (percent === 0 || (percent >= 1 && percent <= 100)) return percent;
  throw wrong('--min-coverage', `is a percentage from 1 to 100, such as 40, or 0, got ${text}`);
}

/** The exit code of a report, which also says whether enough of the description was judged. */
export function exitCodeWithCoverage(
  report: Report,
  minCoverage: number | undefined,
  { terminal }: Pick<CommandSurroundings, 'terminal'>,
): number {
  const code = exitCodeOfReport(report);
  if (minCoverage === undefined) return code;
  const percent = report.coverage?.percent ?? 0;
  if (percent >= minCoverage) return code;
  terminal.output.write(
    `futures: ${percent} % of the points of the description were judged, less than --min-coverage ${minCoverage}.\n`,
  );
  return code === EXIT.done ? EXIT.uncovered : code;
}
