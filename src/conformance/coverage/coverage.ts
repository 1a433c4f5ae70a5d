import type { Result } from '../model/report-model.js';
import {
  type Coverage,
  type CoveredPoint,
  type KindCoverage,
  POINT_KINDS,
  type PointKind,
  type PointState,
} from '../model/coverage-model.js';
import { catalogue } from '../checks/index.js';
import { getOrMake, mostOften, remembering } from '../model/groups.js';
import { isJudgement } from '../model/verdicts.js';
import { declaredOperations } from '../model/operations.js';
import { descriptionPoints, type Point, pointIds, pointsOfOperation } from './points.js';
import { type CoveredCall, reachedPoints } from './reached-points.js';

export type CheckOfCoverage = Pick<Result, 'id' | 'family' | 'clause' | 'operations' | 'verdict' | 'reason'>;

export interface CoveredCheck {
  readonly check: CheckOfCoverage;
  readonly calls: readonly CoveredCall[];
}

/** The declared checks that can come to a point, by the id of the point. */
type Reach = ReadonlyMap<string, readonly string[]>;

/**
 * Measures a run, or a recording that was judged, by the description. Depends on nothing but its arguments.
 *
 * @param others Calls that no check came to.
 */
export function coverageOf(
  checks: readonly CoveredCheck[],
  reach: Reach,
  others: readonly CoveredCall[] = [],
): Coverage {
  const pointsIn = createPointReader();
  const reached = new Set(pointsIn(others));
  const judged = new Set<string>();
  for (const one of checks) {
    for (const point of pointsIn(one.calls)) reached.add(point);
    if (!isJudgement(one.check.verdict)) continue;
    // Other calls made way for it, and were not looked at.
    const own = one.calls.filter(({ operationId }) => one.check.operations.some((id) => id === operationId));
    for (const point of pointsOf(one, pointsIn(own))) judged.add(point);
  }
  const results = new Map(checks.map(({ check }) => [check.id, check]));
  const points = allPoints(reach).map((point): CoveredPoint => {
    const { id, kind, outOfReach } = point;
    const ways = reach.get(id);
    const base = { point: id, kind };
    if (outOfReach !== undefined) return { ...base, state: 'out-of-reach', why: outOfReach };
    if (judged.has(id)) return { ...base, state: 'judged' };
    if (ways === undefined) return { ...base, state: 'out-of-reach', why: NO_CHECK };
    return { ...base, state: reached.has(id) ? 'reached' : 'not-reached', why: reasonOf(ways, results) };
  });
  const byKind = Object.fromEntries(
    POINT_KINDS.map((kind) => [kind, count(points.filter((one) => one.kind === kind))]),
  );
  const all = count(points);
  return {
    percent: all.reachable === 0 ? 0 : Math.floor((1000 * all.judged) / all.reachable) / 10,
    byKind: byKind as Record<PointKind, KindCoverage>,
    points,
  };
}

const NO_CHECK = 'no check of a declared fact comes to it';

/** The sentences that checks judge by are known from the checks alone. */
function allPoints(reach: Reach): readonly Point[] {
  const described = new Set(descriptionPoints.map(({ id }) => id));
  const clauses = [...reach.keys()].filter((id) => !described.has(id));
  return [...descriptionPoints, ...clauses.map((id): Point => ({ id, kind: 'clause' }))];
}

/** A check shows something of a response only where it looks at responses; its sentence it shows in any case. */
function pointsOf({ check: { family, clause }, calls }: CoveredCheck, shown: ReadonlySet<string>): ReadonlySet<string> {
  if (clause.kind !== 'declared') return new Set();
  const points = [...shown].filter((id) => family === 'SHAPE' || !FIELDS.has(id));
  return new Set([...points, ...(calls.length === 0 ? [] : [pointIds.clause(clause.heading, clause.quote)])]);
}

type PointReader = (calls: readonly CoveredCall[]) => ReadonlySet<string>;

/** Reads each call once. A recording has thousands of calls, many checks come to each, and most show the same points. */
function createPointReader(): PointReader {
  const lists = new Map<string, readonly string[]>();
  // Calls that show the same points share one list.
  const read = remembering((call: CoveredCall) => {
    const found = reachedPoints(call);
    return getOrMake(lists, found.join('\n'), () => found);
  });
  return (calls) => new Set([...new Set(calls.map(read))].flat());
}

const FIELDS: ReadonlySet<string> = new Set(
  descriptionPoints.filter(({ kind }) => kind === 'field').map(({ id }) => id),
);

/** The reason that stopped most of the checks that would have reached a point. */
function reasonOf(ways: readonly string[], results: ReadonlyMap<string, CheckOfCoverage>): string {
  const reasons = ways.map((id) => {
    const result = results.get(id);
    if (result === undefined) return 'its checks were not selected';
    if (isJudgement(result.verdict)) return 'the calls of this run did not show it';
    return `${result.verdict}: ${result.reason ?? 'no reason was given'}`;
  });
  return mostOften(reasons)!;
}

function count(points: readonly CoveredPoint[]): KindCoverage {
  const number = (...states: readonly PointState[]): number =>
    points.filter(({ state }) => states.includes(state)).length;
  return {
    described: points.length,
    reachable: points.length - number('out-of-reach'),
    reached: number('judged', 'reached'),
    judged: number('judged'),
  };
}

let known: Reach | undefined;

export const describedReach = (): Reach => (known ??= build());

function build(): Reach {
  const reach = new Map<string, readonly string[]>();
  const declared = catalogue.filter(({ clause }) => clause.kind === 'declared');
  for (const operation of declaredOperations) {
    const own = declared.filter(({ operations }) => operations.includes(operation.operationId));
    const all = own.map(({ id }) => id);
    // Only what looks at responses shows something of one.
    const shapes = own.flatMap(({ id, family }) => (family === 'SHAPE' ? [id] : []));
    for (const { id, kind, outOfReach } of pointsOfOperation(operation))
      if (outOfReach === undefined) reach.set(id, kind === 'field' ? shapes : all);
  }
  for (const { id, clause } of declared) {
    if (clause.kind !== 'declared') continue;
    const sentence = pointIds.clause(clause.heading, clause.quote);
    reach.set(sentence, [...(reach.get(sentence) ?? []), id]);
  }
  return reach;
}
