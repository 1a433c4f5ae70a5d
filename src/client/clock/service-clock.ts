import { refuse } from '../../core/argument.js';
import { ArgumentError } from '../../core/errors.js';
import type { ServiceClock } from './clock.js';
import { createSharedRun } from './shared-run.js';

/*
 *   a response says "it is S here" ─► S lay between sending and receiving ─► bounds of (service time - monotonic time)
 *   bounds ∩ bounds ∩ …  a narrow one (a short round trip) wins, a wide one changes nothing
 *   local time within the bounds? use it : use their middle
 *
 *   a Date header more than 5 minutes away from the local time: not applied, the next signed call asks getServerTime first
 *   -1021 and getServerTime fails: from Date headers to the local time, and back after the next -1021
 */

/** The service's time by one response. Local times are monotonic. */
export interface TimeSample {
  readonly source: 'date-header' | 'time';
  /** The service's time as it says, rounded down. */
  readonly serviceMs: number;
  /** Milliseconds lost by rounding: 1 for getServerTime, 1000 for a Date header (RFC 9110, 6.6.1). */
  readonly resolutionMs: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** The part of the clock that the client feeds. */
export interface InnerClock extends ServiceClock {
  /** Takes in what a response says. */
  observe(sample: TimeSample): void;
  /** Tells whether a Date header of a response that came now is worth parsing. */
  wantsDate(nowMs: number): boolean;
  /** Number of responses of getServerTime: a call that was signed before the last time need not ask again. */
  readonly measurements: number;
  /** A call has waited long enough for a measurement after a jump: the next ones do not wait again. */
  settle(): void;
  /** True when the local clock jumped since the last measurement or a Date header is far from it: a signed call measures first. */
  readonly doubtful: boolean;
  /**
   * The service refused a timestamp that was made by `used`, and getServerTime does not answer. Goes from Date headers to the
   * local time or back, once for all calls that were made by the same. Returns whether the next timestamp is made by another.
   */
  refused(used: ServiceClock['source']): boolean;
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

/**
 * The most that a Date header may move X-CH-TS. NTP loses minutes at most. Hours mean a wrong time zone or a dead battery, at this
 * machine or at an edge in front of the service, and only the service's own time tells which.
 */
const MAX_DATE_CORRECTION_MS = 300_000;

/** A measurement that is better than this needs no other. */
const GOOD_ENOUGH_MS = 250;
const MAX_SAMPLES = 3;

/** From 2001 to 5138, in whole milliseconds: seconds, zero and worse are not believed. */
export const isPlausible = (ms: unknown): ms is number =>
  typeof ms === 'number' && Number.isSafeInteger(ms) && ms >= MIN_CLOCK_MS && ms <= 1e14;

/** Seconds instead of milliseconds are a common mistake. This is the year 2001 in milliseconds. */
const MIN_CLOCK_MS = 1e12;

interface Range {
  readonly earliestMs: number;
  readonly latestMs: number;
}

const UNKNOWN: Range = { earliestMs: -Infinity, latestMs: Infinity };

export interface ClockInit {
  /** Local time, milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
  /** `local`: nothing is taken from the service. */
  readonly follow: boolean;
  /** Makes one getServerTime call, which feeds `observe`. */
  readonly measure: (signal: AbortSignal) => Promise<unknown>;
  /** Called when a Date header moves the clock, or would move it too far. */
  readonly warn?: (text: string, details: Readonly<Record<string, unknown>>) => void;
}

/** Creates the clock of a client. It has no timer: it learns from responses, and measures when it is asked to. */
export function createServiceClock({ now: localNow, monotonic, follow, measure, warn }: ClockInit): InnerClock {
  let best: Bounds | undefined;
  let jumps = 0;
  let doubtful = false;
  let measurements = 0;
  let lastDateAtMs = -Infinity;
  /** A timestamp that Date headers had moved was refused: they are read, and not applied. */
  let datesRefused = false;
  /** Causes reported of Date headers since the last measurement or jump. */
  let reported: 'moved' | 'far' | undefined;
  /** Local minus monotonic time since there are bounds; it changes when the clock is set or the machine sleeps. */
  let anchorMs = 0;

  /** The caller's clock, with every result checked. */
  function now(): number {
    let nowMs: unknown;
    try {
      nowMs = localNow();
    } catch (cause) {
      throw new ArgumentError('now failed (see cause). Nothing was sent.', { field: 'now', cause });
    }
    if (typeof nowMs === 'number' && nowMs >= MIN_CLOCK_MS && Number.isSafeInteger(Math.floor(nowMs))) return nowMs;
    return refuse('now', `must return milliseconds since the epoch, got ${String(nowMs)}`);
  }

  function noticeJump(nowMs: number, atMs: number): void {
    if (best === undefined || Math.abs(nowMs - atMs - anchorMs) <= JUMP_MS) return;
    // Either the clock was set, and the bounds still hold, or the machine slept, and they do not: there is no way to tell.
    jumps++;
    doubtful ||= best.source === 'time';
    best = undefined;
    datesRefused = false;
    reported = undefined;
  }

  const isApplied = (): boolean => best !== undefined && !(datesRefused && best.source === 'date-header');

  const appliedSource = (): ServiceClock['source'] => (isApplied() ? best!.source : 'none');

  // Two functions of numbers: an object with both would be memory at each call.

  const earliestAt = (atMs: number): number =>
    best === undefined ? -Infinity : atMs + best.lowMs - (atMs - best.atMs) * DRIFT;

  const latestAt = (atMs: number): number =>
    best === undefined ? Infinity : atMs + best.highMs + (atMs - best.atMs) * DRIFT;

  /** Local time and bounds of the service's, at one moment. */
  function read(): Range & { readonly nowMs: number } {
    const nowMs = now();
    const atMs = monotonic();
    noticeJump(nowMs, atMs);
    return isApplied() ? { nowMs, earliestMs: earliestAt(atMs), latestMs: latestAt(atMs) } : { nowMs, ...UNKNOWN };
  }

  /** Tells whether a Date header is too far from the local time to be applied. Reports it, and what is applied, once. */
  function isFar({ serviceMs, resolutionMs, sentAtMs, receivedAtMs }: TimeSample, nowMs: number): boolean {
    const atMs = monotonic();
    const behindMs = serviceMs + atMs - receivedAtMs - nowMs;
    const aheadMs = nowMs - (serviceMs + resolutionMs + atMs - sentAtMs);
    const awayMs = Math.max(behindMs, aheadMs);
    if (awayMs <= 0) return false;
    const isTooFar = awayMs > MAX_DATE_CORRECTION_MS;
    const kind = isTooFar ? 'far' : 'moved';
    if (kind === reported || datesRefused) return isTooFar;
    reported = kind;
    doubtful ||= isTooFar;
    const offsetMs = Math.round(behindMs > 0 ? behindMs : -aheadMs);
    const where = `this machine's clock is ${Math.round(awayMs / 1000)} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the Date header of the service`;
    warn?.(isTooFar ? `${where}, too much to follow: getServerTime decides` : `${where}: X-CH-TS follows the header`, {
      offsetMs,
      source: 'date-header',
      applied: !isTooFar,
    });
    return isTooFar;
  }

  function observe(taken: TimeSample): void {
    const { source, serviceMs, resolutionMs, sentAtMs, receivedAtMs } = taken;
    if (!follow || !isPlausible(serviceMs) || (source === 'date-header' && best?.source === 'time')) return;
    const { nowMs } = read();
    if (source === 'date-header' && isFar(taken, nowMs)) return;
    const atMs = receivedAtMs;
    const sample = { lowMs: serviceMs - receivedAtMs, highMs: serviceMs + resolutionMs - sentAtMs };
    const lowMs = Math.max(sample.lowMs, earliestAt(atMs) - atMs);
    const highMs = Math.min(sample.highMs, latestAt(atMs) - atMs);
    // The Date header of an edge gives way to the service's own time; one that contradicts the present is newer.
    const agrees = best?.source === source && lowMs <= highMs;
    if (best?.source === source && !agrees) jumps++;
    if (best === undefined) anchorMs = nowMs - monotonic();
    best = agrees ? { source, lowMs, highMs, atMs } : { source, ...sample, atMs };
    if (source !== 'time') return;
    doubtful = false;
    datesRefused = false;
    reported = undefined;
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
      return isApplied() ? Math.round((earliestMs + latestMs) / 2 - nowMs) : 0;
    },
    get uncertaintyMs() {
      const { earliestMs, latestMs } = read();
      return Math.ceil((latestMs - earliestMs) / 2);
    },
    get source() {
      return appliedSource();
    },
    get jumps() {
      return jumps;
    },
    refused(used) {
      if (best?.source === 'date-header' && used === appliedSource()) datesRefused = !datesRefused;
      return used !== appliedSource();
    },
    settle() {
      doubtful = false;
    },
    get measurements() {
      return measurements;
    },
    get doubtful() {
      if (best?.source === 'time') noticeJump(now(), monotonic());
      return doubtful;
    },
    timestampMs() {
      const nowMs = now();
      if (!follow) return Math.floor(nowMs);
      const atMs = monotonic();
      noticeJump(nowMs, atMs);
      if (!isApplied()) return Math.floor(nowMs);
      const earliestMs = earliestAt(atMs);
      const latestMs = latestAt(atMs);
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
