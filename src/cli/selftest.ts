import pc from 'picocolors';
import { UnsupportedError } from '../core/errors.js';
import type { KillMatrix, MatrixRow, Selftest } from './conformance-kit.js';
import { plainTable } from './plain-table.js';

/** Starts the mutants, which the kit may not import, and hands them to it. */
export async function loadSelftest(): Promise<Selftest> {
  throw new UnsupportedError('There are no mutants yet.', { option: '--mode' });
}

/** Which server was caught by which check, and which should have been. */
export function writeMatrix({ rows, idle, durationMs, ok }: KillMatrix, colour: boolean): string {
  const colours = pc.createColors(colour);
  const count = (kind: MatrixRow['kind']): string => {
    const all = rows.filter((row) => row.kind === kind);
    return `${all.filter((row) => row.ok).length} of ${all.length}`;
  };
  const sections = [
    plainTable(
      ['server', 'kind', 'verdict', 'caught by'],
      rows.map((row) => [row.server, row.kind, row.ok ? 'ok' : 'WRONG', caughtBy(row)]),
    ),
    ...idle.map((id) => `${id} caught no mutant: nothing shows that it can fail.`),
    `${count('mutant')} mutants caught by the check that names their clause, ${count('control')} controls refused, ` +
      `${count('twin')} tolerant twins let through; ${(durationMs / 1000).toFixed(1)} s`,
    ok ? colours.green('The kit can fail, and raises no false alarm.') : colours.red('The kit is not to be trusted.'),
  ];
  return `${sections.join('\n')}\n`;
}

/** The check that had to catch it first; then how many others did. */
function caughtBy({ kind, expected, caughtBy: found }: MatrixRow): string {
  if (found.length === 0) return expected === undefined ? 'none' : `none; expected ${expected}`;
  if (kind === 'twin') return found.join(', ');
  const first = expected !== undefined && found.includes(expected) ? expected : found[0]!;
  const others = found.length === 1 ? '' : ` and ${found.length - 1} more`;
  return first === expected || expected === undefined ? `${first}${others}` : `${first}${others}; expected ${expected}`;
}
