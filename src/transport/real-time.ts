import { within } from './deadline.js';

/** Resolves after `ms`; rejects with the reason of `signal` when that is aborted, at once when it was aborted before. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  within(new Promise<void>(() => {}), ms, signal);

/** The time of one client. */
export interface PassingTime {
  /** Milliseconds of a clock that never goes back. */
  monotonic(): number;
  /** Milliseconds of a clock that goes on while the machine sleeps, and may be set. */
  wall(): number;
  /** Resolves when `ms` have passed; rejects with the reason of `signal` when that is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const REAL_TIME: PassingTime = { monotonic: () => performance.now(), wall: () => Date.now(), wait: sleep };
