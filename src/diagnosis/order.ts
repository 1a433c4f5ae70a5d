import { operationsByRequest } from '../core/operations-by-request.js';
import type { UnsignedCall } from './mistake.js';

/** Of so many parts every order is tried: 5040 at most. */
const MAX_PERMUTED = 7;

/** Of so many, those in which one part has moved. */
const MAX_MOVED = 16;

/** Every order of the parts, the given one first. */
export function permute<Part>(parts: readonly Part[]): readonly (readonly Part[])[] {
  return parts.length < 2
    ? [parts]
    : parts.flatMap((part, i) => permute(parts.toSpliced(i, 1)).map((rest) => [part, ...rest]));
}

/** The parts in the order in which the service document lists the fields, those that it does not list at the end. */
export function inDocumentOrder<Part>(
  parts: readonly Part[],
  nameOf: (part: Part) => string,
  { method, path }: UnsignedCall,
): readonly Part[] {
  const fields = operationsByRequest.get(`${method} ${path.replace(/\/$/, '')}`)?.fields.map(({ name }) => name) ?? [];
  const placeOf = (part: Part): number => fields.indexOf(nameOf(part)) + 1 || fields.length + 1;
  return parts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** All other orders, or of many parts those that differ from a given order in the place of one. */
export function otherOrders<Part>(orders: readonly (readonly Part[])[]): readonly (readonly Part[])[] {
  const parts = orders[0]!;
  if (parts.length <= MAX_PERMUTED) return permute(parts);
  return parts.length > MAX_MOVED ? [] : orders.flatMap(movedOnce);
}

const movedOnce = <Part>(parts: readonly Part[]): readonly (readonly Part[])[] =>
  parts.flatMap((part, from) => parts.map((_, to) => parts.toSpliced(from, 1).toSpliced(to, 0, part)));
