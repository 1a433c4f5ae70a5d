import { type Effect, type OperationId, operations } from '../../generated/operations.js';
import type { LimitedCall } from './limiter.js';
import type { CheckedLimits } from './limits.js';
import { RateWindow } from './window.js';

export interface Waiter {
  readonly call: LimitedCall;
  /** When it must have gone, by the limiter's clock. */
  readonly deadlineMs: number;
  /** Position among all calls. */
  readonly number: number;
  readonly leave: () => void;
  readonly fail: (error: Error) => void;
}

/** Calls that wait for the same things, in the order in which they came. */
export interface Lane {
  readonly rank: number;
  /** The limit of these calls alone. */
  readonly window: RateWindow | undefined;
  readonly waiting: Set<Waiter>;
  /** Weight of all that wait here. */
  weight: number;
}

const RANKS: Readonly<Record<Effect, number>> = { wipe: 0, money: 1, reversible: 2, read: 3 };

/** One lane for each operation with its own limit, and one for each effect. */
export function createLanes({ byOperation }: CheckedLimits) {
  const lane = (effect: Effect, window?: RateWindow): Lane => ({
    rank: RANKS[effect],
    window,
    waiting: new Set(),
    weight: 0,
  });
  const own = new Map<string, Lane>();
  for (const [id, limit] of byOperation) own.set(id, lane(operations[id as OperationId].effect, new RateWindow(limit)));
  const rest = new Map((Object.keys(RANKS) as Effect[]).map((effect) => [effect, lane(effect)]));
  return {
    all: [...own.values(), ...rest.values()],
    of: (call: LimitedCall): Lane => own.get(call.operationId) ?? rest.get(call.effect)!,
  };
}

/** The call that has waited longest in a lane. */
export function headOf(lane: Lane): Waiter | undefined {
  for (const waiter of lane.waiting) return waiter;
  return undefined;
}

/**
 * Tells whether the head of one lane goes before that of another: cancels first, then what moves money, reads last. On a fair
 * turn all but the cancels go in the order in which they came, so that nothing waits forever.
 */
export function goesBefore([lane, head]: LanePlace, [other, otherHead]: LanePlace, isFair: boolean): boolean {
  if (lane.rank === other.rank || (isFair && lane.rank > 0 && other.rank > 0)) return head.number < otherHead.number;
  return lane.rank < other.rank;
}

export type LanePlace = readonly [Lane, Waiter];
