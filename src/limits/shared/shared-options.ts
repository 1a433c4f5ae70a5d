import type { Limiter } from '../limiter.js';
import { type ReactiveLimiterOptions, readMaxRetryAfter } from '../reactive-limiter.js';
import { refuse } from '../../core/argument.js';
import { ownOptions } from '../../core/options.js';
import { type CheckedLimits, observedLimits, type RateLimits, readLimits } from '../limits.js';
import type { RedisClient } from './redis-budget.js';

/** Options of {@link createSharedRateLimiter}. */
export interface SharedRateLimiterOptions extends ReactiveLimiterOptions {
  /** A client of ioredis (or one with the same `eval`, such as iovalkey's). Yours to connect, to watch and to close. */
  readonly redis: RedisClient;
  /** The calls that may go in any window of time, from all processes together. Default {@link observedLimits}. */
  readonly limits?: RateLimits | undefined;
  /** Begins the names of the keys. Who has the same one shares the budget. Default `futures-rate`. */
  readonly prefix?: string | undefined;
  /** Part of the total, from 0 to 1, that reads leave to all other calls. Default 0.1. */
  readonly reserve?: number | undefined;
  /** Milliseconds after which a Redis that says nothing counts as unavailable. Default 500. */
  readonly answerWithinMs?: number | undefined;
  /**
   * The behaviour without Redis. `refuse` (the default) refuses with RateLimitError, but lets cancels go, because orders
   * that cannot be cancelled cost more than a rate limit. `allow` lets everything go. A limiter is asked in its place:
   * `createRateLimiter` with this process's part of the limits.
   */
  readonly whenUnavailable?: 'refuse' | 'allow' | Limiter | undefined;
}

/** {@link SharedRateLimiterOptions}, checked and filled in. */
export interface SharedLimiterSettings {
  readonly redis: RedisClient;
  readonly limits: CheckedLimits;
  readonly prefix: string;
  readonly reserve: number;
  readonly answerWithinMs: number;
  readonly whenUnavailable: 'refuse' | 'allow' | Limiter;
  readonly maxRetryAfterMs: number;
  readonly now: () => number;
}

const NAMES: readonly (keyof SharedRateLimiterOptions)[] = [
  'redis',
  'limits',
  'prefix',
  'reserve',
  'answerWithinMs',
  'whenUnavailable',
  'maxRetryAfterMs',
  'now',
];

/** @throws {ArgumentError} Naming the option that is wrong. */
export function readSharedOptions(options: SharedRateLimiterOptions): SharedLimiterSettings {
  const {
    redis,
    limits = observedLimits,
    prefix = 'futures-rate',
    reserve = 0.1,
    answerWithinMs = 500,
    whenUnavailable = 'refuse',
    maxRetryAfterMs,
    now = () => performance.now(),
  } = ownOptions(options, NAMES);
  if (typeof redis?.eval !== 'function') refuse('redis', 'must be an ioredis client');
  if (typeof prefix !== 'string' || prefix === '') refuse('prefix', 'must be a non-empty string');
  if (typeof reserve !== 'number' || !(reserve >= 0 && reserve < 1))
    refuse('reserve', 'must be at least 0 and less than 1');
  if (typeof answerWithinMs !== 'number' || !(answerWithinMs >= 1)) refuse('answerWithinMs', 'must be at least 1 ms');
  if (whenUnavailable !== 'refuse' && whenUnavailable !== 'allow' && typeof whenUnavailable?.acquire !== 'function') {
    refuse('whenUnavailable', 'must be "refuse", "allow" or a limiter');
  }
  const checked = readLimits(limits);
  for (const { perSeconds, name } of [checked.total, ...checked.byOperation.values()].filter(
    (limit) => limit !== undefined,
  )) {
    // Shorter ones are never expired by rate-limiter-flexible, which counts in whole seconds.
    if (perSeconds < 1) refuse('limits', `must have perSeconds of at least 1 when shared (${name})`);
  }
  return {
    redis,
    limits: checked,
    prefix,
    reserve,
    answerWithinMs,
    whenUnavailable,
    maxRetryAfterMs: readMaxRetryAfter(maxRetryAfterMs),
    now,
  };
}
