import { HISTORIES } from '../judges/history-page.js';
import { addTo } from '../model/groups.js';
import type { Operation } from '../model/operations.js';
import type { ObservedCall } from './recording-model.js';
import { firstFrom } from '../judges/time-span.js';

/** Windows in which services count calls, milliseconds. */
const WINDOWS_MS = [1000, 10_000, 60_000] as const;

type Calls = readonly ObservedCall[];

/** Operations that may be counted together: how calls are counted is not shown (unknown `limits.counted-by`). */
const groupsOf = ({ operationId, effect }: Operation): readonly string[] => [
  operationId,
  operationId in HISTORIES ? 'histories' : effect,
  effect,
  'all',
];

/**
 * True when a limit of calls may explain why this one was refused: each of those that were taken came after fewer calls, in
 * a second, in ten, or in a minute, whether refused ones count or not.
 */
export type IsOverLimit = (refused: ObservedCall, taken: Calls) => boolean;

export function createCallRates(calls: Calls): IsOverLimit {
  const items = calls.map((call) => ({ call }));
  const places = new Map(calls.map((call, place) => [call, place]));
  /** The places of the calls of each group, and of those that were taken. */
  const lists = new Map<string, number[]>();
  for (const [place, { operation, reading }] of calls.entries()) {
    for (const group of new Set(groupsOf(operation)))
      for (const key of reading.kind === 'accepted' ? [group, `${group} taken`] : [group]) addTo(lists, key, place);
  }
  const known = new Map<ObservedCall, readonly number[]>();
  const ratesOf = (call: ObservedCall): readonly number[] => {
    let rates = known.get(call);
    if (rates !== undefined) return rates;
    const keys = groupsOf(call.operation).flatMap((group) => [group, `${group} taken`]);
    const froms = WINDOWS_MS.map((ms) => firstFrom(items, call.startMs - ms + 1));
    const count = (key: string, from: number): number =>
      countBelow(lists.get(key) ?? [], places.get(call)!) - countBelow(lists.get(key) ?? [], from);
    known.set(call, (rates = keys.flatMap((key) => froms.map((from) => count(key, from)))));
    return rates;
  };
  return (refused, taken) => {
    const rates = ratesOf(refused);
    return !taken.some((call) => ratesOf(call).every((rate, at) => rate >= rates[at]!));
  };
}

/** Number of values below a bound, in a list that ascends. */
function countBelow(values: readonly number[], bound: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
