<<<<<<< HEAD
import type { Reading } from '../call/answer.js';
import { type Context, Found } from '../findings/check.js';
import { judgeWrongCall } from '../judges/wrong-calls.js';
import type { OperationId } from '../model/operations.js';
=======
import { orderIdOf, type Reading } from '../call/answer.js';
import { valid } from '../orders/valid-inputs.js';
import { asNone, cannotTell, type Context, expectRefused, shown } from '../findings/check.js';
>>>>>>> orders-slice
import type { Finding } from '../model/report-model.js';
import { valid } from '../orders/valid-inputs.js';
import { BIT_FLIPPED, refused } from './wrong-calls.js';

interface WrongCall {
  readonly what: string;
  readonly right?: () => Promise<Reading>;
  /** Responses to other wrong calls, in forms that right calls do not have. */
  readonly unclear?: readonly Reading[];
}

/**
 * Judges the response to a wrong call. Lists grow, and another input may get another form, so that right calls are made next to it
 * until one shows what it is.
 */
export async function lookAtTaken(
  context: Context,
  operationId: OperationId,
  reading: Reading,
  { what, right, unclear = [] }: WrongCall,
): Promise<Finding> {
  const twins: Reading[] = [];
<<<<<<< HEAD
  const judge = (refusal?: Reading) => judgeWrongCall(operationId, what, reading, { right: twins, unclear, refusal });
  let finding = judge();
  try {
    for (const ask of [() => valid(context, operationId), ...(right === undefined ? [] : [right])]) {
      if (finding.wants === undefined) return finding;
      twins.push(await ask());
      finding = judge();
    }
    const isOpen = finding.wants !== undefined && reading.code === '0';
    return isOpen ? judge(await refused(context, BIT_FLIPPED)) : finding;
  } catch (error) {
    if (error instanceof Found) return error.finding;
    throw error;
  }
=======
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
>>>>>>> orders-slice
}

/**
 * The same, for a check that goes on only with what was shown.
 *
 * @throws {Found} When it cannot be told.
 */
export async function judgeTaken(...given: Parameters<typeof lookAtTaken>): Promise<Finding> {
  const finding = await lookAtTaken(...given);
  if ('reason' in finding) throw new Found(finding);
  return finding;
}

/** True when a call that has to be refused was taken, as far as its response tells. */
export const isTaken = async (context: Context, operationId: OperationId, reading: Reading): Promise<boolean> =>
  reading.kind === 'accepted' &&
  (await lookAtTaken(context, operationId, reading, { what: 'a wrong call' })).outcome === 'broken';
