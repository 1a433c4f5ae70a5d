import { RateLimitError } from '../core/errors.js';
import type { LimitedCall, Limiter } from './limiter.js';

/** Placeholder until the limits branch is merged. */
export function createReactiveLimiter(): Limiter {
  return {
    tryAcquire: () => true,
    acquire: (call: LimitedCall) => Promise.reject(new RateLimitError('', { waitMs: call.withinMs })),
  };
}
