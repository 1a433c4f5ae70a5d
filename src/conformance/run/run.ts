import { ArgumentError } from '../../core/errors.js';
import { noOperation } from '../../core/no-operation.js';
import { ownOptions } from '../../core/options.js';
import { type OperationId, operations } from '../model/operations.js';
import { readBaseUrl } from '../call/base-url.js';
import type { InProcessFetch } from '../call/in-process-sender.js';
import { asNone, type Check } from '../findings/check.js';
import { catalogue, checksOf } from '../checks/index.js';
import { cleanUp } from '../session/clean-up.js';
import { beginJournal } from '../ledger/begin-journal.js';
import type { Budget, ConformanceOptions, Mode, Report, Result } from '../model/report-model.js';
import { orderOf, takesAnyOrder } from './lanes.js';
import { sideBySide } from '../model/side-by-side.js';
import { fillFirst } from '../checks/page.js';
import { createRunner } from './runner.js';
import { assertMode } from '../call/safety.js';
import { establishPremises, measureClock } from '../session/establish-premises.js';
import { isJudged, undecidedOf } from './run-success.js';
import { reportOf } from './run-report.js';
import { asFlag, type OptionNaming } from '../model/option-names.js';
import { REAL_TIME, type Timing } from '../call/timing.js';
import { createSession, type Session } from '../session/session.js';
import { callAndCancel, otherContracts, restingOrder, TRIED } from '../orders/orders.js';

export { conformanceChecks } from './result.js';

/** The checks that tell servers apart: without those that repeat a check on each further operation. */
export const differingChecks: readonly string[] = catalogue.filter(({ again }) => again !== true).map(({ id }) => id);

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
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  return runIn(ownOptions(options, Object.keys(OPTIONS)), REAL_TIME);
}

/** A name that is misspelt would judge something else than was meant. */
const OPTIONS: Readonly<Record<keyof ConformanceOptions, true>> = {
  ...{ baseUrl: true, credentials: true, signing: true, sign: true, budget: true, patienceMs: true, codes: true },
  ...{ mode: true, checks: true, operations: true, publicOnly: true, strict: true, knownFailures: true },
  ...{ existing: true, orders: true, permission: true, journal: true, seed: true, timeoutMs: true, rate: true },
  ...{ lanes: true, signal: true, leaveSignal: true, onProgress: true, dryRun: true },
};

/** {@link runConformance} as the command line starts it: reasons name its flags. */
export const runFromCommandLine = (options: ConformanceOptions): Promise<Report> =>
  runIn(options, REAL_TIME, undefined, asFlag);

