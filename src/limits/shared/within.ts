/**
 * Waits for work, but not longer than `ms`: resolves to undefined then. Rejects with the reason of `signal` when that is
 * aborted. What becomes of the work after that is nobody's concern.
 */
export function within<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw signal.reason;
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        end();
        resolve(undefined);
      },
      Math.min(ms, 2 ** 31 - 1),
    );
    signal.addEventListener('abort', onAbort);
    work.finally(end).then(resolve, reject);
  });
}

/** Resolves after `ms`; rejects with the reason of `signal` when that is aborted. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await within(new Promise(() => {}), ms, signal);
}
