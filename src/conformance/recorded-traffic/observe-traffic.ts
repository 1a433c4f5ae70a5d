import { getOrMake } from '../model/groups.js';
import { isJudgement } from '../model/verdicts.js';
import type { UnknownId } from '../../../generated/description.js';
import { ownOptions } from '../../core/options.js';
import { catalogue, checksOf } from '../checks/index.js';
import type { CoveredCheck } from '../coverage/coverage.js';
import type { CoveredCall } from '../coverage/reached-points.js';
import { type Check, seen } from '../findings/check.js';
import { type FindingJudgement, judge, missingControl } from '../run/judge.js';
import { resultOf } from '../run/result.js';
import { reportOf } from '../run/run-report.js';
import type { ConformanceOptions, PremiseResult, Report, Result } from '../model/report-model.js';
import type { ObservedCall, Recording } from './recording-model.js';
import { recordingCoverageOf } from './recording-coverage.js';
import { Findings } from './findings.js';
import { judgeOrders } from '../judges/orders.js';
import { judgeUnexplained } from './judges/unexplained-changes.js';
import { judgeRecordedDigits, whyNoIds } from './judges/digits.js';
import { isAsDescribed, judgeForms, judgeInputs } from './judges/inputs.js';
import { judgePages } from './judges/pages.js';
import { judgePublicCalls, judgeRefusals } from './judges/refusals.js';
import { judgeShownOrders } from './judges/shown-orders.js';
import { judgeSuccesses } from './judges/successes.js';
import { whyOpen } from './book-closes.js';
import { createCallRates } from './call-rates.js';
import { apartFromTimestamps, ofOneKey } from './gaps.js';
import { readRecordedOrders } from './recorded-orders.js';
import { type HarFile, readHar } from './read-har.js';
import { readRecording } from './recording.js';

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
    files.map(({ name, text }) => readHar(name, [text])),
    ownOptions(options, OPTIONS),
  );
}

const OPTIONS: readonly (keyof ObserveOptions)[] = [
  ...(['credentials', 'signing', 'checks', 'knownFailures', 'strict', 'baseUrl'] as const),
  ...(['patienceMs', 'sharedAccount'] as const),
];

/** {@link observeTraffic} of calls that were read before. */
export function observeFiles(files: readonly HarFile[], options: ObserveOptions): Report {
  const { credentials, knownFailures, patienceMs = PATIENCE_MS, strict = false } = options;
  const started = Date.now();
  const selected = checksOf(options.checks, 'Nothing was judged.');
  const recording = readRecording(files, options);
  const { findings, gap } = judgeAll(recording, patienceMs, options.sharedAccount === true);
  const results = resultsOf(selected, recording, findings);
  return reportOf(
    {
      target: { baseUrl: recording.baseUrl },
      mode: 'observe',
      startedAt: new Date(started).toISOString(),
      durationMs: Date.now() - started,
      calls: recording.calls.length,
      seed: 0,
      clockOffsetMs: null,
      ...(recording.signing && { signing: recording.signing.rule }),
      premises: premisesOf(recording, credentials !== undefined),
      recording: recordingCoverageOf(recording, files, { gap, hasSecret: credentials !== undefined }),
    },
    {
      results,
      knownFailures,
      undecided: strict ? results.filter(isUndecided).map(({ id }) => id) : [],
      isWhole: results.some(isSettled),
      covered: () => coveredIn(recording, results, findings),
    },
  );
}

/** The calls that were judged, by their checks, and all that the recording holds. */
function coveredIn(recording: Recording, results: readonly Result[], findings: Findings) {
  const calls = new Map(recording.calls.map((one) => [one, coveredCall(one)]));
  const checks = results.map((check): CoveredCheck => ({
    check,
    calls: [...(findings.get(check.id)?.judged ?? [])].map((call) => calls.get(call)!),
  }));
  return [checks, [...calls.values()]] as const;
}

/** The response is read when it is asked for: all of them at once are more than fits into memory. */
function coveredCall({ isWhole, reading, recorded }: ObservedCall): CoveredCall {
  return {
    ...reading.sent.call,
    isWhole: !recorded.body.missing,
    get response() {
      const { response } = reading.sent;
      return isWhole && response !== undefined ? { ...response, json: reading.json } : undefined;
    },
  };
}

