import type { Reading } from '../call/answer.js';
import type { Alteration } from '../call/build-call.js';
import { areAlike, sampleOf } from '../call/refusal-shape.js';
import { broken, type Context, decidedBy, shown } from '../findings/check.js';
import { rowOf } from '../model/clauses.js';
import { isHtml } from '../model/html-body.js';
import { type OperationId, operations } from '../model/operations.js';
import type { Finding } from '../model/report-model.js';
import { BIT_FLIPPED, wrongCall } from './wrong-calls.js';

/** RFC 9110 15.5.6, 15.5.16 and 15.6.2: they are about method and media type, for any input. */
const NO_JSON = 415;
const ABOUT_THE_CALL: readonly (number | undefined)[] = [405, NO_JSON, 501];
const NOT_FOUND = 404;
export const isAboutTheCall = ({ status }: Pick<Reading, 'status'>): boolean => ABOUT_THE_CALL.includes(status);
const CALLS = 4;

const FORGED = wrongCall(BIT_FLIPPED).alteration;

/**
 * Fails a server that answers like one without the call: with a status that says so, or with 404 where not even the
 * signature makes a difference, while another call is taken. Undefined where it may be about the input.
 */
export async function judgeShut(
  context: Context,
  operationId: OperationId,
  reading: Reading,
  send: (alteration?: Alteration) => Promise<Reading>,
): Promise<Finding | undefined> {
  const { status } = reading;
  if ((!isAboutTheCall(reading) && status !== NOT_FOUND) || context.callsLeft < CALLS) return undefined;
  const usual = await context.usual(operationId);
  if (usual.kind !== 'accepted') return undefined;
  if (!isAboutTheCall(reading)) {
    const own = await send(FORGED);
    const other = await context.callWith(usual.sent.call.operationId!, { contractName: context.contract }, FORGED);
    if (!isOfNoPath(reading, [own], [other])) return undefined;
  }
  const again = await send();
  return areAlike(sampleOf(again), sampleOf(reading)) ? lacking(operationId, again) : undefined;
}

/**
 * True for a 404 that is about the path: not even the signature makes a difference, or it is a page. A server that answers each
 * wrong call like this says nothing about the path.
 */
export function isOfNoPath(reading: Reading, wrong: readonly Reading[], wrongElsewhere: readonly Reading[]): boolean {
  const isSame = (other: Reading): boolean => areAlike(sampleOf(other), sampleOf(reading));
  const isAny = isHtml(reading.sent.response?.body ?? '') || wrong.some(isSame);
  return reading.status === NOT_FOUND && isAny && !wrongElsewhere.some(isSame);
}

export function lacking(operationId: OperationId, reading: Reading): Finding {
  const { status, summary } = reading;
  const { method, path } = operations[operationId];
  const what = `${method} ${path} is answered with ${summary}, while other calls are taken`;
  const problem = `${what}: ${status === NO_JSON ? 'it takes no JSON body' : 'the server may not have it'}`;
  return decidedBy(shown(broken(problem, undefined, rowOf(operationId))), reading);
}