/** {@link runConformance} by another clock, which may wait in no time, or against a server in this process. */
export async function runIn(
  options: ConformanceOptions,
  timing: Timing,
  fetch?: InProcessFetch,
  optionName?: OptionNaming,
  suspended?: string,
): Promise<Report> {
  const { mode = 'read', seed = 1, dryRun = false, knownFailures = [] } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  assertMode(options, baseUrl);
  const selected = selectedBy(options);
  const budget = mode === 'mutate' || dryRun ? await planConformance({ ...options, onProgress: undefined }) : undefined;
  const journal = mode === 'mutate' && !dryRun ? beginJournal(options, baseUrl, timing) : undefined;
  const session = createSession(options, baseUrl, {
    rehearsing: dryRun,
    ledger: journal?.ledger,
    timing,
    fetch,
    optionName,
  });
  const startedAt = new Date(timing.now());
  let left: readonly string[] | undefined;
  try {
    options.onProgress?.({ done: 0, total: selected.length, current: 'clock, signatures and refusals' });
    await measureClock(session);
    if (!dryRun && selected.some(needsSigning)) await establishPremises(session, options);
    if (fetch === undefined) session.atOnce = await callsAtOnce(session, options);
    if (suspended !== undefined)
      session.goBy('contracts.names', `orders are taken on ${options.existing?.contractName}, and not on ${suspended}`);
    const runner = createRunner(session, options);
    const done: Result[] = [];
    const runOne = async (check: Check): Promise<void> => {
      options.onProgress?.({ done: done.length, total: selected.length, current: check.id, ...lastOf(done) });
      done.push(await runner.result(check));
    };
    const { inTurn, lanes, last } = orderOf(declaredFirst(selected, mode), mode);
    const { existing = {} } = options;
    let mayBeSuspended = mode === 'sandbox' && existing.contractName === undefined;
    for (const check of inTurn) {
      await runOne(check);
      if (!mayBeSuspended || done.at(-1)?.cause !== 'request.volume-unit') continue;
      mayBeSuspended = false;
      const first = session.context([]).contract;
      const contractName = await tradedContract(session);
      if (contractName === undefined) continue;
      const onOther = { ...options, existing: { ...existing, contractName } };
      return await runIn(onOther, timing, fetch, optionName, first);
    }
    const hasPages = !dryRun && lanes.flat().some(({ family }) => family === 'PAGE');
    if (hasPages) await fillFirst(session.context([])).catch(asNone);
    await sideBySide(lanes, session.atOnce, async (lane) => {
      for (const check of lane) await runOne(check);
    });
    for (const check of last) await runOne(check);
    const results = await Promise.all(selected.map((check) => runner.result(check)));
    const { stopped } = session;
    left = journal === undefined ? [] : await cleanUp(session);
    options.onProgress?.({ done: results.length, total: selected.length, current: '', ...lastOf(done) });
    const undecided = dryRun ? [] : undecidedOf(results, options).filter((id) => !knownFailures.includes(id));
    const isWhole = stopped === undefined && session.stopped === undefined && left.length === 0 && isJudged(results);
    return reportOf(
      {
        target: { baseUrl: baseUrl.href, ...(options.permission?.account && { label: options.permission.account }) },
        mode,
        startedAt: startedAt.toISOString(),
        durationMs: timing.now() - startedAt.getTime(),
        calls: session.calls,
        seed,
        clockOffsetMs: session.clockOffsetMs,
        ...(options.credentials && !options.sign && { signing: session.rule }),
        premises: session.premises,
        ...(budget && { budget }),
        ...(journal && { journal: journal.file }),
        ...(left.length > 0 && { leftBehind: left }),
      },
      {
        results,
        knownFailures,
        undecided,
        isWhole: dryRun || isWhole,
        covered: dryRun ? undefined : () => [results.map(runner.covered), []],
      },
    );
  } catch (cause) {
    // A function of the caller that throws must leave no order behind.
    left ??= journal === undefined ? [] : await cleanUp(session);
    throw left.length === 0 ? cause : new Error(`the run ended early, and left behind: ${left.join(', ')}`, { cause });
  } finally {
    session.close();
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
  const session = createSession(options, baseUrl, { rehearsing: true });
  await measureClock(session);
  const runner = createRunner(session, { ...options, dryRun: true });
  for (const check of selectedBy(options)) await runner.result(check);
  if (options.mode === 'mutate') await cleanUp(session);
  return session.budget;
}

/** One where the target takes signed calls only in their order. */
async function callsAtOnce(session: Session, { mode, dryRun }: ConformanceOptions): Promise<number> {
  if (mode !== 'sandbox' || dryRun === true || session.lanes < 2 || !session.hasUsual || session.stopped !== undefined)
    return 1;
  return (await takesAnyOrder(session.context([])).catch(asNone)) === true ? session.lanes : 1;
}

/** A public call that is signed all the same needs no rule that is known to be taken. */
const needsSigning = ({ signed, operations: ids }: Check): boolean =>
  signed && ids.some((id) => operations[id].security !== 'public');

/** Where calls are few, those that judge go before those that observe, then what is late, and last what takes many. */
const declaredFirst = (selected: readonly Check[], mode: Mode): readonly Check[] => {
  if (mode !== 'read') return selected;
  const turn = ({ late, clause }: Check): number =>
    late === 'last' ? 3 : late === true ? 2 : clause.kind === 'declared' ? 0 : 1;
  return [0, 1, 2, 3].flatMap((wanted) => selected.filter((check) => turn(check) === wanted));
};

/** With `publicOnly`, what needs no credentials; with `operations`, what is about no other. */
function selectedBy({ checks, operations: wanted, publicOnly = false }: ConformanceOptions): readonly Check[] {
  for (const name of wanted ?? []) {
    const wrong = noOperation(name);
    if (wrong) throw new ArgumentError(`operations: ${name} ${wrong}. Nothing was sent.`, { field: 'operations' });
  }
  const isWanted = (id: OperationId): boolean => wanted === undefined || wanted.includes(id);
  return checksOf(checks, 'Nothing was sent.').filter(
    (check) => check.operations.every(isWanted) && (!publicOnly || !check.signed),
  );
}

const lastOf = (results: readonly Result[]) => (results.length === 0 ? {} : { last: results.at(-1)! });

/** Another contract of the public list on which an order rests: the first one may be suspended. Throw-away targets only. */
async function tradedContract(session: Session): Promise<string | undefined> {
  const context = session.context([]);
  const find = async (): Promise<string | undefined> => {
    for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
      const order = await restingOrder(context, contract);
      if ((await callAndCancel(context, 'createOrder', order, contract)).kind === 'accepted') return contract;
    }
    return undefined;
  };
  return find().catch(asNone);
}
