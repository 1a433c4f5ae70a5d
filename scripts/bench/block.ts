import { availableParallelism, loadavg } from 'node:os';
import { machine } from './whole-process.js';
import type { Ratio } from './rounds.js';

/** What a figure should be: at most, or at least. The gate is what must hold, the aim what is wanted. */
export interface Limits {
  readonly aim?: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** One figure. */
export interface Row extends Limits {
  readonly what: string;
  readonly value: Ratio | number;
  readonly unit?: string;
}

/** Figures that belong together: one run, one base. */
export interface Block {
  /** For `--only`. */
  readonly id: string;
  readonly title: string;
  /** What the figures mean, in one sentence. */
  readonly meaning: string;
  readonly run: () => Promise<readonly Row[]>;
}

const medianOf = ({ value }: Row): number => (typeof value === 'number' ? value : value.median);

/** Whether a figure meets its aim, keeps within its gate, or misses it; empty where it has neither. */
export function verdictOf(row: Row): '' | 'met' | 'within' | 'missed' {
  const median = medianOf(row);
  const { aim, atMost, atLeast } = row;
  if (atLeast !== undefined) return median < atLeast ? 'missed' : aim !== undefined && median < aim ? 'within' : 'met';
  if (atMost === undefined) return '';
  return median > atMost ? 'missed' : aim !== undefined && median > aim ? 'within' : 'met';
}

export const HEAD = ['what', 'median', 'quartiles', 'aim', 'gate', ''] as const;

export function cellsOf(row: Row): string[] {
  const { what, value, unit = '', aim, atMost, atLeast } = row;
  const sign = atLeast === undefined ? '≤' : '≥';
  const gate = atLeast ?? atMost;
  return [
    what,
    `${medianOf(row).toFixed(2)}${unit && ` ${unit}`}`,
    typeof value === 'number' ? '' : `${value.lower.toFixed(2)} – ${value.upper.toFixed(2)}`,
    aim === undefined ? '' : `${sign} ${aim}`,
    gate === undefined ? '' : `${sign} ${gate}`,
    verdictOf(row),
  ];
}

/** Where and when a block was measured. The load says how much of the machine others were using. */
export function placeAndTime(): string {
  const load = loadavg()[0]!.toFixed(1);
  return `${machine()}, ${availableParallelism()} cores, load ${load}, ${new Date().toISOString().slice(0, 10)}`;
}
