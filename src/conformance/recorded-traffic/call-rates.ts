import { HISTORIES } from '../judges/history-page.js';
import { addTo, getOrMake } from '../model/groups.js';
import type { Operation } from '../model/operations.js';
import type { Calls, ObservedCall } from './recording-model.js';
import { countFirst, firstFrom } from '../judges/time-span.js';

/** Windows in which services count calls, milliseconds. */
const WINDOWS_MS = [1000, 10_000, 60_000] as const;

/** Operations that may be counted together: how calls are counted is not shown (unknown `limits.counted-by`). */
const groupsOf = ({ operationId, effect }: Operation): readonly string[] => [
  operationId,
  operationId in HISTORIES ? 'histories' : effect,
  effect,
  'all',
];

/**
 * True when a limit of calls may explain why this one was refused: it came after more calls, in a second, in ten, or in a minute,
 * than any that was taken, whether refused ones count or not.
 */
export type IsOverLimit = (refused: ObservedCall) => boolean;

export function createCallRates(calls: Calls): IsOverLimit {
  const items = calls.map((call) => ({ call }));
  const places = new Map(calls.map((call, place) => [call, place]));
  /** The places of the calls of each group, and of those that were taken. */
  const lists = new Map<string, number[]>();
  for (const [place, { operation, reading }] of calls.entries()) {
    for (const group of new Set(groupsOf(operation)))
      for (const key of reading.kind === 'accepted' ? [group, taken(group)] : [group]) addTo(lists, key, place);
  }
  const rateOf = (call: ObservedCall, key: string, ms: number): number => {
    const from = firstFrom(items, call.startMs - ms + 1);
    const own = lists.get(key) ?? [];
    const countBelow = (bound: number): number => countFirst(own.length, (at) => own[at]! < bound);
    return countBelow(places.get(call)!) - countBelow(from);
  };
  const most = new Map<string, number>();
  const mostTaken = (group: string, key: string, ms: number): number =>
    getOrMake(most, `${key} ${ms}`, () =>
      (lists.get(taken(group)) ?? []).reduce((max, at) => Math.max(max, rateOf(calls[at]!, key, ms)), 0),
    );
  return (refused) =>
    groupsOf(refused.operation).some((group) =>
      [group, taken(group)].some((key) =>
        WINDOWS_MS.some((ms) => rateOf(refused, key, ms) > mostTaken(group, key, ms)),
      ),
    );
}

const taken = (group: string): string => `${group} taken`;
