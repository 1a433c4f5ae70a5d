/** The clock of a run and its waiting. A test brings its own, and does not wait. */
export interface Timing {
  now(): number;
  /** Ends early when the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Pauses under way, by their signal. One listener for all: a signal warns of more than ten. */
const pauses = new WeakMap<AbortSignal, Set<() => void>>();

function pausesOf(signal: AbortSignal): Set<() => void> {
  const known = pauses.get(signal) ?? new Set();
  if (!pauses.has(signal)) signal.addEventListener('abort', () => known.forEach((end) => end()));
  pauses.set(signal, known);
  return known;
}

export const REAL_TIME: Timing = {
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const others = signal && pausesOf(signal);
      const end = (): void => {
        clearTimeout(timer);
        others?.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      others?.add(end);
    }),
};
