import { orderIdOf, type Reading } from '../call/answer.js';
import { valid } from '../orders/valid-inputs.js';
import { asNone, cannotTell, type Context, expectRefused, shown } from '../findings/check.js';
import type { Finding } from '../model/report-model.js';
import { type OperationId, operations } from '../model/operations.js';
import { areAlike, isEmptyObject, type Sample, saysError } from '../call/refusal-shape.js';
import { BIT_FLIPPED, refused } from './wrong-calls.js';

export const sampleOf = ({ status = 0, json }: Reading): Sample => ({ status, json });

/**
 * Judges the response to a wrong call. Every accusation that one was taken comes from here. It was taken where the response
 * is the same as that to the right call, but for the part that is wrong. Another form may be a refusal that is not
 * known here (unknown `errors.format`). An empty object says nothing of a refusal, and a code of success says that there is none.
 */
export async function judgeTaken(
  context: Context,
  operationId: OperationId,
  reading: Reading,
  wrong: {
    readonly what: string;
    readonly right?: () => Promise<Reading>;
    /** Answers to other wrong calls, in forms that right calls do not have. */
    readonly refusals?: readonly Reading[];
  },
): Promise<Finding> {
  const { what, right, refusals = [] } = wrong;
  const finding = expectRefused(reading, what);
  if (finding.outcome !== 'broken' || isEmptyObject(reading.json)) return shown(finding);
  // An empty list says as little of a refusal as an empty object does.
  const isBlank = Array.isArray(reading.json) && reading.json.length === 0;
  const isLike = (twin: Reading): boolean =>
    isBlank ? twin.status === reading.status && Array.isArray(twin.json) : areAlike(sampleOf(reading), sampleOf(twin));
  const open = (why: string): Finding => cannotTell(`${what} ${why} (${reading.summary})`);
  // Operations that make something do not return a list: it may be a list of errors.
  const isOdd = Array.isArray(reading.json) && MAKING.includes(operations[operationId].result);
  if (isOdd) return open('got a list, which may be one of errors');
  if (saysError(sampleOf(reading))) return open('got a success that names an error');
  if (refusals.some(isLike)) return open('got the response of other wrong calls, which may be a refusal');
  // Lists grow, and another input may get another form, so the comparison is with the current response to the right call.
  const twins: Reading[] = [];
  for (const ask of [() => valid(context, operationId), ...(right === undefined ? [] : [right])]) {
    const twin = await ask();
    twins.push(twin);
    const isTwin = isLike(twin) || isSuchRecord(reading.json, twin.json);
    if (twin.kind === 'accepted' && isTwin && !haveOneId(reading, twin)) return shown(finding);
  }
  if (isOfOneCount(reading, twins) || (await saysSuccess(context, reading))) return shown(finding);
  return open(whyOpen(reading, twins));
}

/** Why the answers to right calls do not show what a wrong one was answered with. */
function whyOpen(reading: Reading, twins: readonly Reading[]): string {
  const taken = twins.filter(({ kind }) => kind === 'accepted');
  if (taken.length === 0) return 'got a success, and a right call did not';
  const id = orderIdOf(reading);
  if (taken.some((twin) => haveOneId(reading, twin)))
    return `got the same orderId as an earlier order, ${id}: that does not prove that an order was made`;
  const isIdAlone = taken.some((twin) => areAlike(withoutId(reading), withoutId(twin)));
  return id !== undefined && isIdAlone
    ? `got the orderId ${id}, which does not follow those of right calls: it may be a code of a refusal`
    : 'got a response in another form than a right call';
}

/** Two orders have two ids: a receipt with one that was given before, such as 0, is of no order. */
const haveOneId = (one: Reading, other: Reading): boolean =>
  one.sent.call.operationId === 'createOrder' && orderIdOf(one) !== undefined && orderIdOf(one) === orderIdOf(other);

/**
 * True when its orderId is between those of a right call before it and a right call after it: the next one of the same count. A
 * small number may be a code as well, so that a number for itself shows nothing.
 */
function isOfOneCount(reading: Reading, [before, after]: readonly Reading[]): boolean {
  if (before?.kind !== 'accepted' || after?.kind !== 'accepted') return false;
  const isSame = [before, after].every((twin) => areAlike(withoutId(reading), withoutId(twin)));
  const [low, id, high] = [before, reading, after].map(countOf);
  return isSame && low !== undefined && id !== undefined && high !== undefined && low < id && id < high;
}

const WHOLE = /^[1-9]\d{0,29}$/;

function countOf(reading: Reading): bigint | undefined {
  const id = reading.sent.call.operationId === 'createOrder' ? (orderIdOf(reading) ?? '') : '';
  return WHOLE.test(id) ? BigInt(id) : undefined;
}

/** The response with its orderId blanked out. */
function withoutId(reading: Reading): Sample {
  const blank = (json: unknown): unknown =>
    isObject(json)
      ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, name === 'orderId' ? '' : blank(value)]))
      : json;
  return { ...sampleOf(reading), json: blank(reading.json) };
}

/** True when a call that has to be refused was taken, as far as its response tells. */
export async function isTaken(context: Context, operationId: OperationId, reading: Reading): Promise<boolean> {
  if (reading.kind !== 'accepted') return false;
  const finding = await judgeTaken(context, operationId, reading, { what: 'a wrong call' }).catch(asNone);
  return finding?.outcome === 'broken';
}

const MAKING: readonly string[] = ['acknowledgement', 'object'];

/** The code of success, on a target whose refusals have another code. */
async function saysSuccess(context: Context, { code }: Reading): Promise<boolean> {
  if (code !== '0') return false;
  const refusal = await refused(context, BIT_FLIPPED);
  return refusal.kind === 'refused' && refusal.code !== undefined && refusal.code !== '0';
}

/** More members than an envelope has: what they say differs from one record to the next. */
const MEMBERS_OF_A_RECORD = 8;

function isSuchRecord(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return names.length >= MEMBERS_OF_A_RECORD && names.sort().join() === Object.keys(other).sort().join();
}

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null && !Array.isArray(json);
