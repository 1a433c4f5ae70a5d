import { getEventListeners } from 'node:events';
import { onTestFinished, vi } from 'vitest';

export interface LeftBehind {
  readonly timers: number;
  readonly abortListeners: number;
}

/**
 * Watches the timers of one deadline and the listeners on one signal. The deadline is told apart by its length, so pass
 * a `timeoutMs` that nothing else uses.
 */
export function watchLeftBehind(timeoutMs: number, signal: AbortSignal): () => LeftBehind {
  const running = new Set<unknown>();
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  vi.stubGlobal('setTimeout', ((callback: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
    const timer = start(() => {
      running.delete(timer);
      callback(...given);
    }, delay);
    // What has passed of it before the transport began is taken off.
    if (delay !== undefined && delay <= timeoutMs && delay > timeoutMs - 50) running.add(timer);
    return timer;
  }) as typeof start);
  vi.stubGlobal('clearTimeout', ((timer: NodeJS.Timeout | undefined) => {
    running.delete(timer);
    stop(timer);
  }) as typeof stop);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return () => ({ timers: running.size, abortListeners: getEventListeners(signal, 'abort').length });
}

export const NOTHING: LeftBehind = { timers: 0, abortListeners: 0 };
