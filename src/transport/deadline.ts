import { onAbort } from './abort.js';
import { aborted, noTimeToReturn, stopped, timedOut } from './failures.js';
import type { Life } from './transport.js';

/*
 * The ends of a call before its response: its time, and the signal of its caller.
 */

/** setTimeout fires at once when it is given more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Called once a wait must end: with true when its caller has aborted it, else because its time is over. */
type Stop = (isAborted?: boolean) => void;

/** Calls `stop` when the time is over or the signal is aborted, whichever comes first. Call `end` after every wait. */
export class Watch {
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #forget: (() => void) | undefined;

  constructor(ms: number, signal: AbortSignal | undefined, stop: Stop) {
    this.#timer = setTimeout(stop, Math.min(ms, MAX_TIMER_MS));
    this.#forget = signal && onAbort(signal, stop.bind(undefined, true));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#forget?.();
  }
}

/** Watches the deadline of an attempt, and the signal of its caller. */
export function watchLifetime(life: Life, stop: Stop): Watch {
  return new Watch(timeLeft(life), life.signal, stop);
}

/**
 * Waits for work, but not longer than the call may take; then `giveUp` is called, and the work may do what it likes.
 * `connected` says whether bytes may have left by then: mostly this is work before anything is sent.
 */
export function inTime<T>(work: Promise<T>, life: Life, giveUp?: () => void, connected = false): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop: Stop = (isAborted) => {
      // Work that never ends must not keep the timer and the listener.
      watch.end();
      reject(stopped(isAborted, life, connected));
      giveUp?.();
    };
    const watch = watchLifetime(life, stop);
    work.finally(() => watch.end()).then(resolve, reject);
    // The start of the work may have aborted the signal, before anything listened to it.
    if (life.signal?.aborted === true) stop(true);
  });
}

/**
 * Waits for work, but not longer than `ms`: resolves to undefined then. Rejects with the reason of `signal` when that is
 * aborted. The work itself goes on.
 */
export function within<T>(work: Promise<T>, ms: number, signal: AbortSignal | undefined): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw signal.reason;
    const watch = new Watch(ms, signal, (isAborted) => {
      watch.end();
      if (isAborted !== true) resolve(undefined);
      else reject(signal!.reason as Error);
    });
    work.finally(() => watch.end()).then(resolve, reject);
  });
}

/** Rejects at once when the caller's signal was aborted before the call. */
export function assertNotAborted(request: Life): void {
  if (request.signal?.aborted === true) throw aborted(request, false);
}

/** Rejects at once what may not begin any more: the caller has aborted it, or waiting took all its time. */
export function assertMayBegin(request: Life): void {
  assertNotAborted(request);
  if (timeLeft(request) <= 0) throw timedOut(request, false);
}

/** Milliseconds from now to the deadline, at the start of an attempt. */
const timeLeft = ({ timeoutMs, waitedMs = 0 }: Life): number => timeoutMs - waitedMs;

/** The limiter counts in whole milliseconds of a timer. */
const TIMER_MS = 5;

/**
 * A request that leaves just before its deadline arrives, and its response does not: an order whose outcome is unknown. So
 * what costs money keeps the last `returnMs` of its time for the way there and back, and is not sent in it.
 *
 * @throws {TimeoutError} With outcome `not-sent`, when too little time is left to return.
 */
export function assertTimeToReturn(request: Life & { readonly returnMs: number }, waitedMs: number): void {
  const { returnMs, timeoutMs } = request;
  if (returnMs > 0 && timeoutMs - waitedMs < returnMs - TIMER_MS) throw noTimeToReturn(request, timeoutMs - waitedMs);
}
