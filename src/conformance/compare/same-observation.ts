import type { JsonRecord } from '../../core/json/decode.js';
import { isJsonObject } from '../model/json-object.js';

/**
 * True when two runs saw the same. A time limit is measured by trial, so two measurements of the same limit give two pairs of
 * numbers: they agree where one limit fits both. Other times agree within a factor of two.
 */
export function isSameObservation(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSameObservation(value, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return Object.is(one, other);
  const [limit, otherLimit] = [bracketOf(one), bracketOf(other)];
  if (limit !== undefined && otherLimit !== undefined) {
    return limit.acceptedMs <= otherLimit.refusedMs && otherLimit.acceptedMs <= limit.refusedMs;
  }
  // A report that was written to a file has no members that are undefined.
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) =>
    name.endsWith('Ms') ? isNear(one[name], other[name]) : isSameObservation(one[name], other[name]),
  );
}

/** The largest time that was accepted and the smallest that was refused: the limit lies between them. */
function bracketOf({ acceptedMs, refusedMs }: JsonRecord): { acceptedMs: number; refusedMs: number } | undefined {
  return typeof acceptedMs === 'number' && typeof refusedMs === 'number' ? { acceptedMs, refusedMs } : undefined;
}

function isNear(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return isSameObservation(one, other);
  const [less, more] = [Math.abs(one), Math.abs(other)].sort((a, b) => a - b) as [number, number];
  return one === other || (Math.sign(one) === Math.sign(other) && more <= 2 * less);
}
