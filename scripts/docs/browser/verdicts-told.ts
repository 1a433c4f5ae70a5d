import type { Verdict } from '../../../src/conformance/model.js';
import { VERDICTS } from '../../../src/conformance/reports/verdicts.js';
import type { HeldReport, HeldResult } from './report-read.js';

/** `fail (known)`: the word for a verdict, and whether somebody expected it. */
export function verdictWord(report: HeldReport, { id, verdict }: HeldResult): string {
  if (verdict === 'fail' && report.knownFailures.includes(id)) return 'fail (known)';
  return report.unexpectedPasses.includes(id) ? `${verdict} (unexpected)` : verdict;
}

/** Verdicts that occur, what needs attention first. */
export function countVerdicts(results: readonly HeldResult[]): readonly (readonly [Verdict, number])[] {
  return VERDICTS.map((verdict) => [verdict, results.filter((one) => one.verdict === verdict).length] as const).filter(
    ([, count]) => count > 0,
  );
}

/** `1 fail, 7 pass`. */
export const countsText = (results: readonly HeldResult[]): string =>
  countVerdicts(results)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ');

/** Whose report it is, in a few words: `https://futures.example, 2026-01-02 03:04 UTC`. */
export const originOf = ({ target: { label, baseUrl }, startedAt }: HeldReport): string =>
  `${label === undefined ? '' : `${label}, `}${baseUrl}, ${minuteOf(startedAt)}`;

/** A time up to the minute; what is no time stands as it is. */
export function minuteOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Each operation with the checks that call it; those that call none stand under an empty name. */
export function byOperation(results: readonly HeldResult[]): ReadonlyMap<string, readonly HeldResult[]> {
  const groups = new Map<string, HeldResult[]>();
  for (const result of results) {
    for (const name of result.operations.length === 0 ? [''] : new Set(result.operations)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [result]);
      else group.push(result);
    }
  }
  return groups;
}
