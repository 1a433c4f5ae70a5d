import { descriptionDigest, unknowns } from '../../../generated/description.js';
import { ArgumentError } from '../../core/errors.js';
import { catalogue } from '../checks/index.js';
import type { Coverage } from '../model/coverage-model.js';
import { coverageOf } from '../coverage/coverage.js';
import { describedReach } from '../coverage/described-reach.js';
import type { CoveredCall } from '../coverage/reached-points.js';
import type { Check } from '../findings/check.js';
import { judge, missingControl } from '../run/judge.js';
import { infoOf } from '../run/runner.js';
import { countTotals } from '../run/totals.js';
import type { ConformanceOptions, PremiseResult, Report, Result } from '../model/report-model.js';
import { digestOfSuite } from '../run/suite.js';
import type { ObservedCall } from './observed-call.js';
import { recordingCoverageOf } from './recording-coverage.js';
import { Findings } from './findings.js';
import { judgeOrders } from '../judges/orders.js';
import { judgeIdDigits } from './judges/digits.js';
import { judgeInputs } from './judges/inputs.js';
import { noteObserved } from './judges/observed.js';
import { judgePages } from './judges/pages.js';
import { judgePublicCalls, judgeRefusals } from './judges/refusals.js';
import { judgeSuccesses } from './judges/successes.js';
import { whyOpen } from './book-closes.js';
import { createCallRates } from './call-rates.js';
import { ofOneKey } from './gaps.js';
import { readRecordedOrders } from './recorded-orders.js';
import { type HarFile, readHar } from './read-har.js';
import { readRecording } from './recording.js';
import type { Recording } from './recording-model.js';

/** One HAR file, as text. */
export interface HarText {
  /** For messages and the report. */
  readonly name: string;
  readonly text: string;
}

/** Options of {@link observeTraffic}. */
export interface ObserveOptions extends Pick<
  ConformanceOptions,
  'credentials' | 'signing' | 'checks' | 'knownFailures' | 'strict'
> {
  /** Base URL of the service. Default: the one that the most recorded calls of described operations went to. */
  readonly baseUrl?: string | URL | undefined;
  /** Longest time that a change may take to show, milliseconds. Default 5000: a list that is read earlier says nothing. */
  readonly patienceMs?: number | undefined;
  /**
   * True when something that was not recorded may have traded on the account. Then nothing is concluded from an order that is
   * gone or that appears.
   */
  readonly sharedAccount?: boolean | undefined;
}

const PATIENCE_MS = 5000;

/**
 * Judges recorded traffic by the service document, with the checks of a live run, and sends nothing. What the recording does not
 * show is `cannot-tell`, never `fail`.
 *
 * @throws {ArgumentError} When a text is not a HAR file, or an option is wrong.
 * @example
 * const report = observeTraffic([{ name: 'traffic.har', text: await readFile('traffic.har', 'utf8') }], { credentials });
 * @see docs/conformance.md, Judge recorded traffic
 */
export function observeTraffic(files: readonly HarText[], options: ObserveOptions = {}): Report {
  return observeFiles(
    files.map(({ name, text }) => readHar(name, text)),
    options,
  );
}

/** {@link observeTraffic} of calls that were read before. */
export function observeFiles(files: readonly HarFile[], options: ObserveOptions): Report {
  const { credentials, knownFailures = [], patienceMs = PATIENCE_MS, strict = false } = options;
  const started = Date.now();
  const selected = select(options.checks);
  const recording = readRecording(files, options);
  const { findings, gap } = judgeAll(recording, patienceMs, options.sharedAccount === true);
  const results = resultsOf(selected, recording, findings);
  const undecided = strict ? results.filter(isUndecided).map(({ id }) => id) : [];
  const isKnown = ({ id }: Result): boolean => knownFailures.includes(id);
  const unexpectedPasses = results.filter((one) => isKnown(one) && one.verdict === 'pass').map(({ id }) => id);
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  const totals = countTotals(results);
  let coverage: Coverage | undefined;
  return {
    version: 1,
    target: { baseUrl: recording.baseUrl },
    mode: 'observe',
    startedAt: new Date(started).toISOString(),
    durationMs: Date.now() - started,
    calls: recording.calls.length,
    seed: 0,
    clockOffsetMs: null,
    ...(recording.signing && { signing: recording.signing.rule }),
    digests: { description: descriptionDigest, suite: digestOfSuite() },
    results,
    premises: premisesOf(recording, credentials !== undefined),
    totals,
    // Computed when a report is printed or written; judging while calls flow does not need it.
    get coverage() {
      return (coverage ??= descriptionCoverage(recording, results, findings));
    },
    recording: recordingCoverageOf(recording, files, { gap, hasSecret: credentials !== undefined }),
    unexpectedPasses,
    knownFailures: failed.filter(isKnown).map(({ id }) => id),
    ...(undecided.length > 0 && { undecided }),
    ok:
      failed.every(isKnown) &&
      unexpectedPasses.length === 0 &&
      undecided.length === 0 &&
      totals.specifiedAndChecked > 0,
  };
}

/** Measures the part of the description that the recording holds, and the part that was judged. */
function descriptionCoverage(recording: Recording, results: readonly Result[], findings: Findings): Coverage {
  const calls = new Map(recording.calls.map((one) => [one, coveredCall(one)]));
  const checks = results.map((check) => ({
    check,
    calls: [...(findings.get(check.id)?.judged ?? [])].map((call) => calls.get(call)!),
  }));
  return coverageOf(checks, describedReach(), [...calls.values()]);
}

