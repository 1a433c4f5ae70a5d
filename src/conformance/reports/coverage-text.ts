import { type Coverage, type CoveredPoint, POINT_KINDS, type PointKind } from '../model/coverage-model.js';
import { groupBy } from '../model/groups.js';

export const KIND_NAMES: Readonly<Record<PointKind, string>> = {
  operation: 'operations',
  parameter: 'parameters and their values',
  status: 'statuses',
  field: 'response fields',
  clause: 'clauses',
};

/** The most that the numbers say. A percentage of them was read as how much of a server holds. */
export const ONE_FORM = 'Each counts once it was judged in one form of call: other combinations may not hold.';

/** The judged part of the description, in two lines. */
export function coverageText({ byKind, points }: Coverage): string {
  const kinds = POINT_KINDS.map((kind) => `${KIND_NAMES[kind]} ${byKind[kind].judged} of ${byKind[kind].reachable}`);
  const out = points.filter(({ state }) => state === 'out-of-reach').length;
  return `Coverage of the description: ${kinds.join(', ')}${out === 0 ? '' : `; no check can judge ${out} more points`}. ${ONE_FORM}`;
}

/** Points that were not judged, by the reason: the reason that holds for most of them first. */
export function unjudgedByReason({
  points,
}: Coverage): readonly (readonly [why: string, points: readonly CoveredPoint[]])[] {
  const groups = groupBy(
    points.filter(({ state }) => state !== 'judged'),
    ({ state, why = state }) => `${state === 'out-of-reach' ? 'Out of reach: ' : ''}${why}`,
  );
  return [...groups].toSorted(([, one], [, other]) => other.length - one.length);
}
