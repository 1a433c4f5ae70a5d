import { UnsupportedError } from '../core/errors.js';
import type { CheckInfo, ConformanceOptions, Report } from './model.js';

export type * from './model.js';
export { toSummary } from './reports/summary.js';
export { parseReportFiles, type ReportFile, type ReportFormat, writeReports } from './reports/write.js';

export const checks: readonly CheckInfo[] = [];

export async function runConformance(_options: ConformanceOptions): Promise<Report> {
  throw new UnsupportedError('There are no checks yet.', { option: 'runConformance' });
}
