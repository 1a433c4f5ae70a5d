import type { Timing } from '../../src/conformance/call/timing.js';

/** A clock on which only waiting takes time, and none of it is real. */
export function virtualTime(startMs = Date.now()): Timing & { readonly waitedMs: number } {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    async pause(ms) {
      nowMs += ms;
    },
    get waitedMs() {
      return nowMs - startMs;
    },
  };
}
