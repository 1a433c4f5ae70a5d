import { HISTORIES } from '../judges/history-page.js';
import type { Operation } from '../model/operations.js';
import type { ObservedCall } from './observed-call.js';

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
  const places = new Map(calls.map((call, place) => [call, place]));
  const lists = new Map<string, { readonly places: number[]; readonly starts: number[] }>();
  for (const [place, { operation, reading, startMs }] of calls.entries()) {
    for (const group of new Set(groupsOf(operation)))
      for (const key of reading.kind === 'accepted' ? [group, `${group} taken`] : [group]) {
        const list = lists.get(key);
        if (list === undefined) lists.set(key, { places: [place], starts: [startMs] });
        else {
          list.places.push(place);
          list.starts.push(startMs);
        }
      }
  }
  const known = new Map<ObservedCall, readonly number[]>();
  const ratesOf = (call: ObservedCall): readonly number[] => {
    let rates = known.get(call);
    if (rates === undefined) {
      const keys = groupsOf(call.operation).flatMap((group) => [group, `${group} taken`]);
      rates = keys.flatMap((key) => {
        const list = lists.get(key);
        if (list === undefined) return WINDOWS_MS.map(() => 0);
        const before = countBelow(list.places, places.get(call)!);
        return WINDOWS_MS.map((ms) => before - countBelow(list.starts, call.startMs - ms + 1));
      });
      known.set(call, rates);
    }
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
