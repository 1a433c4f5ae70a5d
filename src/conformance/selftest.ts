import type { ConformanceOptions, Report, Result } from './model.js';
import { conformanceChecks, runConformance } from './run.js';

/** A server that runs; `close` ends it. */
export interface Started extends Pick<ConformanceOptions, 'baseUrl' | 'credentials' | 'existing'> {
  close(): Promise<void>;
}

export type Start = () => Promise<Started>;

interface Named {
  readonly id: string;
  readonly title: string;
  readonly start: Start;
}

export interface SelftestOptions {
  /** The server that is right. */
  readonly reference: Start;
  /** Servers that are wrong in one way each, with the checks of which at least one has to say so. */
  readonly mutants: readonly (Named & { readonly killedBy: readonly string[] })[];
  /** Servers that are right in another way: nothing may fail. */
  readonly twins?: readonly Named[];
  /** Things that are no such service: no check of SIGN may pass, and the run may not be ok. */
  readonly controls?: readonly Named[];
  /** Tries on each mutant only the checks named for it: some twenty times as fast, and the matrix has no other kills. */
  readonly onlyNamed?: boolean;
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number; readonly current: string }) => void;
}

export interface SelftestReport {
  readonly ok: boolean;
  readonly durationMs: number;
  /** By mutant: the checks that failed. */
  readonly matrix: Readonly<Record<string, readonly string[]>>;
  /** Mutants that none of the checks named for them caught. */
  readonly survivors: readonly string[];
  /** Declared checks that catch no mutant. */
  readonly withoutKill: readonly string[];
  /** What the reference or a twin was accused of. */
  readonly falseAlarms: readonly string[];
  /** What a control got through with. */
  readonly fooled: readonly string[];
}

/** Runs the checks against servers that are known to be right, wrong and something else, and says which saw it. */
export async function runSelftest(options: SelftestOptions): Promise<SelftestReport> {
  const { reference, mutants, twins = [], controls = [], onProgress, timeoutMs = 2000, onlyNamed = false } = options;
  const started = performance.now();
  const total = 1 + mutants.length + twins.length + controls.length;
  let done = 0;
  const test = async (id: string, start: Start, more: Partial<ConformanceOptions> = {}): Promise<Report> => {
    onProgress?.({ done: done++, total, current: id });
    const { close, ...target } = await start();
    try {
      return await runConformance({ ...target, mode: 'sandbox', timeoutMs, ...more });
    } finally {
      await close();
    }
  };

  const falseAlarms = wrongIn('reference', (await test('reference', reference)).results, [
    'fail',
    'harness-error',
    'cannot-tell',
  ]);
  for (const { id, start } of twins)
    falseAlarms.push(...wrongIn(id, (await test(id, start)).results, ['fail', 'harness-error']));

  const matrix: Record<string, readonly string[]> = {};
  const survivors: string[] = [];
  for (const { id, start, killedBy } of mutants) {
    const { results } = await test(id, start, onlyNamed ? { checks: killedBy } : {});
    const killers = results.filter(({ verdict }) => verdict === 'fail').map((result) => result.id);
    matrix[id] = killers;
    if (!killedBy.some((check) => killers.includes(check))) survivors.push(id);
    falseAlarms.push(...wrongIn(id, results, ['harness-error']));
  }

  const fooled: string[] = [];
  for (const { id, start } of controls) {
    const { ok, results } = await test(id, start, { timeoutMs: 200 });
    if (ok) fooled.push(`${id}: the run is ok`);
    fooled.push(
      ...wrongIn(
        id,
        results.filter(({ family }) => family === 'SIGN'),
        ['pass'],
      ),
    );
  }

  const killing = new Set(Object.values(matrix).flat());
  const withoutKill = conformanceChecks
    .filter(({ id, clause }) => clause.kind === 'declared' && !killing.has(id))
    .map(({ id }) => id);
  onProgress?.({ done: total, total, current: '' });
  return {
    ok: survivors.length === 0 && falseAlarms.length === 0 && fooled.length === 0 && withoutKill.length === 0,
    durationMs: Math.round(performance.now() - started),
    matrix,
    survivors,
    withoutKill,
    falseAlarms,
    fooled,
  };
}

const wrongIn = (where: string, results: readonly Result[], verdicts: readonly Result['verdict'][]): string[] =>
  results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id, verdict, reason }) => `${where}: ${id} is ${verdict}${reason === undefined ? '' : ` (${reason})`}`);
