import type { Report } from '../model/report-model.js';

/** The file that a badge is drawn from (shields.io, "endpoint"): what failed, known or not, or how many checks passed. */
export function toBadge(report: Report): string {
  const { ok, totals } = report;
  const { fail, pass } = totals.byVerdict;
  const message = fail > 0 ? `${fail} failed, ${pass} passed` : ok ? `${pass} passed` : 'not ok';
  const color = ok ? (fail > 0 ? 'yellow' : 'brightgreen') : fail > 0 ? 'red' : 'lightgrey';
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color })}\n`;
}
