import { type Reading, resultOf, type ResultRecord, textOf } from '../call/answer.js';
import { valid } from '../call/inputs.js';
import { cannotTell, type Context, expectRefused, Found, shown } from '../engine/check.js';
import type { Finding } from '../model.js';
import { type OperationId, operations } from '../operations.js';
import { areAlike, isEmptyObject, type Sample, saysError } from '../premises/refusal-shape.js';
import { BIT_FLIPPED, refused } from './wrong-calls.js';

export const sampleOf = ({ status = 0, json }: Reading): Sample => ({ status, json });

/**
 * What the answer to a wrong call comes to: every accusation that one was taken comes from here. It was taken where it was
 * answered as the right call is, the same but for what is wrong. In another form it may have been refused in a way that is not
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
  // What makes something answers with no list: a list of errors it may be.
  const isOdd = Array.isArray(reading.json) && MAKING.includes(operations[operationId].result);
  // Lists grow, and another input may be answered in another form: what counts is what the right call is answered with now.
  const isLikeRight = async (): Promise<boolean> => {
    if (isOdd || saysError(sampleOf(reading)) || refusals.some(isLike)) return false;
    for (const ask of [() => valid(context, operationId), ...(right === undefined ? [] : [right])]) {
      const twin = await ask();
      const isTwin = isLike(twin) || isSuchRecord(reading.json, twin.json);
      if (twin.kind === 'accepted' && isTwin && !haveOneId(reading, twin)) return true;
    }
    return saysSuccess(context, reading);
  };
  if (await isLikeRight()) return shown(finding);
  return cannotTell(`${what} was answered in another form than a right call (${reading.summary})`);
}

/** Two orders have two ids: a receipt with one that was given before, such as 0, is of no order. */
const haveOneId = (one: Reading, other: Reading): boolean =>
  one.sent.call.operationId === 'createOrder' && idOf(one) !== undefined && idOf(one) === idOf(other);

const idOf = (reading: Reading): string | undefined =>
  textOf((resultOf(reading, 'object') as ResultRecord | undefined)?.['orderId']);

/** Whether a call that has to be refused was taken, as far as its answer tells. */
export async function isTaken(context: Context, operationId: OperationId, reading: Reading): Promise<boolean> {
  if (reading.kind !== 'accepted') return false;
  try {
    return (await judgeTaken(context, operationId, reading, { what: 'a wrong call' })).outcome === 'broken';
  } catch (error) {
    if (error instanceof Found) return false;
    throw error;
  }
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
