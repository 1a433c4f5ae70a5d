import type { Reading } from '../call/answer.js';
import { type Context, findingIn, needTold } from '../findings/check.js';
import { judgeWrongCall } from '../judges/wrong-calls.js';
import type { OperationId } from '../model/operations.js';
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
    return findingIn(error);
  }
}

/**
 * The same, for a check that goes on only with what was shown.
 *
 * @throws {Found} When it cannot be told.
 */
export const judgeTaken = async (...given: Parameters<typeof lookAtTaken>): Promise<Finding> =>
  needTold(await lookAtTaken(...given));

/** True when a call that has to be refused was taken, as far as its response tells. */
export const isTaken = async (context: Context, operationId: OperationId, reading: Reading): Promise<boolean> =>
  reading.kind === 'accepted' &&
  (await lookAtTaken(context, operationId, reading, { what: 'a wrong call' })).outcome === 'broken';
