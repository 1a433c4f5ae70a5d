import { headerIn } from '../../../recording/header-pairs.js';
import type { Reading } from '../../call/answer.js';
import { areAlike, sampleOf } from '../../call/refusal-shape.js';
import { isAboutTheCall, isOfNoPath, lacking } from '../../checks/shut.js';
import { getOrMake, groupBy } from '../../model/groups.js';
import { declaredOperations } from '../../model/operations.js';
import { publicClaims } from '../../checks/shape.js';
import { isSetting } from '../../checks/side-effects.js';
import type { Finding } from '../../model/report-model.js';
import { ageOf, type Calls, type ObservedCall, type Recording } from '../recording-model.js';
import type { IsOverLimit } from '../call-rates.js';
import type { Findings } from '../findings.js';
import { isNotJson, isServerFault, mayRefuse } from '../outcomes.js';
import { isClosed } from '../../findings/right-call.js';
import { awayMsOf } from '../../findings/valid-call.js';
import { wrongnessOf } from '../on-purpose.js';
import { mayBeRight } from '../recorded-refusals.js';

/** Number of times that an intermittent fault has to strike: a gateway fails now and then, and the document allows it. */
const STRIKES = 2;

/** Successes: their status, their body, and what the public operations answer. */
export function judgeSuccesses(recording: Recording, isOverLimit: IsOverLimit, findings: Findings): void {
  for (const operation of declaredOperations) {
    const calls = recording.of(operation.operationId).filter(mayBeRight);
    if (calls.length === 0) continue;
    judgeOperation(recording, calls, findings);
    judgeEachTime(recording, calls, isOverLimit, findings);
  }
  judgePublic(recording, findings);
}

/** @param calls Of one operation, which may be right. */
function judgeOperation(recording: Recording, calls: Calls, findings: Findings): void {
  const { operationId, security } = calls[0]!.operation;
  const id = `shape/${operationId}/success`;
  const taken = calls.filter((call) => call.isAccepted);
  const odd = taken.find(({ reading }) => reading.status !== 200);
  if (odd !== undefined) {
    const status = `is ${odd.reading.status}, not 200`;
    findings.broken('shape/every-success-has-status-200', `the status of a success of ${operationId} ${status}`, [odd]);
    return findings.broken(id, `the status of a success ${status}`, [odd]);
  }
  const eachTime = (faults: Calls, where = ''): void => {
    const text = `${operationId}${where} ends with ${faults[0]!.reading.summary}, each time, while other calls succeed`;
    findings.broken(id, text, faults.slice(0, 2));
  };
  const ofOneForm = faultsOfOneForm(recording, calls);
  if (ofOneForm.length > 0) {
    const { contractName } = ofOneForm[0]!.input ?? {};
    return eachTime(ofOneForm, contractName === undefined ? '' : ` on ${String(contractName)}`);
  }
  if (taken.length > 0) return findings.holds(id, taken.slice(0, 1), taken);
  const half = calls.find(isHalfSent);
  if (half !== undefined) return findings.broken(id, `${operationId} ends with ${half.reading.summary}`, [half]);
  if (lacks(recording, calls)) return findings.put(id, lacking(operationId, calls[0]!.reading), calls.slice(0, 2));
  const isPublic = security === 'public';
  const refused = calls.filter(
    ({ reading, faults }) => reading.kind === 'refused' && faults.open === undefined && !isClosed(reading),
  );
  if (isPublic && refused.length > 0)
    return findings.broken(id, `the call as described was refused: ${refused[0]!.reading.summary}`, [refused[0]!]);
  // Where it is not known what a refusal looks like, a page may be one.
  const unreadable = isPublic || recording.knowsRefusals ? calls.filter(isNotJson) : [];
  const broken = calls.filter(isServerFault).filter((call, _, all) => !isAwayYet(call, all));
  const faults = unreadable.length >= STRIKES ? unreadable : isAliveAround(recording, broken) ? broken : [];
  if (faults.length >= STRIKES) return eachTime(faults);
  const reason = `no recorded call of ${operationId} was a success: ${calls[0]!.reading.summary}`;
  findings.cannotTell(id, reason, calls.slice(0, 3));
}

