export { observedLimits, type RateLimits } from './limits.js';
export { createRateLimiter, type RateLimiterOptions } from './rate-limiter.js';
