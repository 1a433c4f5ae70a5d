import type { Reading } from '../call/answer.js';
import { valid } from '../call/inputs.js';
import type { Context } from '../engine/check.js';
import type { OperationId } from '../operations.js';
import { areAlike, type Sample } from '../premises/refusal-shape.js';

export const sampleOf = ({ status = 0, json }: Reading): Sample => ({ status, json });

/**
 * Whether a wrong call that reads as accepted was answered in another form than a right one: it may have been refused in a way
 * that is not known here (unknown `errors.format`). An empty object says nothing of a refusal.
 */
export const isUnlikeRight = async (context: Context, operationId: OperationId, reading: Reading): Promise<boolean> =>
  reading.kind === 'accepted' &&
  !isEmptyObject(reading.json) &&
  !areAlike(sampleOf(reading), sampleOf(await valid(context, operationId)));

const isEmptyObject = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && Object.keys(json).length === 0;
