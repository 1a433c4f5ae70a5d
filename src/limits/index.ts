export { createReactiveLimiter, type ReactiveLimiterOptions } from './reactive-limiter.js';
export type { LimitedCall, Limiter, SlowDown } from './limiter.js';
export { observedLimits, type RateLimits } from './limits.js';
export { createRateLimiter, type RateLimiterOptions } from './rate-limiter.js';
