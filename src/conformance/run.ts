import { descriptionDigest } from '../../generated/description.js';
import { ArgumentError } from '../core/errors.js';
import { readBaseUrl } from './call/base-url.js';
import type { Check } from './engine/check.js';
import { catalogue } from './checks/index.js';
import { cleanUp } from './account/clean-up.js';
import { beginJournal } from './account/begin-journal.js';
import { measureClock } from './engine/measure-clock.js';
import type { Budget, CheckInfo, ConformanceOptions, Mode, Report, Result } from './model.js';
import { createRunner, infoOf } from './engine/runner.js';
import { assertMode } from './engine/safety.js';
import { establishPremises } from './premises/establish.js';
import { countTotals } from './engine/totals.js';
import { REAL_TIME, type Timing } from './engine/timing.js';
import { createWorld } from './engine/world.js';

/** What is checked: plain data, in the order in which it runs (in mode read, what is declared runs first). */
export const conformanceChecks: readonly CheckInfo[] = catalogue.map(infoOf);

/**
 * Checks a server against the description and reports what was found. By default (`mode: 'read'`) nothing is sent that
 * could change an account.
 *
 * @throws {ArgumentError} Before anything is sent: an option is wrong, or `mutate` lacks a permission.
 * @example
 * const report = await runConformance({ baseUrl: 'http://127.0.0.1:4000', credentials: { apiKey: 'key', apiSecret: 'secret' } });
 * if (!report.ok) process.exitCode = 1;
 * @see docs/conformance.md
 */
export function runConformance(options: ConformanceOptions): Promise<Report> {
  return runIn(options, REAL_TIME);
}

/** {@link runConformance} by another clock, which may wait in no time. */
export async function runIn(options: ConformanceOptions, timing: Timing): Promise<Report> {
  const { mode = 'read', seed = 1, dryRun = false, knownFailures = [] } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  assertMode(options, baseUrl);
  const selected = select(options.checks);
  const budget = mode === 'mutate' || dryRun ? await planConformance({ ...options, onProgress: undefined }) : undefined;
  const journal = mode === 'mutate' && !dryRun ? beginJournal(options, baseUrl, timing) : undefined;
  const world = createWorld(options, baseUrl, { rehearsing: dryRun, ledger: journal?.ledger, timing });
  const startedAt = new Date(timing.now());
  try {
    await measureClock(world);
    if (!dryRun && selected.some(({ signed }) => signed)) await establishPremises(world, options);
    const runner = createRunner(world, options);
    const done: Result[] = [];
    for (const check of declaredFirst(selected, mode)) {
      options.onProgress?.({ done: done.length, total: selected.length, current: check.id, ...lastOf(done) });
      done.push(await runner.result(check));
    }
    const results = await Promise.all(selected.map((check) => runner.result(check)));
    const { stopped } = world;
    const left = mode === 'mutate' && !dryRun ? await cleanUp(world) : [];
    options.onProgress?.({ done: results.length, total: selected.length, current: '', ...lastOf(done) });
    const unexpectedPasses = knownFailures.filter((id) =>
      results.some((one) => one.id === id && one.verdict === 'pass'),
    );
    return {
      version: 1,
      target: { baseUrl: baseUrl.href, ...(options.permission?.account && { label: options.permission.account }) },
      mode,
      startedAt: startedAt.toISOString(),
      durationMs: timing.now() - startedAt.getTime(),
      calls: world.calls,
      seed,
      clockOffsetMs: world.clockOffsetMs,
      ...(options.credentials && { signing: world.rule }),
      digests: { description: descriptionDigest, suite: digest(conformanceChecks) },
      results,
      premises: world.premises,
      totals: countTotals(results),
      unexpectedPasses,
      knownFailures: knownFailures.filter((id) => results.some((one) => one.id === id && one.verdict === 'fail')),
      ...(budget && { budget }),
      ...(journal && { journal: journal.file }),
      ...(left.length > 0 && { leftBehind: left }),
      ok:
        dryRun ||
        (stopped === undefined &&
          world.stopped === undefined &&
          unexpectedPasses.length === 0 &&
          left.length === 0 &&
          isOk(results, knownFailures)),
    };
  } finally {
    world.close();
    journal?.close();
  }
}

/**
 * The calls and the weight of a run, without sending anything. What answers decide (pages, orders already there) may
 * make it less or a little more.
 *
 * @throws {ArgumentError} As {@link runConformance}.
 */
export async function planConformance(options: ConformanceOptions): Promise<Budget> {
  const baseUrl = readBaseUrl(options.baseUrl);
  assertMode({ ...options, dryRun: true }, baseUrl);
  const world = createWorld(options, baseUrl, { rehearsing: true });
  await measureClock(world);
  const runner = createRunner(world, { ...options, dryRun: true });
  for (const check of select(options.checks)) await runner.result(check);
  if (options.mode === 'mutate') await cleanUp(world);
  return world.budget;
}

/** Where calls are few, those that judge go before those that observe. */
const declaredFirst = (selected: readonly Check[], mode: Mode): readonly Check[] =>
  mode === 'read'
    ? [true, false].flatMap((judges) => selected.filter(({ clause }) => (clause.kind === 'declared') === judges))
    : selected;

/** A run in which nothing could be judged is not ok, and neither is one whose signed calls all led nowhere. */
function isOk(results: readonly Result[], knownFailures: readonly string[]): boolean {
  const bad = results.some(
    ({ id, verdict }) => verdict === 'harness-error' || (verdict === 'fail' && !knownFailures.includes(id)),
  );
  const signedIds = new Set(catalogue.filter(({ signed }) => signed).map(({ id }) => id));
  const led = (signed: boolean): boolean => {
    const group = results.filter(({ id, verdict }) => signedIds.has(id) === signed && verdict !== 'not-run');
    return group.length === 0 || group.some(({ verdict }) => verdict !== 'cannot-tell' && verdict !== 'not-applicable');
  };
  return (
    !bad && results.some(({ verdict }) => verdict !== 'cannot-tell' && verdict !== 'not-run') && led(true) && led(false)
  );
}

function select(wanted: readonly string[] | undefined) {
  if (wanted === undefined || wanted.length === 0) return catalogue;
  const strange = wanted.find((start) => !catalogue.some(({ id }) => id.startsWith(start)));
  if (strange !== undefined) {
    throw new ArgumentError(`checks: no check begins with ${strange}. Nothing was sent.`, { field: 'checks' });
  }
  return catalogue.filter(({ id }) => wanted.some((start) => id.startsWith(start)));
}

const lastOf = (results: readonly Result[]) => (results.length === 0 ? {} : { last: results.at(-1)! });

const digest = (value: unknown): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(JSON.stringify(value)).digest('hex');
