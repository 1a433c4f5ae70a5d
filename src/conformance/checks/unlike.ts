import { type Reading, resultOf, type ResultRecord, textOf } from '../call/answer.js';
import { valid } from '../call/inputs.js';
import { cannotTell, type Context, expectRefused, shown } from '../engine/check.js';
import type { Finding } from '../model.js';
import { type OperationId, operations } from '../operations.js';
import { areAlike, isEmptyObject, type Sample, saysError } from '../premises/refusal-shape.js';

export const sampleOf = ({ status = 0, json }: Reading): Sample => ({ status, json });

/**
 * What the answer to a wrong call comes to: every accusation that one was taken comes from here. It was taken where it was
 * answered as the right call is, the same but for what is wrong. In another form it may have been refused in a way that is not
 * known here (unknown `errors.format`). An empty object says nothing of a refusal.
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
  const isTaken = async (): Promise<boolean> => {
    if (isOdd || saysError(sampleOf(reading)) || refusals.some(isLike)) return false;
    for (const ask of [() => valid(context, operationId), ...(right === undefined ? [] : [right])]) {
      const twin = await ask();
      if (twin.kind === 'accepted' && isLike(twin) && !haveOneId(reading, twin)) return true;
    }
    return false;
  };
  if (await isTaken()) return shown(finding);
  return cannotTell(`${what} was answered in another form than a right call (${reading.summary})`);
}

/** Two orders have two ids: a receipt with one that was given before, such as 0, is of no order. */
const haveOneId = (one: Reading, other: Reading): boolean =>
  one.sent.call.operationId === 'createOrder' && idOf(one) !== undefined && idOf(one) === idOf(other);

const idOf = (reading: Reading): string | undefined =>
  textOf((resultOf(reading, 'object') as ResultRecord | undefined)?.['orderId']);

const MAKING: readonly string[] = ['acknowledgement', 'object'];
