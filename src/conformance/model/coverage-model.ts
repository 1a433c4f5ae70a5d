export const POINT_KINDS = ['operation', 'parameter', 'status', 'field', 'clause'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

/** The state of a point after a run. */
export type PointState =
  /** A declared check that came to it passed or failed. */
  | 'judged'
  /** A call showed it, and nothing was judged by it. */
  | 'reached'
  /** A check can come to it; this run did not. */
  | 'not-reached'
  /** No check can judge it. */
  | 'out-of-reach';

export interface CoveredPoint {
  readonly point: string;
  readonly kind: PointKind;
  readonly state: PointState;
  readonly why?: string;
}

export interface KindCoverage {
  /** Points of the description. */
  readonly described: number;
  /** Points that a check can judge. */
  readonly reachable: number;
  readonly reached: number;
  readonly judged: number;
}

/** The parts of the description that a run has judged. Plain JSON. */
export interface Coverage {
  /** Judged points of 100 reachable ones, rounded down to one decimal. A point is judged in one form of call, not in all. */
  readonly percent: number;
  readonly byKind: Readonly<Record<PointKind, KindCoverage>>;
  readonly points: readonly CoveredPoint[];
}
