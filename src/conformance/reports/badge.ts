import type { Report } from '../model/report-model.js';
import { isKnownFailure } from './verdicts.js';

/** The file that a badge is drawn from (shields.io, "endpoint"): what failed, or how many checks passed. */
export function toBadge(report: Report): string {
  const failed = report.results.filter((each) => each.verdict === 'fail' && !isKnownFailure(report, each)).length;
  const { byVerdict } = report.totals;
  const message = failed > 0 ? `${failed} failed` : report.ok ? `${byVerdict.pass} passed` : 'not judged';
  const color = failed > 0 ? 'red' : report.ok ? 'brightgreen' : 'lightgrey';
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color })}\n`;
}
