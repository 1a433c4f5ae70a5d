import { getEventListeners } from 'node:events';
import { vi } from 'vitest';

/** A deadline that is longer than any test, and that timers of nothing else have. */
export const LONG_MS = 54_321;

/** Watches the timers of calls whose `timeoutMs` is LONG_MS, and the listeners on one signal. */
export function watchLeftBehind(signal: AbortSignal) {
  const running = new Map<unknown, () => void>();
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  vi.stubGlobal('setTimeout', ((callback: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
    const fire = (): void => {
      running.delete(timer);
      stop(timer);
      callback(...given);
    };
    const timer = start(fire, delay);
    // The time that passed before the transport began is taken off: seconds, on a busy machine.
    if (delay !== undefined && delay <= LONG_MS && delay > LONG_MS * 0.8) running.set(timer, fire);
    return timer;
  }) as typeof start);
  vi.stubGlobal('clearTimeout', ((timer: NodeJS.Timeout | undefined) => {
    running.delete(timer);
    stop(timer);
  }) as typeof stop);
  const left = () => ({ timers: running.size, abortListeners: getEventListeners(signal, 'abort').length });
  /** Lets the deadline pass now. */
  const expire = () => running.forEach((fire) => fire());
  return Object.assign(left, { expire });
}

export const NOTHING = { timers: 0, abortListeners: 0 };
