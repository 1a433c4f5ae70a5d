import { createSecretFinder, SHORTEST_SECRET, textOfResponse } from '../../call/secret-finder.js';
import { fieldRow } from '../../model/clauses.js';
import { contractsIn } from '../../checks/observed/public.js';
import { UNSIGNED, wrongs } from '../../checks/wrong-calls.js';
import { inWords } from '../../checks/wrong-inputs.js';
import { declaredFields } from '../../model/operations.js';
import { ageOf, type ObservedCall, type Recording } from '../recording-model.js';
import { isClosed } from '../../findings/right-call.js';
import { areByTurns } from '../by-turns.js';
import type { Findings } from '../findings.js';
import { judgeWrongCall } from '../../judges/wrong-calls.js';
import type { Clause } from '../../model/report-model.js';
import { isRefusedAsWrong, isWrongForSure } from '../on-purpose.js';
import { successesAround } from '../outcomes.js';
import { signingHeaders } from '../../../../generated/names.js';

/** Calls that had to be refused: without headers, wrongly signed, or with input that breaks a declared rule. */
export function judgeRefusals(recording: Recording, findings: Findings): void {
  for (const call of recording.calls) {
    const { faults, signature, operation } = call;
    if (operation.security === 'public') continue;
    if (faults.headers.length > 0) judgeHeaders(recording, call, findings);
    else if (signature.kind === 'wrong') judgeSignature(recording, call, findings);
    else if (faults.input.length > 0 && faults.open === undefined) judgeInput(recording, call, findings);
  }
  judgeSecrecy(recording, findings);
  judgeDigest(recording, findings);
}

function judgeDigest({ calls, otherDigest }: Recording, findings: Findings): void {
  if (otherDigest === undefined) return;
  const shows = [otherDigest.refused, otherDigest.taken].map((one) =>
    calls.find(({ recorded }) => recorded.signing === one.signing)!,
  );
  const text = `calls signed with an HMAC-SHA256 by the secret are refused, and ${otherDigest.what} of the same text is taken`;
  findings.broken('sign/hmac-sha256', text, shows);
}

function judgeHeaders(recording: Recording, call: ObservedCall, findings: Findings): void {
  const { operationId } = call.operation;
  const { headers } = call.faults;
  const [first] = headers;
  const wrong = headers.length > 1 ? UNSIGNED : wrongs.find(({ alteration }) => alteration.drop === first)!;
  const what =
    headers.length === 2 ? `a call without ${headers.map((name) => signingHeaders[name]).join(' and ')}` : wrong.what;
  judgeOne(recording, call, `sign/${operationId}/${wrong.name}`, what, findings);
}

function judgeSignature(recording: Recording, call: ObservedCall, findings: Findings): void {
  const { signature, operation, reading } = call;
  if (signature.kind !== 'wrong' || operation.security !== 'signed') return;
  const { names, what } = signature;
  // A service that takes any time may sign the header and never read it.
  if (names.includes('text-as-timestamp') && reading.kind !== 'refused' && !isStaleRefused(recording)) return;
  // One that was refused shows nothing of the others of its kind.
  for (const name of reading.kind === 'refused' ? names.slice(0, 1) : names)
    judgeOne(recording, call, `sign/${operation.operationId}/${name}`, what, findings);
}

const STALE_MS = 500;

/** True when a call was refused that is right but for its old timestamp. */
const isStaleRefused = ({ calls }: Recording): boolean =>
  calls.some(
    (call) =>
      call.reading.kind === 'refused' &&
      call.signature.kind === 'right' &&
      call.faults.input.length === 0 &&
      ageOf(call) >= STALE_MS,
  );

function judgeInput(recording: Recording, call: ObservedCall, findings: Findings): void {
  const { operation, faults } = call;
  const [first] = faults.input;
  if (operation.input !== 'body' && first!.rule !== 'type') return;
  const rule = { missing: 'missing-required-field', type: 'wrong-type', value: 'unknown-value' }[first!.rule];
  const field = declaredFields(operation).find(({ name }) => name === first!.field);
  const id = `robust/${operation.operationId}/${rule}-refused`;
  judgeOne(recording, call, id, inWords(faults.input), findings, field && fieldRow(operation.operationId, field));
}

function judgeOne(
  recording: Recording,
  call: ObservedCall,
  id: string,
  what: string,
  findings: Findings,
  clause?: Clause,
): void {
  const { operation, reading } = call;
  const right = reading.kind === 'accepted' ? successesAround(recording, call) : [];
  const refusal = recording.calls.find(isRefusedAsWrong)?.reading;
  const finding = judgeWrongCall(operation.operationId, what, reading, { right, refusal });
  if (finding.outcome === 'broken' && !isWrongForSure(recording, call))
    findings.doubt(id, `${finding.problem}, or the recording program left out or changed a part of it`, [call]);
  else findings.put(id, finding.outcome === 'broken' && clause ? { ...finding, clause } : finding, [call]);
}

function judgeSecrecy({ calls, signing }: Recording, findings: Findings): void {
  if ((signing?.credentials.apiSecret ?? '').length < SHORTEST_SECRET) return;
  const showsSecret = createSecretFinder(signing?.credentials.apiSecret);
  for (const call of calls) {
    const { kind, sent } = call.reading;
    const isRefusal = kind === 'refused' && call.signature.kind !== 'right';
    const isShown = showsSecret(textOfResponse(sent.response));
    if (isShown) findings.broken('sign/no-response-shows-secret', 'a response shows the secret', [call]);
    if (isRefusal && isShown) findings.broken('sign/refusal-shows-no-secret', 'a refusal shows the secret', [call]);
    else if (isRefusal) findings.holds('sign/refusal-shows-no-secret', [call]);
  }
}

/** Judges the responses of public operations to calls without authentication headers. */
export function judgePublicCalls(recording: Recording, findings: Findings): void {
  for (const operationId of ['ping', 'getServerTime', 'getContracts'] as const) {
    const id = `sign/public/${operationId}/without-headers`;
    const calls = recording
      .of(operationId)
      .filter((call) => call.recorded.signing.apiKey === undefined && call.isWhole);
    const taken = calls.filter(({ reading }) => reading.kind === 'accepted');
    const withKey = recording.of(operationId).filter((call) => !calls.includes(call));
    // A network that is shut out is so with a key as well.
    const isOpen = withKey.some(({ reading }) => reading.kind === 'accepted');
    const refused = calls.find(({ reading }) => reading.kind === 'refused' && (isOpen || !isClosed(reading)));
    const lists = ({ reading }: ObservedCall): boolean => contractsIn(reading).length > 0;
    if (operationId === 'getContracts' && !taken.some(lists) && areByTurns(taken, withKey.filter(lists)))
      findings.broken(id, 'lists no contract without authentication headers, and some with them', taken.slice(0, 1));
    else if (taken.length > 0) findings.holds(id, taken.slice(0, 1));
    else if (refused !== undefined)
      findings.broken(id, `refused without authentication headers: ${refused.reading.summary}`, [refused]);
  }
}
