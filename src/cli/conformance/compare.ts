import { compareReports, type Comparison } from '../../conformance/compare/compare-reports.js';
import { toComparisonText } from '../../conformance/compare/comparison-text.js';
import { EXIT } from '../exit.js';
import { toJsonLine } from '../printable.js';
import { readReport } from './read-report.js';
import type { CommandSurroundings } from './surroundings.js';

const CODES: Readonly<Record<Comparison['result'], number>> = {
  same: EXIT.done,
  worse: EXIT.failed,
  different: EXIT.different,
};

/** Prints what differs between two JSON reports, and returns the exit code. Sends nothing. */
export function compare(
  [first, second]: readonly [first: string, second: string],
  { json }: { readonly json?: true },
  { stdout }: Pick<CommandSurroundings, 'stdout'>,
): number {
  const comparison = compareReports(readReport(first), readReport(second));
  stdout.write(json ? `${toJsonLine(comparison)}\n` : toComparisonText(comparison));
  return CODES[comparison.result];
}
