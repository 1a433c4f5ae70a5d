import type { CleanedUp, CleanUpOptions } from '../../conformance/session/clean-up-journal.js';
import type { Budget, CheckInfo, ConformanceOptions, Progress, Report } from '../../conformance/model/report-model.js';
import type { SelftestReport, Shard } from '../../conformance/selftest/selftest.js';
import type { Terminal } from '../confirm.js';

/** The surroundings that the commands touch. */
export interface CommandSurroundings {
  kit(): Promise<ConformanceKit>;
  selftest(): Promise<Selftest>;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Terminal['output'];
  readonly terminal: Terminal;
  /** Calls `stop` at the first Ctrl-C and `leave` at the second; the next one ends the program. Returns what takes that back. */
  onInterrupt(stop: () => void, leave: () => void): () => void;
  exit(code: number): void;
}

/** The functions of the conformance kit that the commands call. */
export interface ConformanceKit {
  /** Every check there is. */
  readonly checks: readonly CheckInfo[];
  /** Judges a target. When its signal is aborted it resolves with what was judged until then. */
  run(options: ConformanceOptions): Promise<Report>;
  /** The calls that a run would send. Sends nothing. */
  plan(options: ConformanceOptions): Promise<Budget>;
  /** Cancels what the runs of a journal left behind. */
  cleanUp(journal: string, options: CleanUpOptions): Promise<CleanedUp>;
}

/** Loaded when it is used, because the other commands have no use for it. */
export async function loadKit(): Promise<ConformanceKit> {
  const kit = await import('../../conformance/index.js');
  const { conformanceChecks: checks, planConformance: plan, cleanUpConformance: cleanUp } = kit;
  const { runFromCommandLine: run } = await import('../../conformance/run/run.js');
  return { checks, run, plan, cleanUp };
}

/** Judges the sandbox and broken versions of it, each on its own port. */
export type Selftest = (options: {
  readonly seed?: number | undefined;
  readonly shard?: Shard | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}) => Promise<SelftestReport>;
