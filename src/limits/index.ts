export { createReactiveLimiter, type ReactiveLimiterOptions } from '../client/reactive-limiter.js';
export type { LimitedCall, Limiter, SlowDown } from '../client/limiter.js';
export { observedLimits, type RateLimits } from './limits.js';
export { createRateLimiter, type RateLimiterOptions } from './rate-limiter.js';
