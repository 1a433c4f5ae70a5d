import { within } from '../../transport/deadline.js';
import { type PassingTime, REAL_TIME } from '../../transport/real-time.js';
import type { ClientOptions } from '../options.js';

/** Setting `wait` makes `now` the only clock: nothing is measured by another one that passes differently. */
export function createPassingTime(now: () => number, wait: ClientOptions['wait']): PassingTime {
  if (wait === undefined) return REAL_TIME;
  let lastMs = 0;
  return {
    monotonic() {
      // An error of the caller's clock must not lose the result of a call.
      try {
        const nowMs = now();
        if (nowMs > lastMs) lastMs = nowMs;
      } catch {}
      return lastMs;
    },
    wall: () => 0,
    async wait(ms, signal) {
      if (signal?.aborted === true) throw signal.reason;
      // A wait that fails has ended. One that never ends is left when the signal is aborted.
      const waiting = Promise.resolve(ms).then((forMs) => wait(Math.ceil(forMs), signal));
      await within(
        waiting.catch(() => {}),
        Infinity,
        signal,
      );
    },
  };
}
