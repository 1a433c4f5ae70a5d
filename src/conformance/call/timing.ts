/** The clock of a run and its waiting. A test brings its own, and does not wait. */
export interface Timing {
  now(): number;
  /** Ends early when the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

export const REAL_TIME: Timing = {
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    }),
};
