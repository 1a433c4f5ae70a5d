export type * from './model.js';
export { toSummary } from './reports/summary.js';
export { parseReportFiles, type ReportFile, type ReportFormat, writeReports } from './reports/write.js';