/** True for JSON that ends too soon, although the server said that it is as long as that. */
function isHalfSent(call: ObservedCall): boolean {
  const { headers = [], body } = call.recorded.response ?? {};
  const text = body?.text ?? '';
  return (
    isNotJson(call) && /^\s*[[{]/.test(text) && headerIn(headers, 'content-length') === String(Buffer.byteLength(text))
  );
}

/** Calls with the same fields, on the same contract, of which each ends with a fault of the server while others succeed. */
function faultsOfOneForm(recording: Recording, calls: Calls): Calls {
  const forms = groupBy(calls, ({ input = {} }) =>
    JSON.stringify([input['contractName'], ...Object.keys(input).sort()]),
  );
  const isBroken = (call: ObservedCall): boolean => isOwnFault(recording, call);
  return [...forms.values()].find((same) => same.length >= STRIKES && same.every(isBroken)) ?? [];
}

/** True for a fault of the service while other calls work: the response of a gateway does not show the service. */
const isOwnFault = (recording: Recording, call: ObservedCall): boolean =>
  isServerFault(call) && !GATEWAY.has(call.reading.status ?? 0) && isAmongSuccesses(recording, call);

/** True when the server answers right calls as one that lacks the operation, each time, and takes others. */
function lacks(recording: Recording, calls: Calls): boolean {
  const [first] = calls;
  const { operation, reading, recorded } = first!;
  const isSame = (other: ObservedCall): boolean => areAlike(sampleOf(other.reading), sampleOf(reading));
  if (
    calls.length < STRIKES ||
    !calls.every(isSame) ||
    !isAliveAround(recording, calls, operation.security !== 'public')
  )
    return false;
  if (isAboutTheCall(reading))
    return operation.input !== 'body' || /json/.test(headerIn(recorded.headers, 'content-type') ?? '');
  const wrong = recording.calls.filter((call) => wrongnessOf(call) !== undefined);
  const readings = (isOwn: boolean): readonly Reading[] =>
    wrong.filter((call) => (call.operation === operation) === isOwn).map((call) => call.reading);
  return isOfNoPath(reading, readings(true), readings(false));
}

/** True when a server that was away at this call may have come back after the last one. */
function isAwayYet({ reading, startMs }: ObservedCall, all: Calls): boolean {
  const awayMs = awayMsOf(reading, startMs);
  return awayMs !== undefined && (all.at(-1)?.startMs ?? 0) - startMs <= awayMs;
}

/** True when a call of another operation, or a signed one, succeeded after the first of these faults began. */
function isAliveAround(recording: Recording, faults: Calls, isSigned = false): boolean {
  const [first] = faults;
  if (first === undefined) return false;
  const { operation: own, startMs: from } = first;
  return recording.calls.some(
    (call) =>
      call.operation !== own &&
      (!isSigned || call.operation.security !== 'public') &&
      call.startMs >= from &&
      call.reading.kind === 'accepted' &&
      mayBeRight(call),
  );
}

function judgeEachTime(recording: Recording, calls: Calls, isOverLimit: IsOverLimit, findings: Findings): void {
  const id = `shape/${calls[0]!.operation.operationId}/every-time`;
  const taken = calls.filter((call) => call.isAccepted);
  if (taken.length < STRIKES) return;
  const faults = calls.filter((call) => isOwnFault(recording, call));
  const refused = refusedAtTimes(recording, calls).filter((call) => !isOverLimit(call));
  const isRead = calls[0]!.operation.effect === 'read';
  const wrong = [
    ...faults.filter(({ recorded }) => recorded.response !== undefined),
    ...calls.filter(isNotJson),
    ...(isRead ? refused : []),
  ];
  // A kept connection that breaks may have been closed while it was idle.
  const odd = wrong.length > 0 ? wrong : faults;
  const [first] = odd;
  if (first === undefined) {
    if (refused.length === 0) return findings.holds(id, taken.slice(0, 1), taken);
    const reason = `right ${taken.length} times, and refused ${refused.length} times with the same input`;
    return findings.cannotTell(id, `${reason}: ${refused[0]!.reading.summary}`, refused.slice(0, 3));
  }
  const { summary } = first.reading;
  // No sentence says that a service never fails: what is seldom is not told from an outage.
  if (wrong.length * SELDOM < calls.length) {
    const reason = `right ${taken.length} times, and ${odd.length} times not: ${summary}`;
    return findings.cannotTell(id, reason, odd.slice(0, 3));
  }
  const problem = `right ${taken.length} times, and else: ${summary} (${wrong.length} times)`;
  if (wrong.length >= STRIKES) findings.broken(id, problem, wrong.slice(0, 3));
}

/** Fewer wrong calls than one in this many may be an outage. */
const SELDOM = 8;

/** True when the calls of other operations right before and right after a fault found the server working. */
function isAmongSuccesses({ calls }: Recording, fault: ObservedCall): boolean {
  const isOther = ({ operation, reading }: ObservedCall): boolean =>
    operation !== fault.operation && reading.kind !== 'none';
  const at = calls.indexOf(fault);
  const around = [calls.slice(0, at).findLast(isOther), calls.slice(at + 1).find(isOther)];
  return around.every((call) => call !== undefined && !isServerFault(call));
}

const GATEWAY = new Set([502, 503, 504]);

/** Refusals of reads and settings that were taken before and after with the very same input, with a timestamp no stranger than theirs. */
function refusedAtTimes(recording: Recording, calls: Calls): Calls {
  const { operation } = calls[0]!;
  const { security } = operation;
  if (operation.effect !== 'read' && !isSetting(operation)) return [];
  const isPublic = security === 'public';
  if (!isPublic && recording.signing === undefined) return [];
  // Of a write, some codes say that it may have acted.
  const isOpen = ({ kind, code }: Reading): boolean => isSetting(operation) && kind === 'unclear' && code !== undefined;
  const refused = calls.filter(
    ({ reading }) => (mayRefuse(reading) || isOpen(reading)) && !(isPublic && isClosed(reading)),
  );
  if (refused.length === 0) return [];
  const taken = calls.filter((call) => call.isAccepted);
  const [least, most] = rangeOf(taken.map(ageOf).filter((age) => !Number.isNaN(age)));
  const key = ({ input, recorded: { headers } }: ObservedCall): string =>
    JSON.stringify([Object.entries(input ?? {}).sort(), ...headers.map(([name]) => name.toLowerCase())]);
  const known = new Map<string, [first: number, last: number]>();
  for (const call of taken) {
    const span = known.get(key(call));
    known.set(key(call), [span?.[0] ?? call.startMs, call.startMs]);
  }
  const locked = lockedAfterWrongCalls(recording);
  return refused.filter((call) => {
    if (locked.has(call) || isOneOfARow(recording, call)) return false;
    const span = known.get(key(call));
    if (span === undefined) return false;
    if (call.startMs < span[0] || call.startMs > span[1]) return false;
    return isPublic || (call.signature.kind === 'right' && ageOf(call) >= least && ageOf(call) <= most);
  });
}

/** True where the call right before or after it was refused alike: as by a limit of calls, or a service that is away. */
function isOneOfARow({ calls }: Recording, call: ObservedCall): boolean {
  const at = calls.indexOf(call);
  return [calls[at - 1], calls[at + 1]].some(
    (other) => other?.reading.kind === 'refused' && areAlike(sampleOf(other.reading), sampleOf(call.reading)),
  );
}

/** A target may refuse for a while after a wrong call: those that follow one, until one is taken. */
function lockedAfterWrongCalls({ calls }: Recording): ReadonlySet<ObservedCall> {
  const locked = new Set<ObservedCall>();
  let isLocked = false;
  for (const call of calls) {
    if (call.operation.security === 'public') continue;
    isLocked = wrongnessOf(call) !== undefined || (isLocked && call.reading.kind !== 'accepted');
    if (isLocked) locked.add(call);
  }
  return locked;
}

/** The least and the largest. A recording may have more calls than a function takes arguments. */
const rangeOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);

/** Judges the responses of ping, time and contracts. Where a claim holds at times, the check that repeats calls says so. */
function judgePublic(recording: Recording, findings: Findings): void {
  for (const { id, operationId, judge, clause } of publicClaims) {
    const taken = recording.of(operationId).filter(({ reading }) => reading.kind === 'accepted');
    // A body that was seen before says the same again.
    const known = new Map<unknown, Finding>();
    const judged = taken.map(({ reading }) => getOrMake(known, reading.json, () => judge(reading)));
    const wrong = taken.filter((_, at) => judged[at]!.outcome === 'broken');
    const right = taken.filter((_, at) => judged[at]!.outcome === 'holds');
    const first = judged.find((finding) => finding.outcome === 'broken');
    if (first === undefined) {
      if (right.length > 0) findings.holds(id, right.slice(0, 1), right);
    } else if (right.length === 0) findings.put(id, first, wrong.slice(0, 1));
    else {
      const text = `right ${right.length} times, and else: ${first.problem}`;
      findings.broken(`shape/${operationId}/every-time`, text, wrong.slice(0, 3), first.clause ?? clause);
    }
  }
}
