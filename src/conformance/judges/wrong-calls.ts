import { orderIdOf, type Reading } from '../call/answer.js';
import { areAlike, isEmptyObject, type Sample, sampleOf, saysError } from '../call/refusal-shape.js';
import { broken, decidedBy, holds, shown } from '../findings/check.js';
import { isJsonObject } from '../model/json-object.js';
import { type OperationId, operations } from '../model/operations.js';
import type { Finding } from '../model/report-model.js';

/*
 *   a wrong call gets no success: refused ─► holds
 *                                 taken ───► what right calls get? the next id of their count? the code of success? ─► broken, or open
 */

export interface WrongCallGrounds {
  /** Responses to right calls of the same operation, the earliest one first. */
  readonly right: readonly Reading[];
  /** Responses to other wrong calls, in forms that right calls do not have. */
  readonly unclear?: readonly Reading[];
  readonly refusal?: Reading | undefined;
}

/** A response to a right call next to it may still decide. */
type WrongCallFinding = Finding & { readonly wants?: 'right-twin' };

/**
 * Judges the response to a wrong call, sent or recorded. Every accusation that one was taken comes from here. It was taken where the
 * response is the same as that to a right call, but for the part that is wrong. Another form may be a refusal that is not
 * known here (unknown `errors.format`). An empty object says nothing of a refusal, and a code of success says that there is none.
 */
export function judgeWrongCall(
  operationId: OperationId,
  what: string,
  reading: Reading,
  { right, unclear = [], refusal }: WrongCallGrounds,
): WrongCallFinding {
  const { kind, status, code, summary, json } = reading;
  const open = (why: string): Finding => ({ outcome: 'cannot-tell', reason: `${what} ${why} (${summary})` });
  const unshown = (why: string): WrongCallFinding => ({ ...open(why), wants: 'right-twin' });
  if (kind === 'refused') return holds({ status, code });
  if (kind !== 'accepted')
    return { outcome: 'cannot-tell', reason: `the response is neither a success nor a refusal: ${summary}` };
  const taken = shown(decidedBy(broken(`${what} was accepted (${summary})`), reading));
  if (isEmptyObject(json)) return taken;
  // An empty list says as little of a refusal as an empty object does.
  const isBlank = Array.isArray(json) && json.length === 0;
  const isLike = (twin: Reading): boolean =>
    isBlank ? twin.status === status && Array.isArray(twin.json) : areAlike(sampleOf(reading), sampleOf(twin));
  // Operations that make something do not return a list: it may be a list of errors.
  if (Array.isArray(json) && MAKING.includes(operations[operationId].result))
    return open('got a list, which may be one of errors');
  if (saysError(sampleOf(reading))) return open('got a success that names an error');
  if (unclear.some(isLike)) return open('got the response of other wrong calls, which may be a refusal');
  const twins = right.filter((twin) => twin.kind === 'accepted');
  const ownId = idOf(operationId, reading);
  // Two orders have two ids: a receipt with one that was given before, such as 0, is of no order.
  const isSameOrder = (twin: Reading): boolean => ownId !== undefined && ownId === idOf(operationId, twin);
  if (twins.some((twin) => (isLike(twin) || isSuchRecord(json, twin.json)) && !isSameOrder(twin))) return taken;
  const isIdAlone = twins.some((twin) => areAlike(withoutId(reading), withoutId(twin)));
  const isCounted =
    isIdAlone &&
    isBetween(
      ownId,
      twins.map((twin) => idOf(operationId, twin)),
    );
  const isOtherCode = refusal?.kind === 'refused' && refusal.code !== undefined && refusal.code !== '0';
  if (isCounted || (code === '0' && isOtherCode)) return taken;
  if (twins.length === 0) return unshown('got a success, and a right call did not');
  if (twins.some(isSameOrder))
    return unshown(`got the same orderId as an earlier order, ${ownId}: that does not prove that an order was made`);
  return ownId !== undefined && isIdAlone
    ? unshown(`got the orderId ${ownId}, which does not follow those of right calls: it may be a code of a refusal`)
    : unshown('got a response in another form than a right call');
}

const MAKING: readonly string[] = ['acknowledgement', 'object'];

const idOf = (operationId: OperationId, reading: Reading): string | undefined =>
  operationId === 'createOrder' ? orderIdOf(reading) : undefined;

const WHOLE = /^[1-9]\d{0,29}$/;

/**
 * True for the next id of the same count: between that of a right call before it and that of a right call after it. A small number
 * may be a code as well, so that a number for itself shows nothing.
 */
function isBetween(id: string | undefined, others: readonly (string | undefined)[]): boolean {
  const [low, own, high] = [others[0], id, others.at(-1)].map((one = '') =>
    WHOLE.test(one) ? BigInt(one) : undefined,
  );
  return low !== undefined && own !== undefined && high !== undefined && low < own && own < high;
}

function withoutId(reading: Reading): Sample {
  const blank = (json: unknown): unknown =>
    isJsonObject(json)
      ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, name === 'orderId' ? '' : blank(value)]))
      : json;
  return { ...sampleOf(reading), json: blank(reading.json) };
}

/** More members than an envelope has: what they say differs from one record to the next. */
const MEMBERS_OF_A_RECORD = 8;

function isSuchRecord(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  return names.length >= MEMBERS_OF_A_RECORD && names.sort().join() === Object.keys(other).sort().join();
}
