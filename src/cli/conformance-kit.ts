import type { CheckInfo, ConformanceOptions, Progress, Report } from '../conformance/model.js';
import type { SelftestReport } from '../conformance/selftest.js';

/** What the commands need of the conformance kit. */
export interface ConformanceKit {
  /** Every check there is. */
  readonly checks: readonly CheckInfo[];
  /** Judges a target. When its signal is aborted it resolves with what was judged until then. */
  run(options: ConformanceOptions): Promise<Report>;
}

/** Loaded when it is used, because the other commands have no use for it. */
export async function loadKit(): Promise<ConformanceKit> {
  const { conformanceChecks: checks, runConformance } = await import('../conformance/index.js');
  return { checks, run: runConformance };
}

/** Judges the sandbox and broken versions of it, each on a port of its own. */
export type Selftest = (options: {
  readonly seed?: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}) => Promise<SelftestReport>;
