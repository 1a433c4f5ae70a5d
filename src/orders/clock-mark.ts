import type { ServiceClock } from '../client/clock/clock.js';
import type { InnerClient } from '../client/operations-client.js';

/** The clock of the service, and how time passes for a client. */
export type ClientTime = Pick<InnerClient, 'time'> & { readonly clock: ServiceClock };

interface LocalMark {
  readonly timestampMs: number;
  readonly offsetMs: number;
  /** The service's time was at least this; minus Infinity when it had not been measured. */
  readonly earliestMs: number;
}

/** The mark of this process. */
export interface OwnMark extends LocalMark {
  readonly process: 'own';
  /** The service's time was at most this; plus Infinity when it had not been measured. */
  readonly latestMs: number;
  /** The source of that measurement. */
  readonly source: ServiceClock['source'];
  /** Jumps of the local clock noticed until then. */
  readonly jumps: number;
  /** By the clock that never jumps, milliseconds. */
  readonly atMs: number;
  /** By the clock that goes on while the machine sleeps. */
  readonly wallMs: number;
}

/** The knowledge of time when the order was meant. A journal does not keep what only its own process can compare. */
export type ClockMark = OwnMark | (LocalMark & { readonly process: 'another' });

/** More than two clocks of this machine part from one another per millisecond. */
const DRIFT = 1e-3;

/** A change by less is the work of NTP, or of a Date header that narrows the bounds; the time to settle covers it. */
const STEP_MS = 500;

/** The clock's time now; an error of the caller's `now` must not lose an order. */
export function markClock({ clock, time }: ClientTime): OwnMark {
  // Asked first: a jump is noticed by reading the time.
  const timestampMs = clock.timestampMs();
  const { earliestMs, latestMs } = clock.bounds();
  const { offsetMs, source, jumps } = clock;
  return {
    process: 'own',
    timestampMs,
    offsetMs,
    earliestMs,
    latestMs,
    source,
    jumps,
    atMs: time.monotonic(),
    wallMs: time.wall(),
  };
}

/** Longer than the work before an order leaves. */
const ASLEEP_MS = 10_000;

/** True when the machine has slept since, or its clock was set ahead, for longer than an order may wait. */
export const hasSlept = ({ atMs, wallMs }: OwnMark, { time }: ClientTime, timeoutMs = ASLEEP_MS): boolean =>
  time.wall() - wallMs - (time.monotonic() - atMs) >= timeoutMs;

/**
 * Tells whether X-CH-TS is within what the intent in a journal says, so that a process that finds it after a crash can bound it: the
 * time of the mark, carried on by the clock that never jumps, or the service's own, which is asked then, too.
 */
export function isForeseen(timestampMs: number, mark: OwnMark, { clock, time }: ClientTime): boolean {
  const passedMs = (time.monotonic() - mark.atMs) * (1 + DRIFT);
  const markedMs = mark.latestMs === Infinity ? mark.timestampMs : Math.max(mark.timestampMs, mark.latestMs);
  return clock.source === 'time' || timestampMs <= markedMs + passedMs + STEP_MS;
}
