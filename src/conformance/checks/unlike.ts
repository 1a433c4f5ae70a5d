import type { Reading } from '../call/answer.js';
import { valid } from '../call/inputs.js';
import { cannotTell, type Context, expectRefused, shown } from '../engine/check.js';
import type { Finding } from '../model.js';
import type { OperationId } from '../operations.js';
import { areAlike, type Sample } from '../premises/refusal-shape.js';

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
  wrong: { readonly what: string; readonly right?: () => Promise<Reading> },
): Promise<Finding> {
  const { what, right } = wrong;
  const finding = expectRefused(reading, what);
  if (finding.outcome !== 'broken' || isEmptyObject(reading.json)) return shown(finding);
  const isAlike = (twin: Reading): boolean => twin.kind === 'accepted' && areAlike(sampleOf(reading), sampleOf(twin));
  // Another input may be answered in another form, and lists grow.
  const isTaken = isAlike(await valid(context, operationId)) || (right !== undefined && isAlike(await right()));
  if (isTaken) return shown(finding);
  return cannotTell(`${what} was answered in another form than a right call (${reading.summary})`);
}

const isEmptyObject = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && Object.keys(json).length === 0;
