/** The time that some work may take: until it has passed, or the caller aborts. */
export interface Bound {
  /** Aborted when it is over. */
  readonly signal: AbortSignal;
  /** Waits; ends early when it is over. Never rejects. */
  wait(ms: number): Promise<void>;
  /** Detaches timer and listener; call it when the work has ended, however it ended. */
  release(): void;
}

export function createBound(ms: number, caller: AbortSignal | undefined): Bound {
  const controller = new AbortController();
  const { signal } = controller;
  const onAbort = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new Error(`${ms} ms have passed`)), ms);
  caller?.addEventListener('abort', onAbort, { once: true });
  if (caller?.aborted === true || ms === 0) controller.abort(caller?.reason);
  return {
    signal,
    wait: (waitMs) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const end = (): void => {
          clearTimeout(waiting);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const waiting = setTimeout(end, waitMs);
        signal.addEventListener('abort', end, { once: true });
      }),
    release() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
