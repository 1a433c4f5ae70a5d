import type { RecordingCoverage } from '../model/report-model.js';
import { signingHeaders } from '../../../generated/names.js';
import { inWords } from '../checks/wrong-inputs.js';
import { counted } from '../model/counted.js';
import { declaredOperations } from '../model/operations.js';
import type { Calls, ObservedCall, Recording } from './recording-model.js';
import { isWrongForSure } from './on-purpose.js';
import { mayBeRight } from './recorded-refusals.js';
import type { HarFile } from './read-har.js';
import { IN_PLACE, isMilliseconds } from './request-faults.js';

interface KnownOfRecording {
  /** Why nothing is concluded from orders. */
  readonly gap: string | undefined;
  readonly hasSecret: boolean;
}

/** Counts the calls that a recording holds, and names those that it lacks. */
export function recordingCoverageOf(
  recording: Recording,
  files: readonly HarFile[],
  known: KnownOfRecording,
): RecordingCoverage {
  const { calls, elsewhere, undescribed, unreadable, repeated } = recording;
  const operations = declaredOperations.map(({ operationId }) => {
    const own = recording.of(operationId);
    const count = (wanted: (call: ObservedCall) => boolean): number => own.filter(wanted).length;
    return {
      operationId,
      calls: own.length,
      accepted: count((call) => call.isAccepted),
      refused: count(({ reading }) => reading.kind === 'refused'),
      wrong: count((call) => !mayBeRight(call)),
    };
  });
  return {
    files: files.map(({ name, isCut }) => (isCut ? `${name} (as far as it goes: it ends in the middle)` : name)),
    calls: calls.length,
    from: isoOf(calls[0]?.startMs),
    to: isoOf(calls.at(-1)?.endMs),
    operations,
    notContained: notContained(recording, known),
    requestFaults: requestFaults(recording),
    ...(elsewhere > 0 && { elsewhere }),
    ...(undescribed > 0 && { undescribed }),
    ...(unreadable > 0 && { unreadable }),
    ...(repeated > 0 && { repeated }),
  };
}

const isoOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

function notContained(recording: Recording, { gap, hasSecret }: KnownOfRecording): readonly string[] {
  const { calls, signing } = recording;
  const signed = calls.filter(({ operation }) => operation.security === 'signed');
  const count = (list: Calls, wanted: (call: ObservedCall) => boolean): number => list.filter(wanted).length;
  const missing = declaredOperations.filter(({ operationId }) => recording.of(operationId).length === 0);
  const unread = signed.flatMap(({ signature, faults }) =>
    signature.kind === 'unknown' && !faults.headers.includes('signature') ? [signature.why] : [],
  );
  const bodies = count(calls, ({ isWhole, recorded }) => recorded.response !== undefined && !isWhole);
  const requests = count(calls, ({ recorded }) => recorded.body.missing);
  const silent = count(calls, ({ recorded }) => recorded.response === undefined);
  const wrong = count(calls, (call) => !mayBeRight(call));
  return [
    ...(gap === undefined ? [] : [`every call on the account, so that nothing is concluded from open orders: ${gap}`]),
    ...(missing.length > 0 ? [`a call of ${missing.map(({ operationId }) => operationId).join(', ')}`] : []),
    ...(signed.length === 0 ? ['a signed call'] : []),
    ...(signed.length > 0 && !hasSecret ? ['signatures that could be verified: key and secret were not given'] : []),
    ...(signed.length > 0 && hasSecret && signing === undefined
      ? [
          signed.every(({ recorded }) => recorded.signing.signature === undefined)
            ? 'a call with X-CH-SIGN'
            : 'a signature that the given secret makes: the secret is another one, the signatures were blanked out, or the service signs in a way that is not known',
        ]
      : []),
    ...(signing !== undefined && unread.length > 0
      ? [
          `signatures of ${counted(unread.length, 'call')} that could be verified (of a call: ${[...new Set(unread)].join(', ')})`,
        ]
      : []),
    ...(bodies > 0 ? [`whole bodies of ${counted(bodies, 'response')}`] : []),
    ...(requests > 0 ? [`bodies of ${counted(requests, 'request')}`] : []),
    ...(silent > 0 ? [`responses to ${counted(silent, 'call')}`] : []),
    ...(wrong + (signing === undefined ? 0 : unread.length) === 0 && calls.length > 0
      ? ['a call that has to be refused']
      : []),
    ...(recording.of('getContracts').length === 0 && recording.of('createOrder').length > 0
      ? ['the list of contracts: without prices it is not known which orders cannot be filled']
      : []),
  ];
}

/** Describes the faults of the requests themselves: mistakes of the caller, not of the service. */
function requestFaults(recording: Recording): readonly string[] {
  const counts = new Map<string, number>();
  const note = (text: string): void => void counts.set(text, (counts.get(text) ?? 0) + 1);
  const toldOf = ({ operation, faults }: ObservedCall): string => `${operation.operationId}: ${faults.open}`;
  // Some services take more than is declared.
  const taken = new Set(recording.calls.flatMap((call) => (call.reading.kind === 'accepted' ? toldOf(call) : [])));
  for (const call of recording.calls) {
    const { operation, faults, signature, recorded, reading } = call;
    const { operationId, security } = operation;
    if (security === 'public') continue;
    if (!isMilliseconds(recorded.signing.timestamp)) note(`${operationId} with an X-CH-TS that is not in milliseconds`);
    // Observed: these codes are about a parameter, and a refusal for another reason says nothing of it.
    const isWrong = reading.kind === 'refused' && /"code"\s*:\s*"?-11\d\d\b/.test(reading.sent.response?.body ?? '');
    const isOther = isWrong && / is (empty|not an? )|it has the field/.test(faults.open ?? '');
    if (faults.open?.includes(IN_PLACE) || (isOther && !taken.has(toldOf(call)))) note(toldOf(call));
    // One that was taken may have been right, and changed by the recording program.
    if (mayBeRight(call) || (reading.kind !== 'refused' && !isWrongForSure(recording, call))) continue;
    if (faults.headers.length > 0)
      note(`${operationId} without ${faults.headers.map((name) => signingHeaders[name]).join(', ')}`);
    if (signature.kind === 'wrong') note(`${operationId} with ${signature.what}`);
    if (faults.input.length > 0) note(`${operationId}: ${inWords(faults.input)}`);
  }
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`)).slice(0, MOST_FAULTS);
}

const MOST_FAULTS = 200;
