import { fieldRow } from '../../model/clauses.js';
import { inWords } from '../../checks/wrong-inputs.js';
import { declaredFields } from '../../model/operations.js';
import type { ObservedCall } from '../observed-call.js';
import { isClosed } from '../../findings/right-call.js';
import type { Findings } from '../findings.js';
import { isWrongForSure } from '../on-purpose.js';
import { isTakenLike } from '../outcomes.js';
import type { Recording } from '../recording-model.js';
import { signingHeader } from '../request-faults.js';

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
}

const HEADER_WORDS = { apiKey: 'X-CH-APIKEY', timestamp: 'X-CH-TS', signature: 'X-CH-SIGN' } as const;
const HEADER_CHECKS = {
  apiKey: 'without-key',
  timestamp: 'without-timestamp',
  signature: 'without-signature',
} as const;

function judgeHeaders(recording: Recording, call: ObservedCall, findings: Findings): void {
  const { operationId, security } = call.operation;
  if (security !== 'signed') return;
  const { headers } = call.faults;
  const ids =
    headers.length === 3
      ? [`sign/${operationId}/without-headers`]
      : headers.map((name) => `sign/${operationId}/${HEADER_CHECKS[name]}`);
  const what =
    headers.length === 3
      ? 'a call without the three headers'
      : `a call without ${headers.map((name) => HEADER_WORDS[name]).join(' and ')}`;
  for (const id of ids) judgeOne(recording, call, id, what, findings);
  if (ids.some((id) => findings.isBroken(id)) && headers.length === 1 && isRefusedAtTimes(recording, call))
    judgeOne(recording, call, `sign/${operationId}/each-header-each-time`, what, findings);
}

/** True when the same mistake was refused another time. */
const isRefusedAtTimes = (recording: Recording, { operation, faults }: ObservedCall): boolean =>
  recording
    .of(operation.operationId)
    .some((other) => other.reading.kind === 'refused' && other.faults.headers.join() === faults.headers.join());

function judgeSignature(recording: Recording, call: ObservedCall, findings: Findings): void {
  const { signature, operation } = call;
  if (signature.kind !== 'wrong' || operation.security !== 'signed') return;
  const { operationId } = operation;
  for (const name of signature.names)
    judgeOne(recording, call, `sign/${operationId}/${name}`, signature.what, findings);
  const { part } = signature;
  const special =
    part === 'apiKey'
      ? 'sign/key-case-matters'
      : part === 'apiSecret'
        ? 'sign/secret-case-matters'
        : part && `sign/${part}-is-signed`;
  const subject = part === 'body' ? 'getOrderHistory' : 'getOpenOrders';
  if (special !== undefined && operationId === subject) judgeOne(recording, call, special, signature.what, findings);
}

function judgeInput(recording: Recording, call: ObservedCall, findings: Findings): void {
  const { operation, faults } = call;
  if (operation.input !== 'body') return;
  const [first] = faults.input;
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
  clause?: Parameters<Findings['broken']>[3],
): void {
  const { kind, summary } = call.reading;
  if (kind === 'refused') findings.holds(id, [call]);
  else if (isTakenLike(recording, call) && !isWrongForSure(recording, call))
    findings.doubt(id, `${what} was accepted, or the recording program left out or changed a part of it (${summary})`, [
      call,
    ]);
  else if (isTakenLike(recording, call)) findings.broken(id, `${what} was accepted (${summary})`, [call], clause);
  else findings.cannotTell(id, `the response is neither a success nor a refusal for sure: ${summary}`, [call]);
}

function judgeSecrecy({ calls, signing }: Recording, findings: Findings): void {
  const secret = signing?.credentials.apiSecret.toLowerCase();
  if (secret === undefined || secret.length < 8) return;
  const id = 'sign/refusal-shows-no-secret';
  for (const call of calls) {
    if (call.reading.kind !== 'refused' || call.signature.kind === 'right') continue;
    const { response } = call.reading.sent;
    const text = `${response?.body ?? ''}\n${response?.headers.join('\n') ?? ''}`.toLowerCase();
    if (text.includes(secret)) findings.broken(id, 'a refusal shows the secret', [call]);
    else findings.holds(id, [call]);
  }
}

/** Judges the responses of public operations to calls without authentication headers. */
export function judgePublicCalls(recording: Recording, findings: Findings): void {
  for (const operationId of ['ping', 'getServerTime', 'getContracts'] as const) {
    const id = `sign/public/${operationId}/without-headers`;
    const calls = recording
      .of(operationId)
      .filter((call) => signingHeader(call.recorded, 'apiKey') === undefined && call.isWhole);
    const taken = calls.find(({ reading }) => reading.kind === 'accepted');
    const refused = calls.find(({ reading }) => reading.kind === 'refused' && !isClosed(reading));
    if (taken !== undefined) findings.holds(id, [taken]);
    else if (refused !== undefined)
      findings.broken(id, `refused without authentication headers: ${refused.reading.summary}`, [refused]);
  }
}
