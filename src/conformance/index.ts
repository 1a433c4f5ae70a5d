export { type CleanedUp, cleanUpConformance, type CleanUpOptions } from './session/clean-up-journal.js';
export { compareReports } from './compare/compare-reports.js';
export type {
  Change,
  ChangedCheck,
  ChangedClause,
  ChangedQuestion,
  Comparison,
  ReportOrigin,
  Side,
} from './compare/comparison.js';
export { toComparisonText } from './compare/comparison-text.js';
export { conformanceChecks, planConformance, runConformance } from './run/run.js';
export { type HarText, observeTraffic, type ObserveOptions } from './recorded-traffic/observe-traffic.js';
export { createHarRecorder, type HarRecorder, type HarRecorderOptions } from '../recording/har-recorder.js';
export { describeConformance } from './vitest.js';
export type { SignatureEncoding } from '../core/signature-encoding.js';
export type { SigningPart, SigningRule } from '../core/signing-rule.js';
export { FAMILIES } from './model/report-model.js';
export { parseReport } from './reports/parse-report.js';
export { toSummary } from './reports/summary.js';
export { parseReportFiles, type ReportFile, type ReportFormat, writeReports } from './reports/write.js';
export { joinShards, runSelftest } from './selftest/selftest.js';
export type { SelftestOptions, SelftestReport, Shard, Start, Started } from './selftest/selftest.js';
export type { ServerVerdict } from './selftest/selftest-verdict.js';
export type {
  Budget,
  CheckInfo,
  Clause,
  ConformanceOptions,
  Exchange,
  Family,
  Finding,
  Mode,
  Progress,
  RecordingCoverage,
  Report,
  Result,
  Totals,
  Verdict,
} from './model/report-model.js';
