import type { LimitedCall, Limiter } from '../limiter.js';
import { createPause } from '../reactive-limiter.js';
import { PAUSED, rateRefusal } from '../rate-refusal.js';
import { RateLimitError } from '../../core/errors.js';
import { within } from '../../transport/deadline.js';
import { sleep } from '../../transport/real-time.js';
import { createRedisBudget } from './redis-budget.js';
import { readSharedOptions, type SharedRateLimiterOptions } from './shared-options.js';
import { createTurns, type Turns } from './turns.js';

export type { RedisClient } from './redis-budget.js';
export type { SharedRateLimiterOptions } from './shared-options.js';

const USED_UP = 'the shared limit is reached';

/**
 * Creates a rate budget that many processes and machines share, in Redis or Valkey, on the package
 * `rate-limiter-flexible` (an optional peer dependency). In any window of a limit, at most the limit arrives at the service
 * from all of them together: a call counts until its response is here, and a window longer, as in `createRateLimiter`. A
 * pause that the service asks one for holds for all.
 *
 * A call waits for one round trip to Redis, two where its operation has its own limit; its end is told without a wait.
 * Within a process, calls that
 * wait keep their order; among processes there is none, and no priority: instead, reads leave the `reserve` to the
 * others. When Redis loses its memory, the budget is as new.
 *
 * @throws {ArgumentError} Naming the option that is wrong.
 * @example
 * import { Redis } from 'ioredis';
 * import { createSharedRateLimiter } from 'futures-trading-client/limits/shared';
 * const limiter = createSharedRateLimiter({ redis: new Redis({ enableOfflineQueue: false }) });
 * const client = createFuturesClient({ baseUrl, credentials, limiter });
 * @see unknowns `limits.rates`, `limits.counted-by`, `limits.breach`
 */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): Limiter {
  const { redis, limits, prefix, reserve, answerWithinMs, whenUnavailable, maxRetryAfterMs, now } =
    readSharedOptions(options);
  const budget = createRedisBudget(redis, prefix, limits, reserve);
  const pause = createPause(now, maxRetryAfterMs);
  const lanes = new Map<string, Turns>();
  /** The question to the limiter in place of Redis. */
  const takenInPlace = new WeakMap<LimitedCall, LimitedCall>();

  function laneOf({ operationId, effect }: LimitedCall): Turns {
    const key = limits.byOperation.has(operationId) ? operationId : effect;
    const lane = lanes.get(key) ?? createTurns();
    lanes.set(key, lane);
    return lane;
  }

  /** Returns 0 when the call may go, or how long it has to wait. Rejects when Redis fails or says nothing in time. */
  async function ask(call: LimitedCall, signal: AbortSignal, leftMs: number): Promise<number> {
    const pausedMs = pause.leftMs();
    if (pausedMs > 0) return pausedMs;
    // Both at once, for the sake of time.
    const work = Promise.all([budget.pause(0), budget.take(call)]);
    const patienceMs = Math.min(answerWithinMs, leftMs);
    const reply = await within(work, patienceMs, signal);
    if (reply === undefined) throw new Error(`no response from Redis within ${Math.max(Math.floor(patienceMs), 0)} ms`);
    if (reply[0] > 0) {
      pause.atLeast(reply[0]);
      budget.giveBack(call);
    }
    return reply[0] || reply[1];
  }

  async function withoutRedis(call: LimitedCall, signal: AbortSignal, leftMs: number, error: unknown): Promise<void> {
    if (whenUnavailable === 'allow') return;
    if (whenUnavailable !== 'refuse') {
      const cost = { ...call, withinMs: Math.max(leftMs, 0) };
      await whenUnavailable.acquire(cost, signal);
      takenInPlace.set(call, cost);
    } else if (call.effect !== 'wipe') {
      throw unavailable(call, answerWithinMs, error);
    }
  }

  /** Returns 0 when the call may go, or how long it has to wait before it asks again. */
  async function attempt(call: LimitedCall, signal: AbortSignal, deadlineMs: number): Promise<number> {
    let waitMs = 0;
    try {
      waitMs = await ask(call, signal, deadlineMs - now());
    } catch (error) {
      signal.throwIfAborted();
      await withoutRedis(call, signal, deadlineMs - now(), error);
    }
    const leftMs = deadlineMs - now();
    if (waitMs > 0 && waitMs > leftMs) throw rateRefusal(call, pause.leftMs() > 0 ? PAUSED : USED_UP, waitMs, leftMs);
    return waitMs;
  }

  return {
    async acquire(call, signal) {
      signal.throwIfAborted();
      const deadlineMs = now() + call.withinMs;
      const lane = laneOf(call);
      if (lane.isFree() && (await attempt(call, signal, deadlineMs)) === 0) return;
      const { turn, leave } = lane.join();
      try {
        const came = await within(turn, deadlineMs - now(), signal);
        if (came === undefined) throw rateRefusal(call, `${USED_UP}, and other calls went first`, 1, 0);
        for (;;) {
          const waitMs = await attempt(call, signal, deadlineMs);
          if (waitMs === 0) return;
          await sleep(Math.ceil(waitMs), signal);
        }
      } finally {
        leave();
      }
    },
    ended(call) {
      budget.arrived(call);
      const inPlace = takenInPlace.get(call);
      if (inPlace !== undefined && typeof whenUnavailable === 'object') whenUnavailable.ended?.(inPlace);
    },
    slowDown(reason) {
      pause.slowDown(reason);
      if (typeof whenUnavailable === 'object') whenUnavailable.slowDown?.(reason);
      // Without Redis, each process learns of it by itself.
      budget.pause(pause.leftMs()).catch(() => {});
      return pause.leftMs();
    },
  };
}

/** Only the text of the error is shown: errors of ioredis hold their command, and that may be AUTH with the password. */
function unavailable({ operationId }: LimitedCall, waitMs: number, error: unknown): RateLimitError {
  return new RateLimitError(
    `${operationId}: the shared rate budget is unavailable (${error instanceof Error ? error.message : 'no reason given'}). ` +
      'Nothing was sent. Check Redis, or set whenUnavailable.',
    { waitMs, operationId },
  );
}