/** The response is read when it is asked for: all of them at once are more than fits into memory. */
function coveredCall(one: ObservedCall): CoveredCall {
  const { isWhole, reading } = one;
  return {
    ...reading.sent.call,
    input: inputOf(one),
    get response() {
      const { response } = reading.sent;
      return isWhole && response !== undefined ? { ...response, json: reading.json } : undefined;
    },
  };
}

/** The input that was already read. Fields outside their declared place are not fields of the description. */
function inputOf({ recorded: { body }, operation, input }: ObservedCall): CoveredCall['input'] {
  if (body.missing) return 'unknown';
  return operation.input === 'body' && body.text === undefined ? undefined : input;
}

function judgeAll(
  recording: Recording,
  patienceMs: number,
  isShared: boolean,
): { readonly findings: Findings; readonly gap: string | undefined } {
  const findings = new Findings();
  const own = ofOneKey(recording);
  const isOverLimit = createCallRates(recording.calls);
  judgeSuccesses(recording, isOverLimit, findings);
  judgePublicCalls(recording, findings);
  judgeRefusals(recording, findings);
  judgeInputs(recording, isOverLimit, findings);
  judgeIdDigits(own, findings);
  judgePages(own, findings);
  noteObserved(recording, findings);
  const book = readRecordedOrders(recording);
  const gap = whyOpen(recording, book, patienceMs);
  // Orders whose identifiers are not shown as they are cannot be followed.
  if (isShared || gap !== undefined || findings.isBroken('shape/getOpenOrders/ids-keep-their-digits'))
    return { findings, gap };
  findings.take(judgeOrders(book, patienceMs), recording.calls);
  return { findings, gap };
}

/** Verdicts as a live run gives them: a control that did not pass takes what rests on it along. */
function resultsOf(selected: readonly Check[], recording: Recording, findings: Findings): readonly Result[] {
  const byId = new Map(catalogue.map((check) => [check.id, check]));
  const known = new Map<string, Result>();
  const resultOf = (check: Check): Result => {
    let result = known.get(check.id);
    if (result !== undefined) return result;
    const found = findings.get(check.id);
    const control = check.control === undefined ? undefined : byId.get(check.control);
    const grounds = { control: control && resultOf(control) };
    const judgement =
      found === undefined
        ? (controlMissing(check, grounds.control, recording) ?? {
            verdict: 'cannot-tell' as const,
            reason: whyNot(check, recording),
          })
        : judge(check, found.finding, grounds);
    const { verdict } = judgement;
    const calls = verdict === 'pass' || verdict === 'not-specified' ? [] : (found?.calls ?? []);
    const more = verdict === 'fail' && found !== undefined && found.times > 1 ? ` (${found.times} times)` : '';
    const reason = 'reason' in judgement && judgement.reason !== undefined ? { reason: judgement.reason + more } : {};
    known.set(check.id, (result = withExchanges({ ...infoOf(check), ...judgement, ...reason, durationMs: 0 }, calls)));
    return result;
  };
  return selected.map(resultOf);
}

/** Blanking out secrets takes longer than judging, and a report that is only counted shows no call. */
function withExchanges(result: Omit<Result, 'exchanges'>, calls: readonly ObservedCall[]): Result {
  let shown: Result['exchanges'] | undefined;
  const show = (): Result['exchanges'] => {
    const all = calls.map(({ reading }) => reading.sent.exchange);
    return result.verdict === 'fail'
      ? all.map((one, at) => (at === all.length - 1 ? { ...one, deciding: true as const } : one))
      : all;
  };
  return {
    ...result,
    get exchanges() {
      return (shown ??= show());
    },
  };
}

function controlMissing(check: Check, control: Result | undefined, recording: Recording) {
  const isThere = check.operations.every((id) => recording.of(id).length > 0);
  return isThere ? missingControl(control) : undefined;
}

/** Few different texts: reports group by them. */
function whyNot({ operations, clause }: Check, recording: Recording): string {
  const missing = operations.find((id) => recording.of(id).length === 0);
  if (missing !== undefined) return `the recording has no call of ${missing}`;
  return clause.kind === 'unknown' ? 'a live run measures it with its own calls' : 'no recorded call shows it';
}

const isUndecided = ({ clause, verdict }: Result): boolean =>
  clause.kind === 'declared' && verdict !== 'pass' && verdict !== 'fail';

/** The readings of open questions that the judgements rest on. */
function premisesOf(recording: Recording, hasSecret: boolean): readonly PremiseResult[] {
  const { signing, refusals, calls } = recording;
  const isSigned = calls.some(({ operation }) => operation.security === 'signed');
  const signs: PremiseResult[] =
    hasSecret && isSigned && signing === undefined
      ? [
          {
            id: 'signing.composition',
            by: 'open',
            text: 'no recorded signature is one that the given secret makes by a known rule',
          },
        ]
      : [];
  return [
    ...signs,
    ...(refusals === undefined
      ? []
      : [{ id: 'errors.format', by: 'target' as const, text: `a refusal has ${refusals}` }]),
  ].filter(({ id }) => unknowns.some((one) => one.id === id));
}

function select(wanted: readonly string[] | undefined): readonly Check[] {
  if (wanted === undefined || wanted.length === 0) return catalogue;
  const strange = wanted.find((start) => !catalogue.some(({ id }) => id.startsWith(start)));
  if (strange !== undefined)
    throw new ArgumentError(`checks: no check begins with ${strange}. Nothing was judged.`, { field: 'checks' });
  return catalogue.filter(({ id }) => wanted.some((start) => id.startsWith(start)));
}