/** The findings, and why nothing is concluded from orders, if so. */
function judgeAll(recording: Recording, patienceMs: number, isShared: boolean) {
  const findings = new Findings();
  const own = ofOneKey(recording);
  const isOverLimit = createCallRates(recording.calls);
  judgeSuccesses(recording, isOverLimit, findings);
  judgePublicCalls(recording, findings);
  judgeRefusals(recording, findings);
  judgeInputs(recording, isOverLimit, findings);
  judgeForms(recording, (call) => isAsDescribed(call) && !isOverLimit(call), findings);
  // Of several keys, the book is not used for more than digits.
  const book = readRecordedOrders(own);
  judgeRecordedDigits(own, book, findings);
  // A history grows: which page is the later one has to be known.
  if (apartFromTimestamps(own.calls) === undefined) judgePages(own, findings);
  noteObserved(recording, findings);
  const known = recording.gap ?? whyNoIds(book);
  // Orders whose identifiers are not shown as they are cannot be followed.
  if (isShared || known !== undefined || findings.isBroken('shape/getOpenOrders/ids-keep-their-digits'))
    return { findings, gap: known };
  const changes = judgeUnexplained(recording, book, patienceMs);
  const gap = whyOpen(recording, book, patienceMs, changes.explained);
  if (gap === undefined) judgeShownOrders(recording, book, patienceMs, findings);
  if (gap === undefined) findings.take([...changes.findings, ...judgeOrders(book, patienceMs)], recording.calls);
  return { findings, gap };
}

/** Notes the answers to open questions that a response shows by itself. Never judged. */
function noteObserved(recording: Recording, findings: Findings): void {
  for (const { id, operations: ids, read } of catalogue) {
    const call = read && recording.of(ids[0]!).find((one) => one.isAccepted);
    if (call !== undefined) findings.put(id, seen(read!(call.reading)), [call]);
  }
}

/** Verdicts as a live run gives them: a control that did not pass takes what rests on it along. */
function resultsOf(selected: readonly Check[], recording: Recording, findings: Findings): readonly Result[] {
  const byId = new Map(catalogue.map((check) => [check.id, check]));
  const known = new Map<string, Result>();
  const resultFor = (check: Check): Result =>
    getOrMake(known, check.id, () => {
      const found = findings.get(check.id);
      const control = check.control === undefined ? undefined : byId.get(check.control);
      const grounds = { control: control && resultFor(control) };
      const judgement =
        found === undefined ? unjudged(check, grounds.control, recording) : judge(check, found.finding, grounds);
      const more = judgement.verdict === 'fail' && found!.times > 1 ? ` (${found!.times} times)` : '';
      const reason = judgement.reason === undefined ? {} : { reason: judgement.reason + more };
      const calls = judgement.verdict === 'not-specified' ? [] : (found?.calls ?? []);
      const sent = calls.map(({ reading }) => reading.sent);
      return resultOf(check, { ...judgement, ...reason }, 0, () => ({ sent, deciding: sent.at(-1) }));
    });
  return selected.map(resultFor);
}

/** Few different texts: reports group by them. */
function unjudged({ operations, clause }: Check, control: Result | undefined, recording: Recording): FindingJudgement {
  const open = (reason: string): FindingJudgement => ({ verdict: 'cannot-tell', reason });
  const missing = operations.find((id) => recording.of(id).length === 0);
  if (missing !== undefined) return open(`the recording has no call of ${missing}`);
  if (clause.kind === 'unknown') return missingControl(control) ?? open('a live run measures it with its own calls');
  const signed = operations
    .flatMap((id) => recording.of(id))
    .filter(({ operation }) => operation.security === 'signed');
  const unsure = signed.flatMap(({ signature }) => (signature.kind === 'unknown' ? [signature.why] : []));
  const isSure = unsure.length < signed.length || unsure.length === 0;
  const sent = isSure ? '' : `, because what was sent is not sure: ${unsure[0]}`;
  return missingControl(control) ?? open(`no recorded call shows it${sent}`);
}

const isSettled = ({ clause, verdict }: Result): boolean => clause.kind === 'declared' && isJudgement(verdict);
const isUndecided = (result: Result): boolean => result.clause.kind === 'declared' && !isSettled(result);

/** The readings of open questions that the judgements rest on. */
function premisesOf(recording: Recording, hasSecret: boolean): readonly PremiseResult[] {
  const { signing, refusals, calls } = recording;
  const isSigned = calls.some(({ operation }) => operation.security === 'signed');
  const text = 'no recorded signature is one that the given secret makes by a known rule';
  const found: (PremiseResult & { readonly id: UnknownId })[] = [];
  if (hasSecret && isSigned && signing === undefined) found.push({ id: 'signing.composition', by: 'open', text });
  if (refusals !== undefined) found.push({ id: 'errors.format', by: 'target', text: `a refusal has ${refusals}` });
  return found;
}
