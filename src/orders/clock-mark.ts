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
}

/** The knowledge of time when the order was meant. A journal does not keep what only its own process can compare. */
export type ClockMark = OwnMark | (LocalMark & { readonly process: 'another' });

/** More than two clocks of this machine part from one another per millisecond. */
const DRIFT = 1e-3;

/** The time that a Date header leaves open (RFC 9110, 6.6.1: whole seconds). */
const DATE_WIDTH_MS = 1000;

/** The clock's time now; an error of the caller's `now` must not lose an order. */
export function markClock({ clock, time }: ClientTime): OwnMark {
  // Asked first: a jump is noticed by reading the time.
  const timestampMs = clock.timestampMs();
  const { earliestMs, latestMs } = clock.bounds();
  const { offsetMs, source, jumps } = clock;
  return { process: 'own', timestampMs, offsetMs, earliestMs, latestMs, source, jumps, atMs: time.monotonic() };
}

/**
 * The highest X-CH-TS that a call can have carried which began after the mark and has just ended. The estimate it was
 * signed by is either the one of the mark, carried on by the time that has passed, or the one of now, or a wider one that
 * led to it. Infinity where that cannot be told: the local clock was seen to jump, or is broken.
 */
export function maxTimestampOfCall(mark: OwnMark, client: ClientTime): number {
  let end: OwnMark;
  try {
    end = markClock(client);
  } catch {
    return Infinity;
  }
  if (end.jumps !== mark.jumps) return Infinity;
  // A Date header may have come and gone in between, and have said anything.
  if (mark.source === 'none' && end.source === 'time') return Infinity;
  const passedMs = (end.atMs - mark.atMs) * (1 + DRIFT);
  const widerMs = end.source === mark.source ? 0 : DATE_WIDTH_MS + passedMs;
  // Date headers may be given up for the local time in between, getServerTime may not.
  const highest = mark.source === 'time' && end.source === 'time' ? latestOf : highestOf;
  return Math.ceil(Math.max(highest(mark) + passedMs, highest(end) + widerMs));
}

const latestOf = ({ latestMs }: OwnMark): number => latestMs;

/** X-CH-TS is the local time or the middle of what is possible; both are at most the end of that, where it is known. */
const highestOf = ({ timestampMs, offsetMs, latestMs }: OwnMark): number =>
  Math.max(timestampMs, timestampMs - offsetMs, latestMs === Infinity ? -Infinity : latestMs);
