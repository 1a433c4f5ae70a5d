import { readRetryAfter } from '../../core/retry-after.js';
import { headerIn } from '../../recording/header-pairs.js';
import type { Reading } from './answer.js';
import type { Timing } from './timing.js';

/** @param rate Calls per second at most; without it nothing waits until the target asks for it. */
export function createPace(rate: number | undefined, timing: Timing) {
  const spacingMs = rate === undefined ? 0 : 1000 / rate;
  let nextMs = 0;
  let restUntilMs = 0;
  return {
    async turn(signal: AbortSignal | undefined): Promise<void> {
      const atMs = Math.max(timing.now(), nextMs);
      nextMs = atMs + spacingMs;
      for (;;) {
        // A call that was waiting for its turn waits for a pause that began meanwhile, too.
        const waitMs = Math.max(atMs, restUntilMs) - timing.now();
        if (waitMs <= 0 || signal?.aborted === true) return;
        await timing.pause(Math.ceil(waitMs), signal);
      }
    },
    /** Holds all calls back for this long, because the target asked for it. */
    rest(ms: number): void {
      restUntilMs = Math.max(restUntilMs, timing.now() + ms);
    },
  };
}

/** Five minutes: a target that asks for more is not waited for. */
const LONGEST_REST_MS = 300_000;

/**
 * The wait that the target asks for after a limit, or while it is away, in milliseconds, or `unnamedMs` where it names none;
 * undefined when that is too long, or when coming back would prolong a ban (418).
 */
export function askedToWait({ status, sent }: Reading, nowMs: number, unnamedMs?: number): number | undefined {
  if (status === 418) return undefined;
  const headers = sent.response?.headers ?? [];
  const named = { retryAfter: headerIn(headers, 'retry-after'), date: headerIn(headers, 'date') };
  const ms = readRetryAfter(named, nowMs) ?? unnamedMs;
  return ms === undefined || ms > LONGEST_REST_MS ? undefined : ms;
}
