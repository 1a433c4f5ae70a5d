import type { Reading } from '../call/answer.js';
import { type Context, Found } from '../findings/check.js';
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
 *
 * @throws {Found} When that cannot be told.
 */
export async function judgeTaken(
  context: Context,
  operationId: OperationId,
  reading: Reading,
  { what, right, unclear = [] }: WrongCall,
): Promise<Finding> {
  const twins: Reading[] = [];
  const judge = (refusal?: Reading) => judgeWrongCall(operationId, what, reading, { right: twins, unclear, refusal });
  let finding = judge();
  for (const ask of [() => valid(context, operationId), ...(right === undefined ? [] : [right])]) {
    if (finding.wants === undefined) break;
    twins.push(await ask());
    finding = judge();
  }
  if (finding.wants !== undefined && reading.code === '0') finding = judge(await refused(context, BIT_FLIPPED));
  if (finding.outcome === 'cannot-tell') throw new Found(finding);
  return finding;
}

/** True when a call that has to be refused was taken, as far as its response tells. */
export async function isTaken(context: Context, operationId: OperationId, reading: Reading): Promise<boolean> {
  if (reading.kind !== 'accepted') return false;
  try {
    return (await judgeTaken(context, operationId, reading, { what: 'a wrong call' })).outcome === 'broken';
  } catch (error) {
    if (error instanceof Found) return false;
    throw error;
  }
}
