import type { Reading } from '../call/answer.js';
import { valid } from '../call/inputs.js';
import type { Context } from '../engine/check.js';
import type { OperationId } from '../operations.js';
import { areAlike, type Sample } from '../premises/refusal-shape.js';
import { BIT_FLIPPED, refused } from './wrong-calls.js';

export const sampleOf = ({ status = 0, json }: Reading): Sample => ({ status, json });

/**
 * Whether a wrong call that reads as accepted was answered in another form than a right one: it may have been refused in a way
 * that is not known here (unknown `errors.format`). An empty object says nothing of a refusal, and a code of success says that
 * there is none.
 */
export async function isUnlikeRight(context: Context, operationId: OperationId, reading: Reading): Promise<boolean> {
  if (reading.kind !== 'accepted' || isEmptyObject(reading.json)) return false;
  const right = await valid(context, operationId);
  if (areAlike(sampleOf(reading), sampleOf(right)) || isSuchRecord(reading.json, right.json)) return false;
  return !(await saysSuccess(context, reading));
}

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

const isEmptyObject = (json: unknown): boolean => isObject(json) && Object.keys(json).length === 0;
