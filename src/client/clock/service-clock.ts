import { refuse } from '../../core/argument.js';
import type { ServiceClock } from './clock.js';
import { createSharedRun } from './shared-run.js';

/*
 *   an answer says "it is S here" ─► S lay between sending and receiving ─► bounds of (service time - monotonic time)
 *   bounds ∩ bounds ∩ …  a narrow one (a short round trip) wins, a wide one changes nothing
 *   local time within the bounds? use it : use their middle
 */

/** What one answer says about the service's time. Local times are monotonic. */
export interface TimeSample {
  readonly source: 'date-header' | 'time';
  /** The service's time as it says, rounded down. */
  readonly serviceMs: number;
  /** What is lost by the rounding: 1 for getServerTime, 1000 for a Date header (RFC 9110, 6.6.1). */
  readonly resolutionMs: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** The part of the clock that the client feeds. */
export interface InnerClock extends ServiceClock {
  /** Takes in what an answer says. */
  observe(sample: TimeSample): void;
  /** Whether a Date header of an answer that came now is worth parsing. */
  wantsDate(nowMs: number): boolean;
  /** How often getServerTime was answered: a call that was signed before the last time need not ask again. */
  readonly measurements: number;
  /** A call has waited long enough for a measurement after a jump: the next ones do not wait again. */
  settle(): void;
  /** Whether the local clock jumped since the last measurement, so that a signed call must measure first. */
  readonly doubtful: boolean;
}

interface Bounds {
  readonly source: TimeSample['source'];
  /** Service time minus monotonic time lies between these, at `atMs`. */
  readonly lowMs: number;
  readonly highMs: number;
  readonly atMs: number;
}

/** Two quartz clocks that are worse than this against each other are broken. */
const DRIFT = 1e-4;

/** A difference of local and monotonic time that changes by more than this is a jump, and not NTP at work. */
const JUMP_MS = 500;

/** A Date header says no more if it is read more often. */
const DATE_INTERVAL_MS = 1000;

/** A measurement that is better than this needs no other. */
const GOOD_ENOUGH_MS = 250;
const MAX_SAMPLES = 3;

/** From 2001 to 5138, in whole milliseconds: seconds, zero and worse are not believed. */
export const isPlausible = (ms: unknown): ms is number =>
  typeof ms === 'number' && Number.isSafeInteger(ms) && ms >= MIN_CLOCK_MS && ms <= 1e14;

/** Seconds instead of milliseconds are a common mistake. This is the year 2001 in milliseconds. */
const MIN_CLOCK_MS = 1e12;

export interface ClockInit {
  /** Local time, milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  /** `local`: nothing is taken from the service. */
  readonly follow: boolean;
  /** Makes one getServerTime call, which feeds `observe`. */
  readonly measure: (signal: AbortSignal) => Promise<unknown>;
}

/** Creates the clock of a client. It has no timer: it learns from answers, and measures when it is asked to. */
export function createServiceClock({ now: localNow, monotonic, follow, measure }: ClockInit): InnerClock {
  let best: Bounds | undefined;
  let jumps = 0;
  let doubtful = false;
  let measurements = 0;
  let lastDateAtMs = -Infinity;
  /** Local minus monotonic time since there are bounds; it changes when the clock is set or the machine sleeps. */
  let anchorMs = 0;

  /** The caller's clock, with every result checked. */
  function now(): number {
    const nowMs: unknown = localNow();
    if (typeof nowMs === 'number' && nowMs >= MIN_CLOCK_MS && Number.isSafeInteger(Math.floor(nowMs))) return nowMs;
    return refuse('now', `must return milliseconds since the epoch, got ${String(nowMs)}`);
  }

  function noticeJump(nowMs: number, atMs: number): void {
    if (best === undefined || Math.abs(nowMs - atMs - anchorMs) <= JUMP_MS) return;
    // Either the clock was set, and the bounds still hold, or the machine slept, and they do not: nobody can tell.
    jumps++;
    doubtful ||= best.source === 'time';
    best = undefined;
  }

  function boundsAt(atMs: number): { earliestMs: number; latestMs: number } {
    if (best === undefined) return { earliestMs: -Infinity, latestMs: Infinity };
    const drift = (atMs - best.atMs) * DRIFT;
    return { earliestMs: atMs + best.lowMs - drift, latestMs: atMs + best.highMs + drift };
  }

  /** Local time and bounds of the service's, at one moment. */
  function read(): { nowMs: number; earliestMs: number; latestMs: number } {
    const nowMs = now();
    const atMs = monotonic();
    noticeJump(nowMs, atMs);
    const { earliestMs, latestMs } = boundsAt(atMs);
    return { nowMs, earliestMs, latestMs };
  }

  function observe({ source, serviceMs, resolutionMs, sentAtMs, receivedAtMs }: TimeSample): void {
    if (!follow || !isPlausible(serviceMs) || (source === 'date-header' && best?.source === 'time')) return;
    const { nowMs } = read();
    const atMs = receivedAtMs;
    const { earliestMs, latestMs } = boundsAt(atMs);
    const sample = { lowMs: serviceMs - receivedAtMs, highMs: serviceMs + resolutionMs - sentAtMs };
    const lowMs = Math.max(sample.lowMs, earliestMs - atMs);
    const highMs = Math.min(sample.highMs, latestMs - atMs);
    // What an edge's Date header said gives way to the service's own time; what contradicts the present is newer.
    const agrees = best?.source === source && lowMs <= highMs;
    if (best?.source === source && !agrees) jumps++;
    if (best === undefined) anchorMs = nowMs - monotonic();
    best = agrees ? { source, lowMs, highMs, atMs } : { source, ...sample, atMs };
    if (source !== 'time') return;
    doubtful = false;
    measurements++;
  }

  async function measureWell(signal: AbortSignal): Promise<void> {
    for (let sample = 0; sample < MAX_SAMPLES; sample++) {
      await measure(signal);
      // With `clock: 'local'` nothing is learnt from it, however often.
      if (!follow || (best !== undefined && best.highMs - best.lowMs <= 2 * GOOD_ENOUGH_MS)) return;
    }
  }

  return {
    get offsetMs() {
      const { nowMs, earliestMs, latestMs } = read();
      return best === undefined ? 0 : Math.round((earliestMs + latestMs) / 2 - nowMs);
    },
    get uncertaintyMs() {
      const { earliestMs, latestMs } = read();
      return Math.ceil((latestMs - earliestMs) / 2);
    },
    get source() {
      return best?.source ?? 'none';
    },
    get jumps() {
      return jumps;
    },
    settle() {
      doubtful = false;
    },
    get measurements() {
      return measurements;
    },
    get doubtful() {
      if (best?.source === 'time') read();
      return doubtful;
    },
    timestampMs() {
      if (!follow) return Math.floor(now());
      const { nowMs, earliestMs, latestMs } = read();
      return Math.floor(nowMs >= earliestMs && nowMs <= latestMs ? nowMs : (earliestMs + latestMs) / 2);
    },
    bounds() {
      const { earliestMs, latestMs } = read();
      return { earliestMs: Math.floor(earliestMs), latestMs: Math.ceil(latestMs) };
    },
    sync: createSharedRun(measureWell),
    observe,
    wantsDate(nowMs) {
      if (!follow || best?.source === 'time' || nowMs - lastDateAtMs < DATE_INTERVAL_MS) return false;
      lastDateAtMs = nowMs;
      return true;
    },
  };
}
